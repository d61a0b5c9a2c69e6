/** RG5xx: what a provider's dialect cannot carry. */
export const dialectsCodes = {} as const;
