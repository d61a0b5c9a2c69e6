/** The command `runa`. */
import { askAtTerminal } from "./ask-at-terminal.ts";
import { runCommand } from "./run-command.ts";

// `runa inspect … | head` closes the pipe early; there is nobody left to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const words = process.argv.slice(2);

process.exitCode = await runCommand(words, {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...askAtTerminal(),
});

/** Milliseconds for calls that were told to stop. */
const GRACE = 1_000;

// A server whose client has left is of no use; a tool that heeds no signal would keep it for as long as it likes.
if (words[0] === "mcp") setTimeout(() => process.exit(), GRACE).unref();
