/** The command `runa-gen`. */
console.error("runa-gen: nothing is generated yet");
process.exitCode = 2;
