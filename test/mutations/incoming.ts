import type { MutatedRow } from "./mutation.js";

export const incoming: readonly MutatedRow[] = [];
