import type { Contradiction, UncertainMessage } from "../domain/delivery/routing/link.js";
import { queueNames } from "../domain/delivery/routing/route-table.js";
import { maskedPhone } from "../domain/desk/search.js";
import { statusTable } from "../domain/status.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "../admin/ids.js";
import { list, longList, type Subject } from "./action.js";
import { described, nullable, switchMember, textMember, timeMember, wholeMember } from "./members.js";
import { partWith } from "./parts.js";
import { shownNumber } from "./rights.js";
import { failUncertain, resendUncertain } from "./uncertain.js";

const may = { operator: "viewer" } as const;

/** Messages of one link as the commands print them. */
export type QueueRow = Awaited<ReturnType<typeof queuesOf>>[number];

/** Queued messages by link, also for the moment that pages share. */
export async function queuesOf({ links, delivery }: Pick<Store, "delivery" | "links">, now: number) {
  const nameOf = queueNames(await links.links());
  const queues = await links.queues();
  const due = await delivery.dueByLink(queues.map(({ linkId }) => linkId));
  return queues.map(({ linkId, ...counts }) => {
    const at = due.get(linkId) ?? Infinity;
    return { link: nameOf(linkId), ...counts, oldestDue: at > now ? null : new Date(at).toISOString() };
  });
}

const showQueue = list({
  name: "queue show",
  help: "Show the number of messages per link, and since when the oldest waiting one is due",
  may,
  columns: ["link", "waiting", "underWay", "uncertain", "withoutReceipt", "oldestDue"],
  members: {
    link: textMember("name of the link, unrouted, or no route for messages that match no route"),
    waiting: wholeMember("messages that wait"),
    underWay: wholeMember("messages in flight"),
    uncertain: wholeMember("messages whose acceptance is unconfirmed"),
    withoutReceipt: wholeMember("accepted messages without a final receipt"),
    oldestDue: nullable(timeMember("since when the oldest waiting message is due; null if none is due")),
  },
  rows: (_none, { store, now }) => queuesOf(store, now),
});

const messageMembers = described(["id", "transaction", "customer"]);

/** A message whose acceptance is unconfirmed. */
export type UncertainRow = ReturnType<typeof uncertainRow>;

const uncertainRow = (row: UncertainMessage, number: string) => ({
  id: row.id,
  transaction: row.transactionId,
  customer: row.customerId,
  number,
  link: row.link ?? null,
  /** ISO 8601, UTC. */
  since: new Date(row.at).toISOString(),
  attempts: row.attempts,
  reason: row.code ?? null,
});

/** Uncertain messages, the oldest first. */
export const listUncertain = longList({
  name: "queue uncertain list",
  help: "List uncertain messages that are held for a decision",
  may,
  columns: ["id", "transaction", "customer", "number", "link", "since", "attempts", "reason"],
  members: {
    ...messageMembers,
    ...described(["since", "attempts"]),
    number: textMember("number of the recipient"),
    link: nullable(textMember("name of the link; null for one that was removed")),
    reason: nullable(textMember("status code of the last attempt; null for none")),
  },
  part: async (_none, wanted, { store: { links }, caller }) => {
    const { limit, after } = wanted;
    const found = await links.uncertain(limit, after === undefined ? after : storedIdOf("message", after));
    const numberOf = (phone: string) =>
      caller.kind === "machine" ? maskedPhone(phone) : shownNumber(phone, caller);
    return partWith(
      found,
      wanted,
      (row) => uncertainRow(row, numberOf(row.phone)),
      ({ id }) => String(id),
    );
  },
});

const contradictionRow = (row: Contradiction) => ({
  id: row.id,
  transaction: row.transactionId,
  customer: row.customerId,
  number: maskedPhone(row.phone),
  part: row.part,
  status: statusTable[row.state].element,
  reported: statusTable[row.reported].element,
  /** ISO 8601, UTC. */
  at: new Date(row.at).toISOString(),
  code: row.code ?? null,
  refunded: row.refunded === 1,
});

/** Receipts that contradict others, the latest first. */
export const listContradictions = longList({
  name: "queue contradictions",
  help: "List receipts that contradict the final state that stays, and whether the message was refunded",
  may,
  columns: [
    ...(["id", "transaction", "customer", "number", "part", "status", "reported"] as const),
    ...(["at", "code", "refunded"] as const),
  ],
  members: {
    ...messageMembers,
    ...described(["at"]),
    number: textMember("number of the recipient, with its last digits hidden"),
    part: wholeMember("part of the message"),
    status: textMember("status that stays"),
    reported: textMember("status in the receipt"),
    code: nullable(textMember("error code in the receipt; null for none")),
    refunded: switchMember("whether the message was refunded"),
  },
  part: async (_none, wanted, { store: { links } }) => {
    const { limit, after } = wanted;
    const place = after === undefined ? after : storedIdOf("receipt", after);
    const found = await links.contradictions(limit, place);
    return partWith(found, wanted, contradictionRow, ({ entry }) => String(entry));
  },
});

/** Queued and uncertain messages. */
export const queue: Subject = {
  name: "queue",
  help: "Queued and uncertain messages",
  entries: [
    showQueue,
    listContradictions,
    {
      name: "queue uncertain",
      help: "Messages whose acceptance by the network is unconfirmed",
      entries: [listUncertain, resendUncertain, failUncertain],
    },
  ],
};
