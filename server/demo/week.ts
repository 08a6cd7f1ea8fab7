import { setImmediate } from "node:timers/promises";
import { MessageType } from "messenger-client";
import type { ClaimedMessage, LinkReceipt, Settlement } from "../domain/delivery/claiming/claim.js";
import { plainMessage, type Submission } from "../domain/delivery/submitting/submission.js";
import { responseKeys } from "../domain/delivery/submitting/message-id.js";
import { RecipientState } from "../domain/recipient-state.js";
import { dataCoding, smsText } from "../domain/text/sms-text.js";
import { statusName } from "../networks/smpp/session/status-table.js";
import { newTransactionId } from "../transaction-id.js";
import { wholeService } from "../domain/usage/traffic.js";
import type { Store } from "../ports/store.js";
import { demoName, visitor } from "./accounts.js";
import { type PastMessage, pastWeek } from "./messages.js";
import { PastTraffic } from "./past-traffic.js";
import { outcomeOf, type ReceiptStat, type SimulatedOutcome } from "./outcomes.js";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Name of the lease under which the week is delivered. */
const owner = "demo week";

/** Messages that a link may have in flight: all of an hour. */
const room = 1_000;

/** Milliseconds until a network responds. */
const responseTime = 180;

const stateOf: Readonly<Record<ReceiptStat, LinkReceipt["state"]>> = {
  DELIVRD: RecipientState.Delivered,
  UNDELIV: RecipientState.Undeliverable,
  EXPIRED: RecipientState.Expired,
  REJECTD: RecipientState.Rejected,
};

function submissionOf({ customer, phone, text, at }: PastMessage, dueAt: number): Submission {
  const prepared = smsText(text, MessageType.Latin);
  if (prepared === undefined) throw new Error(`too long: ${text}`);
  return {
    transactionId: newTransactionId(at),
    customerId: customer.id,
    userName: demoName,
    operation: "SendSms",
    originator: customer.originator,
    text: prepared.text,
    parts: prepared.parts,
    at,
    dueAt,
    clientTransaction: undefined,
    recipients: [phone],
    refused: [],
    charge: { kind: "SMS", amount: prepared.parts * 1_000 },
    ...plainMessage,
    dataCoding: dataCoding(prepared.coding),
  };
}

/** The end of an attempt of a message that was submitted at a time. */
function settlementOf(
  { id, linkId, parts, attempt }: ClaimedMessage,
  outcome: SimulatedOutcome,
  at: number,
): Settlement {
  const result = { owner, recipientId: id, linkId, at, accepted: [] };
  if (outcome.kind === "refused")
    return { ...result, end: { kind: "failed", code: statusName(outcome.status) } };
  if (outcome.kind === "noResponse") return { ...result, end: { kind: "held", code: "no answer: timeout" } };
  if (outcome.kind === "throttled" && attempt === 1) {
    const [nextAt, code] = [at + second, statusName(outcome.status)];
    return {
      ...result,
      end: { kind: "queued", nextAt, linkId, counts: "attempt", uncertain: false, code },
    };
  }
  const accepted = Array.from({ length: parts }, (_, index) => ({
    part: index + 1,
    messageId: partId(id, index + 1),
  }));
  return { ...result, accepted, end: { kind: "submitted" } };
}

const partId = (id: number, part: number): string => `w${id.toString(16)}-${part}`;

/** Receipts of a message that was submitted at a time. */
function receiptsOf(
  { id, linkId, phone, parts, attempt }: ClaimedMessage,
  outcome: SimulatedOutcome,
  submittedAt: number,
): readonly LinkReceipt[] {
  if (outcome.kind !== "receipt" && (outcome.kind !== "throttled" || attempt === 1)) return [];
  const stat = outcome.kind === "receipt" ? outcome.stat : "DELIVRD";
  const code = outcome.kind === "receipt" ? outcome.err : "000";
  // Not each message takes equally long.
  const at = submittedAt + outcome.after + (id % 9) * 700;
  return Array.from({ length: parts }, (_, index) => {
    const messageId = partId(id, index + 1);
    return {
      linkId,
      messageId,
      phone,
      at,
      code,
      state: stateOf[stat],
      keys: responseKeys(messageId, "same"),
    };
  });
}

/** A message of a claim, and when it was submitted to its network. */
interface Sent {
  readonly message: ClaimedMessage;
  readonly at: number;
}

/** A store that is filled with messages that were delivered, or not, over its links. */
class Week {
  readonly traffic: PastTraffic;
  readonly #store: Store;
  readonly #now: number;
  /** Names by id. */
  readonly #links: ReadonlyMap<number, string>;

  constructor(store: Store, now: number, links: ReadonlyMap<number, string>) {
    this.#store = store;
    this.#now = now;
    this.#links = links;
    this.traffic = new PastTraffic([...links.values()]);
  }

