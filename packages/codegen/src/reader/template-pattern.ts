/**
 * Template literal types as regular expressions (`u` flag) that accept what the compiler accepts.
 *
 * The compiler does not backtrack: a placeholder that is followed by a text takes everything up to the *first*
 * occurrence of it, and the last placeholder takes the rest. `v.5.1` is therefore no `v${number}.${number}`. So the
 * pattern of a placeholder must not be able to run over the text that follows it.
 *
 * Known limits: a number too large to be finite passes, and the compiler counts UTF-16 units where a pattern counts
 * code points.
 */
export type Placeholder =
  | "string"
  | "number"
  | "bigint"
  | "uppercase"
  | "lowercase"
  | "capitalized"
  | "uncapitalized"
  /** ``Uppercase<`${number}`>`` */
  | "uppercase-number"
  | "lowercase-number";

/** @param texts one more than there are placeholders: `["v", ".", ""]` for `` `v${number}.${number}` `` */
export function templatePattern(texts: readonly string[], placeholders: readonly Placeholder[]): string {
  const parts = placeholders.map((placeholder, index) => {
    const isLast = index === placeholders.length - 1;
    const delimiter = texts[index + 1] ?? "";
    if (!isLast && delimiter === "") return ONE_CHARACTER[placeholder];
    const pattern = PATTERNS[placeholder](isLast ? "" : delimiter) ?? "(?!)";
    return `${pattern}${escapeText(delimiter)}`;
  });
  return `^${escapeText(texts[0] ?? "")}${parts.join("")}$`;
}

/** Of two placeholders with nothing between them the first takes exactly one character. */
const ONE_CHARACTER: Readonly<Record<Placeholder, string>> = {
  string: "[\\s\\S]",
  number: "[\\d\\s]",
  "uppercase-number": "[\\d\\s]",
  "lowercase-number": "[\\d\\s]",
  bigint: "\\d",
  uppercase: "\\P{CWU}",
  lowercase: "\\P{CWL}",
  capitalized: "\\P{CWU}",
  uncapitalized: "\\P{CWL}",
};

/** A pattern that cannot match anything is `undefined`; whatever contains it as a necessary part, neither. */
type Pattern = string | undefined;

/** The letters that numbers are written with. */
interface NumberLetters {
  readonly e: string;
  readonly x: string;
  readonly o: string;
  readonly b: string;
  readonly hex: string;
}

const EITHER_CASE: NumberLetters = { e: "[eE]", x: "[xX]", o: "[oO]", b: "[bB]", hex: "[\\da-fA-F]" };

/** What a placeholder accepts while it may not run over `delimiter`; an empty one forbids nothing. */
const PATTERNS: Readonly<Record<Placeholder, (delimiter: string) => Pattern>> = {
  string: (delimiter) => {
    if (isOneCharacter(delimiter)) return `[^${escapeInClass(delimiter)}]*`;
    return `${anyCharacter(delimiter)}*`;
  },
  number: (delimiter) => numberPattern(delimiter, EITHER_CASE),
  "uppercase-number": (delimiter) => numberPattern(delimiter, { e: "E", x: "X", o: "O", b: "B", hex: "[\\dA-F]" }),
  "lowercase-number": (delimiter) => numberPattern(delimiter, { e: "e", x: "x", o: "o", b: "b", hex: "[\\da-f]" }),
  bigint: (delimiter) => bigintPattern(delimiter),
  uppercase: (delimiter) => `${guarded("\\P{CWU}", delimiter)}*`,
  lowercase: (delimiter) => `${guarded("\\P{CWL}", delimiter)}*`,
  capitalized: (delimiter) => `(?:${guarded("\\P{CWU}", delimiter, "")}${anyCharacter(delimiter)}*)?`,
  uncapitalized: (delimiter) => `(?:${guarded("\\P{CWL}", delimiter, "")}${anyCharacter(delimiter)}*)?`,
};

function anyCharacter(delimiter: string): string {
  return guarded("[\\s\\S]", delimiter);
}

function guarded(atom: string, delimiter: string, group = "?:"): string {
  if (delimiter === "") return atom;
  const guarding = `(?!${escapeText(delimiter)})${atom}`;
  return group === "" ? guarding : `(${group}${guarding})`;
}

/** `${number}`: any text but the empty one that JavaScript's `+text` makes a finite number. */
function numberPattern(delimiter: string, letters: NumberLetters): Pattern {
  const atom = atomsBefore(delimiter);
  const digits = plus(atom("\\d"));
  const blanks = star(atom("\\s"));
  const exponent = optional(sequence(atom(letters.e), optional(atom("[+\\-]")), digits));
  const fraction = optional(sequence(atom("\\."), star(atom("\\d"))));
  const leading = sequence(atom("\\."), digits);
  const decimal = sequence(optional(atom("[+\\-]")), either(sequence(digits, fraction), leading), exponent);
  return either(sequence(blanks, either(decimal, radixPattern(atom, letters)), blanks), plus(atom("\\s")));
}

/** `${bigint}`: an integer in its canonical form. */
function bigintPattern(delimiter: string): Pattern {
  const atom = atomsBefore(delimiter);
  const decimal = either(atom("0"), sequence(atom("[1-9]"), star(atom("\\d"))));
  return sequence(optional(atom("-")), either(decimal, radixPattern(atom, EITHER_CASE)));
}

function radixPattern(atom: (source: string) => Pattern, letters: NumberLetters): Pattern {
  return sequence(
    atom("0"),
    either(
      sequence(atom(letters.x), plus(atom(letters.hex))),
      sequence(atom(letters.o), plus(atom("[0-7]"))),
      sequence(atom(letters.b), plus(atom("[01]"))),
    ),
  );
}

/** Single characters that the delimiter may not start at. */
function atomsBefore(delimiter: string): (source: string) => Pattern {
  const [first] = delimiter;
  return (source) => {
    if (first === undefined || !new RegExp(`^${source}$`, "u").test(first)) return source;
    const guarding = `(?!${escapeText(delimiter)})${source}`;
    const isAlwaysForbidden = isOneCharacter(delimiter) && /^\\?.$/u.test(source) && !/^\\[ds]$/.test(source);
    return isAlwaysForbidden ? undefined : guarding;
  };
}

function sequence(...patterns: readonly Pattern[]): Pattern {
  return patterns.includes(undefined) ? undefined : patterns.join("");
}

function either(...patterns: readonly Pattern[]): Pattern {
  const possible = patterns.filter((pattern) => pattern !== undefined);
  return possible.length < 2 ? possible[0] : `(?:${possible.join("|")})`;
}

function optional(pattern: Pattern): Pattern {
  return pattern === undefined ? "" : `${unit(pattern)}?`;
}

function star(pattern: Pattern): Pattern {
  return pattern === undefined ? "" : `${unit(pattern)}*`;
}

function plus(pattern: Pattern): Pattern {
  return pattern === undefined ? undefined : `${unit(pattern)}+`;
}

/** One character, or a class of them, can be repeated without a group. */
function unit(pattern: string): string {
  return /^(?:\\?.|\[(?:\\.|[^\]\\])*\])$/u.test(pattern) ? pattern : `(?:${pattern})`;
}

function isOneCharacter(text: string): boolean {
  return [...text].length === 1;
}

/** With the `u` flag only characters of the syntax may be escaped. */
function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function escapeInClass(character: string): string {
  return character.replace(/[\\\]^-]/g, "\\$&");
}
