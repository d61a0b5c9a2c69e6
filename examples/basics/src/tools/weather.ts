/**
 * Get the weather for a given city.
 * @tool
 * @param city The city to get the weather for.
 */
export function getWeather(city: string): string {
  return `The weather in ${city} is sunny.`;
}

export interface GetWeatherRequest {
  /** The city to get the weather for */
  city: string;
}

/**
 * Get the weather for a given city.
 * @tool get_weather_for
 * @param request The request object containing the city to get the weather for.
 */
export function getWeatherFor(request: GetWeatherRequest): string {
  return `The weather in ${request.city} is sunny.`;
}

const CONDITIONS = ["sunny", "cloudy", "rainy", "snowy", "windy"];

/**
 * Get a forecast for a given city.
 * @tool
 * @param city The city to get the forecast for
 */
export function getForecast(city: string): string {
  const condition = CONDITIONS[Math.floor(Math.random() * CONDITIONS.length)];
  return `Tomorrow the weather in ${city} will be ${condition}.`;
}
