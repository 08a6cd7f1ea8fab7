import type { MutatedRow } from "./mutation.js";

export const text: readonly MutatedRow[] = [];
