/** RG4xx: manifest, binding, drift. */
export const outputsCodes = {} as const;
