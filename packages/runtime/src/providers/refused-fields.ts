/**
 * Settings that a model turns out not to take. Which ones those are changes with every model, and some servers know
 * them only by their error: the request is sent again without the field, and the model is remembered.
 */
import type { ProviderError } from "../errors/provider-error.ts";

export interface Target {
  readonly baseUrl: string;
  readonly model: string;
}

const REFUSAL =
  /unsupported|not support|not allowed|unknown|unrecogni[sz]ed|unexpected|deprecated|not permitted|extra/i;

const refused = new Map<string, Set<string>>();

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
  const known = refused.get(key) ?? new Set();
  refused.set(key, known.add(field));
  warn(field, target, providerMessage);
  return without(body, known);
}

function namesField(words: string, name: string): boolean {
  // "Encrypted content is not supported with this model." speaks of what `include` asks for.
  if (name === "include" && /encrypted content/i.test(words)) return true;
  return new RegExp(`\\b${name}\\b`).test(words);
}

/** Fields that are nobody's setting: they ask for usage, and for reasoning that can be sent back. */
const SILENT = ["stream_options", "include"];

function warn(field: string, { model }: Target, words: string): void {
  if (SILENT.includes(field)) return;
  process.emitWarning(`Model "${model}" does not take ${field}: it is left out from now on. It said: ${words}`, {
    code: "RUNA_SETTING_REFUSED",
  });
}

function without<Body extends object>(body: Body, fields: ReadonlySet<string>): Body {
  // What is left is a body still, since only optional fields are taken out.
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.has(name))) as Body;
}
