import type { DeliveryStore } from "../../../ports/delivery.js";
import { nextDueSql, waitingLinksSql } from "./candidates.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";

export function deliveryStore(database: Database, writer: Writer): DeliveryStore {
  const due = database.prepare<{ readonly at: number | null }>(nextDueSql);
  const waiting = database.prepare<{ readonly id: number }>(waitingLinksSql);
  return {
    own: (input) => writer.call("own", input),
    disown: async (owner) => {
      await writer.call("disown", owner);
    },
    nextDue: async (linkIds) => {
      const times = [0, ...linkIds].flatMap((id) => due.get(id, id, id)?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    waitingLinks: async () => waiting.all().map(({ id }) => id),
    claim: (claim) => writer.call("claim", claim),
    takeBack: async (owner, known) => {
      await writer.call("takeBack", { owner, known });
    },
    settle: async (settlements) => (settlements.length > 0 ? writer.call("settle", settlements) : []),
    reroute: async (input) => (await writer.call("reroute", input)) ?? undefined,
    receipts: (receipts) => writer.call("receipts", receipts),
    expire: (now, validity, limit) => writer.call("expire", { now, validity, limit }),
    giveUp: (before, now, limit) => writer.call("giveUp", { before, now, limit }),
    forgetUnmatched: (before, most, limit) => writer.call("forgetUnmatched", { before, most, limit }),
  };
}
