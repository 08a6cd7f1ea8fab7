import { prepareClaim, prepareReroute } from "./claim.js";
import type { HandOverReads } from "./only-recipient.js";
import type { TransitionWrites } from "./transitions.js";
import type { CommitReads } from "../engine/commit-reads.js";
import type { Database } from "../engine/database.js";
import { deliverySweeps } from "./delivery-sweeps.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { type LinkFacts, type RouteTable, routeTable } from "../../../domain/delivery/route-table.js";
import { allRoutes } from "../../tables/links/routes.js";
import { ScriptRunner } from "../engine/scripts.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import { ownerWrites } from "./owner.js";
import { prepareReceipts, prepareSettle, prepareSettleRemains, prepareTakeBack } from "./settle.js";
import { prepareSentParts } from "./sent-parts.js";
import { prepareUnmatched } from "./unmatched.js";

/** Gives links and routes as they are now; they are read again only when they have changed. */
export function prepareLinkTable(database: Database, reads: CommitReads): () => RouteTable {
  const revision = database.prepare<{ readonly n: number }>("SELECT n FROM link_revision");
  const links = database.prepare<LinkFacts>("SELECT id, kind, network FROM link ORDER BY id");
  const runner = new ScriptRunner(database);
  let known: { readonly revision: number; readonly table: RouteTable } | undefined;
  const read = reads.keep(() => {
    const now = revision.get()?.n ?? 0;
    if (known?.revision !== now)
      known = { revision: now, table: routeTable(links.all(), runner.all(allRoutes)) };
    return known.table;
  });
  return () => read(undefined);
}

export function deliveryWrites(
  database: Database,
  transitions: TransitionWrites,
  lock: OwnerLock,
  { owns, linkTable, memory }: HandOverReads,
): DeliveryWrites {
  const sentParts = prepareSentParts(database);
  const unmatched = prepareUnmatched(database);
  const settle = prepareSettle(database, transitions, linkTable, { sentParts, unmatched, memory });
  return {
    ...ownerWrites(database, lock, prepareSettleRemains(database, linkTable, settle)),
    ...deliverySweeps(database, transitions),
    claim: prepareClaim(database, transitions, linkTable, owns, memory),
    settle,
    takeBack: prepareTakeBack(database, settle),
    reroute: prepareReroute(database, linkTable, owns, memory),
    receipts: prepareReceipts(transitions, linkTable, sentParts, unmatched),
  };
}
