/** What tools say to the model beside their definitions. */
import type { BoundTool } from "./tool.ts";

/** In the order of the tools, each text once; what is said of a group stands behind its last tool. */
export function toolInstructions(tools: readonly BoundTool[]): string {
  const texts = new Set<string>();
  const lastOf = new Map(tools.map((tool) => [tool.sharedInstructions, tool]));
  for (const tool of tools) {
    const { instructions, addInstructions = true } = tool.options;
    if (instructions !== undefined && addInstructions) texts.add(instructions);
    if (tool.sharedInstructions !== undefined && lastOf.get(tool.sharedInstructions) === tool)
      texts.add(tool.sharedInstructions);
  }
  return [...texts].join("\n\n");
}
