/** A server over stdio that closes in the middle of the one call that it gets. */
import { setTimeout } from "node:timers/promises";
import { tool } from "@runa/runtime";
import { serveMcp } from "@runa/runtime/mcp";

const serving = await serveMcp([
  tool.fromSchema({
    name: "last",
    description: "",
    parameters: { type: "object" },
    execute: async () => {
      void serving.close();
      await setTimeout(100);
      return "done";
    },
  }),
]);
