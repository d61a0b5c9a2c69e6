/** Why a function is not proven to run in a worker as it would here, in words; `undefined` where it is. */
export type Refusal = string | undefined;
