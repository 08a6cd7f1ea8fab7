/**
 * Roles of a server process: `api` serves calls and the requests of MMSCs, `delivery` owns binds of links and forwards incoming
 * messages, `maintenance` sweeps, runs campaigns, creates partitions and deletes expired data, `smpp` serves clients with SMPP.
 */
export const roles = ["api", "delivery", "maintenance", "smpp"] as const;
export type Role = (typeof roles)[number];
