import type { HashCost } from "#server/credentials/hash.js";

/** Cost of hashes in tests that are about something else: 1 MiB of memory and some 5 ms. */
export const cheap: HashCost = { ln: 10, r: 8, p: 3 };
