import type { MutatedRow } from "./mutation.js";

export const framing: readonly MutatedRow[] = [];
