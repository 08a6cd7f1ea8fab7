import type { LinkReceipt, Settlement } from "#server/domain/delivery/claiming/claim.js";
import type { Store } from "#server/ports/store.js";
import { messageIdOf, receiptOf, submission } from "./messages.js";

/** Lease of the bench. */
export const owner = "bench";

/** Nothing is in flight between two of them. */
let grants = 0;

/** What a network answers at once: it has accepted a message, and the final receipt. */
export function answers(
  message: { readonly id: number; readonly linkId: number; readonly phone: string },
  at: number,
): { readonly settlement: Settlement; readonly receipt: LinkReceipt } {
  const { id: recipientId, linkId } = message;
  const accepted = [{ part: 1, messageId: messageIdOf(recipientId) }];
  const settlement: Settlement = { owner, recipientId, linkId, at, end: { kind: "submitted" }, accepted };
  return { settlement, receipt: receiptOf(message, at) };
}

/** Begins or renews the lease, with the only link. */
export async function lease({ delivery, links }: Store, now: number): Promise<number> {
  const linkId = (await links.links())[0]?.id ?? 0;
  const wanted = [{ linkId, slots: 1, used: 1 }];
  await delivery.own({ owner, now, until: now + 60_000, reports: [], wanted });
  return linkId;
}

/**
 * Sends messages as a process does that delivers them, each caller one after the other until its final receipt: those that the store hands
 * over are settled and reported, the others wait in their queues. Returns how many were handed over.
 */
export async function sendAll(
  store: Store,
  callers: number,
  numbers: () => number | undefined,
): Promise<number> {
  const { delivery, outbox } = store;
  const linkId = await lease(store, Date.now());
  const id = ++grants;
  let [received, inFlight] = [0, 0];
  const state = (looks: boolean) =>
    delivery.claim({
      ...{ owner, now: Date.now(), validity: 1e9, looks },
      links: [{ linkId, up: true, free: callers - inFlight }],
      grant: { id, received: [{ linkId, parts: received }] },
    });
  if ((await state(true)).length > 0) throw new Error("messages wait from before");
  const call = async (): Promise<void> => {
    for (let n = numbers(); n !== undefined; n = numbers()) {
      const sent = submission(n);
      const outcome = await outbox.submit({ ...sent, mayLeave: true });
      if (outcome.kind !== "accepted") throw new Error(`a message is ${outcome.kind}`);
      if (outcome.handedOver === undefined) continue;
      received += 1;
      inFlight += 1;
      const { settlement, receipt } = answers(
        { ...outcome.handedOver, phone: String(sent.recipients[0]) },
        Date.now(),
      );
      const settled = delivery.settle([settlement]);
      inFlight -= 1;
      await state(false);
      await settled;
      await delivery.receipts([receipt]);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return received;
}
