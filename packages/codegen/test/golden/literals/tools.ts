export const Pace = { Slow: "slow", Fast: "fast" } as const;
export type Pace = (typeof Pace)[keyof typeof Pace];

enum Season {
  /** March to May */
  Spring = "spring",
  /** June to August */
  Summer = "summer",
  Autumn = "autumn",
}
enum Priority {
  Low,
  High = 5,
  Higher,
}
enum Mixed {
  None = 0,
  All = "all",
}
const units = ["celsius", "fahrenheit"] as const;

/**
 * Water the beds. Members stand in the order in which they are written.
 * @tool
 * @param pace Of an object of constants
 * @param season Of an enum with texts
 * @param priority Of a numeric enum
 * @param mixed Of both
 * @param one A single member of an enum
 */
export async function waterBeds(
  pace: Pace,
  season: Season,
  priority: Priority,
  mixed: Mixed,
  one: Season.Autumn,
): Promise<void> {}

type Unit =
  /** For most */
  | "celsius"
  /** For the US */
  | "fahrenheit"
  | "kelvin";

/**
 * Measure the soil.
 * @tool
 * @param unit Temperature unit
 * @param listed Of a list of constants
 * @param level Kinds mixed
 * @param exact Only this one
 * @param always Only true
 * @param negative Numbers below zero
 */
export async function measureSoil(
  unit: Unit,
  listed: (typeof units)[number],
  level: 1 | "max" | true,
  exact: "exact",
  always: true,
  negative: -1 | 0 | 1.5,
): Promise<void> {}
