import type { MutatedRow } from "./mutation.js";

export const connections: readonly MutatedRow[] = [];
