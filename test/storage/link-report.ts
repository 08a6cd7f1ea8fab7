import { linkCounts, type LinkReport } from "#server/domain/delivery/routing/link.js";

/** A report of a process that delivers, on a link without traffic. */
export const linkReport = (linkId: number, up: boolean): LinkReport => ({
  linkId,
  at: Date.now(),
  up,
  word: up ? "bound" : "reconnecting",
  problem: undefined,
  window: 10,
  used: 0,
  // One count for each name.
  counts: Object.fromEntries(linkCounts.map((name) => [name, 0])) as LinkReport["counts"],
});
