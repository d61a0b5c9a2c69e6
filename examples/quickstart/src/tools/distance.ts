import { type City, PLACES } from "../cities.ts";

const EARTH_RADIUS_KM = 6371;
const KM_PER_MILE = 1.609344;

/**
 * How far apart two cities are, in a straight line over the ground.
 * @tool
 * @param from Where the trip starts
 * @param to Where it ends
 * @param unit Unit of the answer
 */
export function getDistance(from: City, to: City, unit: "km" | "miles" = "km"): string {
  const a = PLACES[from];
  const b = PLACES[to];
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const km = 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(haversine));
  return `${from} and ${to} are ${Math.round(unit === "km" ? km : km / KM_PER_MILE)} ${unit} apart.`;
}
