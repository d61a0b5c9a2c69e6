/** A plain function in `tools`, and an answer that is printed while it comes: calls, results and text. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
import "../runa.tools.ts";
import { getForecast } from "../tools/weather.ts";

const agent = new Agent({ name: "forecaster", model, tools: [getForecast] });
await agent.printResponse("What is the forecast for Tokyo?", { stream: true, markdown: true });
