/** A place that is too large to be repeated. */
interface Address {
  /** The street and the number of the house, as it is written on letters in that country */
  street: string;
  /** The town or the village */
  town: string;
  /** Two letters: ISO 3166-1 alpha-2 */
  country: string;
  /** Which floor, which door, or whatever else the postman has to know of */
  details?: string;
  /** Degrees, north is positive */
  latitude: number;
  /** Degrees, east is positive */
  longitude: number;
}

/**
 * Send a parcel.
 * @tool
 * @param from where it stands now
 * @param to where it should go
 * @param back where it goes if nobody is there
 * @param over on its way
 */
export async function sendParcel(from: Address, to: Address, back: Address | null, over: Address[]): Promise<void> {}

interface Small {
  x: number;
}

/**
 * Small types are inlined.
 * @tool
 */
export async function sendSmall(from: Small, to: Small): Promise<void> {}
