interface Bed {
  id: string;
}

/**
 * Repot a plant. Works on one
 * plant at a time.
 *
 * See {@link Bed} for the target, or {@link Bed | the beds}.
 * @tool
 * @param plant - the plant
 *   to repot
 * @param size pot size in cm
 * @returns the bed
 * @example repot("fern", 12)
 * @throws when there is no pot
 */
export async function repot(plant: string, size: number): Promise<Bed> {
  return { id: plant + size };
}

/** A place in the garden. */
interface Spot {
  x: number;
  /** To the north */
  y: number;
}

/**
 * Carry something: a reference keeps its own text.
 * @tool
 * @param from where it stands now
 * @param to where it should go
 * @param to.x to the east
 */
export async function carry(from: Spot, to: Spot, over: Spot, /** with how many hands */ hands: number): Promise<void> {}

/**
 * Texts that other tools read as something else: `code`, "quotes", <b>, \ and a backslash, é, 🌱.
 * @tool
 * @param {string} text an @ sign, a@b.example, and {braces}
 * @param [count=3] brackets say nothing
 * @param list the list
 * @param list[].name of each
 */
export async function quote(text: string, count: number, list: { name: string }[]): Promise<void> {}

// A comment of this kind is no text.
/** @tool */
export async function silent(word: string): Promise<void> {}
