/** A toolkit among the tools of an agent: its methods are the tools. */
import { Agent } from "@runa/runtime";
import { model } from "../model.ts";
// Importing the binding is what makes the methods known.
import "../runa.tools.ts";
import { HackerNews } from "../tools/hacker-news.ts";

const agent = new Agent({ name: "news_reader", model, tools: [new HackerNews(process.env.HACKER_NEWS_URL)] });
const run = await agent.run("What are the top 2 stories on Hacker News?");
if (run.status === "error") throw run.error;
console.log(run.output);
