import { type City, PLACES } from "../cities.ts";

/**
 * The current local time in a city.
 * @tool
 * @param city The city to tell the time of
 */
export function getLocalTime(city: City): string {
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: PLACES[city].timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date());
  return `In ${city} it is ${time}.`;
}
