import type { DeliveryStore } from "../../../ports/delivery.js";
import { nextDueSql, waitingLinksSql } from "./candidates.js";
import type { Database } from "../engine/database.js";
import type { Caller } from "../../protocol/calls.js";
import { deliveryCalls, type DeliveryWrites } from "../../protocol/link-writes.js";

export function deliveryStore(database: Database, writer: Caller<DeliveryWrites>): DeliveryStore {
  const due = database.prepare<{ readonly at: number | null }>(nextDueSql);
  const waiting = database.prepare<{ readonly id: number }>(waitingLinksSql);
  return {
    ...deliveryCalls(writer),
    nextDue: async (linkIds) => {
      const times = [0, ...linkIds].flatMap((id) => due.get(id, id, id)?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    waitingLinks: async () => waiting.all().map(({ id }) => id),
  };
}
