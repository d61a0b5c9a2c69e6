/**
 * Settings that a model turns out not to take. Which ones those are changes with every model, and some servers know
 * them only by their error: the request is sent again without the field, and the model is remembered.
 */
import type { ProviderError } from "../errors/provider-error.ts";
import { warn } from "../logging/logger.ts";

export interface Target {
  readonly baseUrl: string;
  readonly model: string;
}

const REFUSAL =
  /unsupported|not support|not allowed|unknown|unrecogni[sz]ed|unexpected|deprecated|not permitted|extra/i;

/** What a field has come to be called, where errors say so. */
const SUCCESSORS: { readonly [field: string]: string } = { max_tokens: "max_completion_tokens" };

/** By refused field: the one to send in its place, if any. */
type Refused = ReadonlyMap<string, string | undefined>;

const refused = new Map<string, Map<string, string | undefined>>();

function keyOf({ baseUrl, model }: Target): string {
  return `${baseUrl} ${model}`;
}

/** The body without the fields that this model has refused before. */
export function withoutKnownRefused<Body extends object>(body: Body, target: Target): Body {
  const fields = refused.get(keyOf(target));
  return fields === undefined ? body : without(body, fields);
}

/** Takes one refused field after the other out of a body; `undefined` when the error names none that can go. */
export function createFallback<Body extends object>(
  body: Body,
  optional: readonly string[],
  target: Target,
): (error: ProviderError) => Body | undefined {
  let current = body;
  return (error) => {
    const next = withoutRefused(current, error, optional, target);
    if (next !== undefined) current = next;
    return next;
  };
}

/**
 * The body without the field that an error names as unknown or unsupported, or `undefined` where it names none.
 *
 * @param optional Fields that a request can do without; the first that the error names is taken out.
 */
function withoutRefused<Body extends object>(
  body: Body,
  error: ProviderError,
  optional: readonly string[],
  target: Target,
): Body | undefined {
  const { status, providerMessage, providerCode = "" } = error;
  if (status !== 400 && status !== 422) return undefined;
  if (!REFUSAL.test(providerMessage) && !REFUSAL.test(providerCode)) return undefined;
  const field = optional.find((name) => name in body && namesField(providerMessage, name));
  if (field === undefined) return undefined;
  const key = keyOf(target);
  const known = refused.get(key) ?? new Map<string, string | undefined>();
  const successor = SUCCESSORS[field];
  const isRenamed = successor !== undefined && providerMessage.includes(successor);
  refused.set(key, known.set(field, isRenamed ? successor : undefined));
  if (!isRenamed) warnOfRefusal(field, target, providerMessage);
  return without(body, known);
}

function namesField(words: string, name: string): boolean {
  // "Encrypted content is not supported with this model." speaks of what `include` asks for.
  if (name === "include" && /encrypted content/i.test(words)) return true;
  return new RegExp(`\\b${name}\\b`).test(words);
}

/** Fields that are nobody's setting: they ask for usage, and for reasoning that can be sent back. */
const SILENT = ["stream_options", "include"];

function warnOfRefusal(field: string, { model }: Target, words: string): void {
  if (SILENT.includes(field)) return;
  warn(
    "RUNA_SETTING_REFUSED",
    `Model "${model}" does not take ${field}: it is left out from now on. It said: ${words}`,
  );
}

function without<Body extends object>(body: Body, fields: Refused): Body {
  const entries = Object.entries(body).flatMap(([name, value]) => {
    if (!fields.has(name)) return [[name, value]];
    const successor = fields.get(name);
    return successor === undefined ? [] : [[successor, value]];
  });
  // What is left is a body still, since only optional fields are taken out.
  return Object.fromEntries(entries) as Body;
}
