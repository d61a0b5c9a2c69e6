/** RG3xx: how a tool will run. */
export const executionCodes = {} as const;
