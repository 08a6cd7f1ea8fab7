import type { MutatedRow } from "./mutation.js";

export const multimedia: readonly MutatedRow[] = [];
