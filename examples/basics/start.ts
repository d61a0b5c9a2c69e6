/**
 * `npm run example`: all programs of `src/programs`, or those that are named: `npm run example -- three-tasks`. Without a key
 * the stand-in answers.
 */
import { readdirSync } from "node:fs";
import { startStandInModel } from "../stand-in-model.ts";
import { startStandInNews } from "../stand-in-news.ts";

const programs = readdirSync(new URL("src/programs", import.meta.url)).map((file) => file.replace(/\.ts$/, ""));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !programs.includes(name));

if (unknown.length > 0) {
  console.error(`no program is called ${unknown.join(", ")}; there are ${programs.join(", ")}`);
  process.exitCode = 2;
} else {
  const hasModel = Boolean(process.env.OPENAI_API_KEY || process.env.OPENAI_BASE_URL);
  const standIn = hasModel ? undefined : await startStandInModel();
  const news = hasModel ? undefined : await startStandInNews();
  if (standIn) process.env.OPENAI_BASE_URL = standIn.url;
  if (news) process.env.HACKER_NEWS_URL = news.url;
  for (const name of asked.length > 0 ? asked : programs) {
    console.log(`# ${name}`);
    await import(`./src/programs/${name}.ts`);
    console.log();
  }
  await standIn?.close();
  await news?.close();
}
