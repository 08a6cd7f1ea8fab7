import type { MutatedRow } from "./mutation.js";

export const receipts: readonly MutatedRow[] = [];
