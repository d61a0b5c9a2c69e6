import { type City, PLACES } from "../cities.ts";

export interface Daylight {
  city: City;
  /** Hours between sunrise and sunset. */
  hours: number;
}

/**
 * How many hours of daylight a city has on a day.
 * @tool
 * @param city The city
 * @param day The day; today when left out
 */
export async function getDaylight(city: City, day: Date = new Date()): Promise<Daylight> {
  const dayOfYear = Math.floor((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 0)) / 86_400_000);
  const declination = -0.4093 * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365);
  const latitude = (PLACES[city].latitude * Math.PI) / 180;
  // Beyond ±1 the sun does not rise, or does not set, that day.
  const cosine = Math.min(1, Math.max(-1, -Math.tan(latitude) * Math.tan(declination)));
  return { city, hours: Math.round((24 / Math.PI) * Math.acos(cosine) * 10) / 10 };
}
