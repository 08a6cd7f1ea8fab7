import type { ClaimedMessage } from "#server/domain/delivery/claiming/claim.js";
import type { Store } from "#server/ports/store.js";

/** Parts of a store that messages go through on their way. */
export type Outgoing = "accounts" | "delivery" | "ledger" | "links" | "outbox";

/** The worker that claims in tests. */
export const owner = "w";

/** Adds a link that takes every message, unless there is one of its name. */
export async function addLink({ links }: Pick<Store, "links">, name = "test"): Promise<void> {
  const link = { name, kind: "loopback", url: "loopback:", password: "", network: "test" } as const;
  await links.add({ ...link, settings: {}, ofFile: false }, 0);
}

async function onlyLink({ links }: Pick<Store, "links">): Promise<number> {
  await addLink({ links });
  return (await links.links())[0]?.id ?? 0;
}

/** Claims for the only link what is due, parts up to `room`. */
export async function claimDue(
  store: Pick<Store, Outgoing>,
  now: number,
  room: number,
): Promise<readonly ClaimedMessage[]> {
  const linkId = await onlyLink(store);
  const wanted = [{ linkId, slots: 1, used: 1 }];
  await store.delivery.own({ owner, now, until: now + 60_000, reports: [], wanted });
  return store.delivery.claim({ owner, now, validity: 1e12, links: [{ linkId, up: true, free: room }] });
}

export async function nextDue(store: Pick<Store, Outgoing>): Promise<number | undefined> {
  return store.delivery.nextDue([await onlyLink(store)]);
}

/** Gives claimed messages back, as if nothing had happened. */
export async function giveBack(
  store: Pick<Store, Outgoing>,
  claimed: readonly ClaimedMessage[],
  now: number,
): Promise<void> {
  await store.delivery.settle(
    claimed.map(({ id, linkId, nextAt }) => ({
      ...{ owner, recipientId: id, linkId, at: now, accepted: [] },
      end: { kind: "queued", nextAt, linkId, counts: "attempt", uncertain: false, code: undefined },
    })),
  );
}

/** Ends the lease of the worker while its messages are in flight, and looks for them under another one: they become uncertain. */
export async function loseClaimed({ delivery }: Pick<Store, "delivery">, now: number): Promise<void> {
  await delivery.disown(owner);
  await delivery.own({ owner: "next", now, until: now + 100_000, reports: [], wanted: [] });
  // Otherwise it would have half of the connections of each link.
  await delivery.disown("next");
}
