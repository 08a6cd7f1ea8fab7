import type { HashCost } from "#server/credentials/hash.js";

/** Cost of hashes in tests that are about something else: 64 KiB of memory and a third of a millisecond. */
export const cheap: HashCost = { ln: 6, r: 8, p: 3 };
