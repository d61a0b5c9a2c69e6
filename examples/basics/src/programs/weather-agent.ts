/** An agent class with one tool. The model decides when to call it. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import { tools } from "../runa.tools.ts";

class WeatherAgent extends Agent {
  override name = "weather_agent";
  override instructions = "You answer questions about the weather.";
  override model = model;
  override tools = [tools.getWeather];
}

const run = await new WeatherAgent().run("What is the weather in Paris?");
if (run.status === "error") throw run.error;
console.log(run.output);
