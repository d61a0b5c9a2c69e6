/** Two tools by which a model asks the user: for fields that it makes up, and questions with options. */
import { invokeTool } from "../call/invoke-tool.ts";
import type { JsonSchema, ParametersSchema } from "../manifest/index.ts";
import { createTool, type Tool } from "../tool/tool.ts";
import type { AskedFields, UserInputField } from "../tool/user-input.ts";

interface AskedField {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly description?: string;
}

interface AskedQuestion {
  readonly question: string;
  readonly options?: readonly string[];
  readonly multiple?: boolean;
}

/** What people say. Not shown to the model. */
const ANSWERS = "answers";

/**
 * The run pauses with an interruption of the kind `userInput`; its `fields` are what the model asks for, and what
 * `state.provideInput(item, { … })` says is what the model reads, as JSON.
 *
 * @example
 * ```ts
 * new Agent({ name: "travel", tools: [tools.book, ...userControlFlow()], … });
 * ```
 */
export function userControlFlow(): readonly Tool[] {
  return [
    createAskingTool({
      name: "get_user_input",
      description: "Ask the user to fill in fields, when something that you need to know is missing.",
      asked: "fields",
      items: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1 },
          type: { type: "string", enum: ["string", "integer", "number", "boolean"] },
          description: { type: "string" },
        },
        required: ["name", "type"],
        additionalProperties: false,
      },
      fieldsOf: ({ fields }) => (fields as unknown as readonly AskedField[]).map(toField),
    }),
    createAskingTool({
      name: "ask_user",
      description: "Ask the user questions, with options to choose from where there are some.",
      asked: "questions",
      items: {
        type: "object",
        properties: {
          question: { type: "string", minLength: 1 },
          options: { type: "array", items: { type: "string" }, minItems: 1 },
          multiple: { type: "boolean", description: "Whether several options may be chosen. Default false" },
        },
        required: ["question"],
        additionalProperties: false,
      },
      fieldsOf: ({ questions }) => (questions as unknown as readonly AskedQuestion[]).map(toChoice),
    }),
  ];
}

interface AskingTool {
  readonly name: string;
  readonly description: string;
  /** The parameter in which the model says what it asks for. */
  readonly asked: string;
  readonly items: JsonSchema;
  /** Given arguments that the schema accepts. */
  readonly fieldsOf: AskedFields["fieldsOf"];
}

function createAskingTool({ name, description, asked, items, fieldsOf }: AskingTool): Tool {
  const parameters: ParametersSchema = {
    type: "object",
    properties: { [asked]: { type: "array", items, minItems: 1 }, [ANSWERS]: { type: "object" } },
    required: [asked, ANSWERS],
    additionalProperties: false,
  };
  return createTool(
    {
      definition: { name, description, parameters },
      origin: `${name} of userControlFlow`,
      options: { requiresUserInput: true, userInputFields: [ANSWERS] },
      schemaKind: "handwritten",
      injects: [],
      isExternal: false,
      asks: { argument: ANSWERS, fieldsOf },
      call: (values) => values[ANSWERS],
    },
    invokeTool,
  );
}

function toField({ name, type, description }: AskedField): UserInputField {
  const text = description === undefined ? {} : { description };
  return { name, type, ...text, isRequired: true, schema: { type, ...text } };
}

function toChoice({ question, options, multiple }: AskedQuestion): UserInputField {
  const one: JsonSchema = { type: "string", ...(options && { enum: [...options] }) };
  const schema: JsonSchema = multiple ? { type: "array", items: one, uniqueItems: true } : one;
  return { name: question, type: multiple ? "array" : "string", isRequired: true, schema };
}