  /** Stores the messages of one hour, and delivers them. */
  async deliver(messages: readonly PastMessage[]): Promise<void> {
    const submissions = messages.map((message) => submissionOf(message, message.at));
    await Promise.all(submissions.map((submission) => this.#store.outbox.submit(submission)));
    for (const { at } of submissions) this.traffic.count(at, wholeService, "accepted");
    const times = new Map(submissions.map(({ transactionId, at }) => [transactionId, at]));
    const end = Math.min(this.#now, (messages.at(-1)?.at ?? this.#now) + minute);
    for (;;) {
      const claimed = await this.#claim(end);
      if (claimed.length === 0) return;
      const sent = claimed.map((message) => {
        const delay = responseTime + (message.attempt - 1) * second;
        return { message, at: Math.min(this.#now, (times.get(message.transactionId) ?? end) + delay) };
      });
      await this.#settle(sent);
    }
  }

  async #settle(sent: readonly Sent[]): Promise<void> {
    const settlements = sent.map(({ message, at }) => settlementOf(message, outcomeOf(message.phone), at));
    await this.#store.delivery.settle(settlements);
    for (const { at, linkId, accepted, end } of settlements) {
      this.traffic.count(at, this.#nameOf(linkId), "accepted", accepted.length);
      if (end?.kind !== "failed") continue;
      this.traffic.count(at, this.#nameOf(linkId), "failed");
      this.traffic.count(at, wholeService, "failed");
    }
    const receipts = sent
      .flatMap(({ message, at }) => receiptsOf(message, outcomeOf(message.phone), at))
      .filter(({ at }) => at <= this.#now);
    await this.#store.delivery.receipts(receipts);
    for (const { at, linkId, state } of receipts) {
      this.traffic.count(at, this.#nameOf(linkId), "delivered");
      const isDelivered = state === RecipientState.Delivered;
      this.traffic.count(at, wholeService, isDelivered ? "delivered" : "failed");
    }
  }

  #nameOf(linkId: number): string {
    return this.#links.get(linkId) ?? "";
  }

  async #claim(now: number): Promise<readonly ClaimedMessage[]> {
    const { delivery } = this.#store;
    const ids = [...this.#links.keys()];
    const wanted = ids.map((linkId) => ({ linkId, slots: 1, used: 1 }));
    await delivery.own({ owner, now, until: now + hour, reports: [], wanted });
    const links = ids.map((linkId) => ({ linkId, up: true, free: room }));
    return delivery.claim({ owner, now, validity: 24 * hour, links });
  }
}

/** Messages of the last minute whose outcome an operator decides, and messages that wait for tomorrow, one of which is cancelled. */
async function leaveWork(store: Store, week: Week, now: number): Promise<void> {
  const text = "Your table for two is booked.";
  const uncertain = { customer: visitor, phone: "12025550199", text };
  await week.deliver([50, 40].map((seconds) => ({ ...uncertain, at: now - seconds * second })));
  const deferred = ["12025550140", "12025550141", "12025550142"].map((phone) => {
    const message = { customer: visitor, phone, text: "We open at 9. See you there!", at: now - 30 * second };
    return submissionOf(message, now + 15 * hour);
  });
  for (const submission of deferred) await store.outbox.submit(submission);
  const [first] = deferred;
  const target = { kind: "transaction", id: first?.transactionId ?? "" } as const;
  await store.desk.cancel(target, 1, { name: demoName, source: "demo" }, now);
  const invalid = submissionOf({ ...uncertain, at: now - 20 * second }, now - 20 * second);
  await store.outbox.submit({
    ...invalid,
    recipients: [],
    refused: [{ phone: "1202", state: RecipientState.InvalidNumber }],
    charge: { kind: "SMS", amount: 0 },
  });
}

const received = ["STOP", "Thank you!", "Can I come at 11 instead?", "Yes", "Which parcel?", "👍"];

async function receive({ inbox }: Store, now: number): Promise<void> {
  for (const [index, text] of received.entries()) {
    const from = `120255501${String(10 + index)}`;
    const at = now - (received.length - index) * 7 * hour;
    await inbox.add({ customerId: visitor.id, from, to: "12025550100", text, at });
  }
}

/**
 * Fills a store with a week of traffic over its links, through the same statements as the service.
 *
 * @param report called with the share that is done, 0 to 1
 */
export async function fillWeek(
  store: Store,
  { now, report }: { readonly now: number; readonly report: (share: number) => void },
): Promise<void> {
  const networks = (await store.links.links()).filter(({ kind }) => kind === "smpp");
  const week = new Week(store, now, new Map(networks.map(({ id, name }) => [id, name])));
  let hours = 0;
  for (const messages of pastWeek(now, 7)) {
    await week.deliver(messages);
    report(++hours / 168);
    await setImmediate();
  }
  await leaveWork(store, week, now);
  await week.traffic.store(store, now - 168 * hour, now);
  await receive(store, now);
  await store.delivery.disown(owner);
}
