import type { MutatedRow } from "./mutation.js";

export const restarts: readonly MutatedRow[] = [];
