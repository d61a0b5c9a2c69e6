/** What a model is told of two tools: of one with a plain parameter, and of one that takes an object. */
import { tools } from "../runa.tools.ts";

for (const { definition } of [tools.getWeather, tools.get_weather_for]) {
  console.log(JSON.stringify({ type: "function", function: definition }, null, 2));
}
