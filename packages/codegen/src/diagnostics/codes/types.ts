/** RG2xx: what a type can say to a model. */
export const typesCodes = {} as const;
