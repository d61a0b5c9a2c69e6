import type { Soak } from "../soak.ts";
export const FUZZ: Soak = { unit: "strings", count: 1, run: async () => ({ facts: {}, problems: [] }) };
