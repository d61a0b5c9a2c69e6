/** What `--help` teaches. */
export const HELP: string = `runa-gen reads TypeScript functions that are tagged @tool and writes what a model is told of them.

Usage
  runa-gen [entries...] [options]   write the manifest (runa.tools.json) and the binding (runa.tools.ts)
  runa-gen --check                  write nothing; exit 1 and say what changed if the files are out of date
  runa-gen --watch                  write again on every change
  runa-gen list                     show the tools: name, parameters, description, file, thread
  runa-gen lint                     show every finding, notes too; write nothing
  runa-gen diff                     show what changed for a model since the manifest was written
  runa-gen export --format <x>      print the definitions as a request needs them: openai, openai-responses,
                                    anthropic (each also with -strict), gemini, mcp, llamacpp, ollama

Entries are files, folders or globs; without any, those of the config, else src/**/*.ts.

Options
  --out <file.json>          the manifest; the binding stands beside it (src/runa.tools.json)
  --no-binding               the manifest only, for code that calls loadTools
  --import-extension <x>     how the binding names modules: ts, js or none (follows from tsconfig.json)
  --project <tsconfig>       the project's tsconfig.json (the nearest one)
  --strict                   warnings, and notes on missing texts, are errors
  --target <x,y>             say what these dialects cannot carry: openai, openai-strict, anthropic,
                             anthropic-strict, gemini, mcp, llamacpp, ollama
  --max-tokens <n>           an error if the definitions take more tokens, estimated at four characters each
  --format <x>               how findings are printed: pretty, github or json
  --notes                    print notes in full, not just their number
  --no-cache                 do the work even where nothing changed
  --against <file.json>      for diff: another manifest to compare with
  --help, --version

Examples
  npx runa-gen
  npx runa-gen src/agents/**/*.tool.ts --out src/agents/tools.json
  npx runa-gen --check --format github         in a pull request
  git show main:src/runa.tools.json > main.json && npx runa-gen diff --against main.json

Config
  "runa" in package.json, or runa.config.json:
  { "entries": ["src/tools/*.ts"], "out": "src/runa.tools.json", "project": "tsconfig.json", "strict": true,
    "binding": true, "importExtension": "js", "maxTokens": 4000, "targets": ["openai-strict"] }
  What is said on the command line wins.

Exit codes
  0  in order; there may be warnings and notes
  1  errors, files out of date, a breaking change, over budget; then nothing was written
  2  wrong use
`;

/** Shown for the caller's mistakes only. */
export const USAGE = "Usage: runa-gen [entries...] [options]; `runa-gen --help` explains them.\n";
