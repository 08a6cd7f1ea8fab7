import { prepareClaim, prepareReroute } from "./claim.js";
import type { ClaimMemory } from "../../../domain/outbox/claim-round.js";
import type { TransitionWrites } from "../outbox/transitions.js";
import type { Database } from "../engine/database.js";
import { deliverySweeps } from "./delivery-sweeps.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { prepareLinkTable } from "../links/link-table.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import { ownerWrites, prepareOwns } from "./owner.js";
import { prepareReceipts, prepareSettle, prepareSettleRemains, prepareTakeBack } from "./settle.js";
import { prepareSentParts } from "./sent-parts.js";
import { prepareUnmatched } from "./unmatched.js";

export function deliveryWrites(
  database: Database,
  transitions: TransitionWrites,
  lock: OwnerLock,
  memory: ClaimMemory,
): DeliveryWrites {
  const linkTable = prepareLinkTable(database);
  const owns = prepareOwns(database);
  const sentParts = prepareSentParts(database);
  const unmatched = prepareUnmatched(database);
  const settle = prepareSettle(database, transitions, linkTable, sentParts, unmatched);
  return {
    ...ownerWrites(database, lock, prepareSettleRemains(database, linkTable, settle)),
    ...deliverySweeps(database, transitions),
    claim: prepareClaim(database, transitions.record, linkTable, owns, memory),
    settle,
    takeBack: prepareTakeBack(database, settle),
    reroute: prepareReroute(database, linkTable, owns),
    receipts: prepareReceipts(transitions, linkTable, sentParts, unmatched),
    forgetUnmatched: (input) => unmatched.forget(input),
  };
}
