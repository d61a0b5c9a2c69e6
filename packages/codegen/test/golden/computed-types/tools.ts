interface Plant {
  /** Unique */
  id: string;
  name: string;
  /** In centimetres */
  height?: number;
  secret: string;
}
type Getter<T> = { [K in keyof T as `new_${string & K}`]?: T[K] };
type Unwrap<T> = T extends Array<infer E> ? E : T;
type Box<T> = { inside: T; note: string };
type PlantId = string & { readonly __brand: "PlantId" };
type Version = `v${number}.${number}`;
type Route = `${"get" | "put"} /${string}`;

/**
 * Whatever the checker can resolve is resolved.
 * @tool
 */
export async function computePlants(
  partial: Partial<Plant>,
  required: Required<Plant>,
  picked: Pick<Plant, "id" | "height">,
  omitted: Omit<Plant, "secret">,
  frozen: Readonly<Plant>,
  mapped: Getter<Pick<Plant, "name" | "height">>,
  unwrapped: Unwrap<number[]>,
  box: Box<Box<number>>,
  id: PlantId,
  version: Version,
  route: Route,
  key: keyof Plant,
  indexed: Plant["height"],
  excluded: Exclude<"a" | "b" | "c", "b">,
  nonNullable: NonNullable<string | null>,
  parameters: Parameters<(a: string, b: number) => void>,
  lower: Lowercase<"ABC">,
): Promise<void> {}

/**
 * A type parameter is its constraint.
 * @tool
 */
export async function echoPlant<T extends Pick<Plant, "id">>(plant: T): Promise<void> {}
