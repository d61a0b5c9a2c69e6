/** The cities that the example tools know. */
export type City = "Berlin" | "Cairo" | "Lisbon" | "Oslo" | "Paris" | "Sydney" | "Tokyo";

export interface Place {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  /** IANA name. */
  readonly timeZone: string;
}

export const PLACES: Readonly<Record<City, Place>> = {
  Berlin: { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" },
  Cairo: { latitude: 30.044, longitude: 31.236, timeZone: "Africa/Cairo" },
  Lisbon: { latitude: 38.722, longitude: -9.139, timeZone: "Europe/Lisbon" },
  Oslo: { latitude: 59.913, longitude: 10.752, timeZone: "Europe/Oslo" },
  Paris: { latitude: 48.857, longitude: 2.352, timeZone: "Europe/Paris" },
  Sydney: { latitude: -33.869, longitude: 151.209, timeZone: "Australia/Sydney" },
  Tokyo: { latitude: 35.676, longitude: 139.65, timeZone: "Asia/Tokyo" },
};
