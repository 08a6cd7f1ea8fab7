import { describe, expect, test } from "@jest/globals";
import type { BinaryBody } from "#server/domain/delivery/submitting/submission.js";
import type { Store } from "#server/ports/store.js";
import { addLink, owner, type Outgoing } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const numbers = Array.from({ length: 8 }, (_, index) => String(12_025_550_101 + index));

const body = (reference: number, part: number): BinaryBody => ({
  ...{ kind: "binary", body: Uint8Array.of(1, part), esmClass: 0x40, protocolId: 0 },
  header: Uint8Array.of(5, 0, 3, reference, 4, part),
});

/** Submits four parts to each of some numbers under each reference. */
async function submitParts({ outbox }: Pick<Store, Outgoing>, references: readonly number[]): Promise<void> {
  for (const reference of references)
    for (const part of [1, 2, 3, 4])
      await outbox.submit(
        submission(`${reference}/${part}`, { recipients: numbers, text: "", body: body(reference, part) }),
      );
}

/** The links over which the parts of each message leave, by its number and reference. */
async function linksOf(store: Pick<Store, Outgoing>): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const { delivery, links } = store;
  const ids = (await links.links()).map(({ id }) => id);
  const wanted = ids.map((linkId) => ({ linkId, slots: 1, used: 1 }));
  await delivery.own({ owner, now: noon, until: noon + 60_000, reports: [], wanted });
  const freeSlots = ids.map((linkId) => ({ linkId, up: true, free: 500 }));
  const claimed = await delivery.claim({ owner, now: noon, validity: 1e12, links: freeSlots });
  const found = new Map<string, Set<number>>();
  for (const { phone, transactionId, linkId } of claimed) {
    const key = `${phone} ${transactionId.split("/")[0] ?? ""}`;
    found.set(key, (found.get(key) ?? new Set()).add(linkId));
  }
  return found;
}

/** Parts that a customer has split, over links of equal choice. */
export function splitPartsCases(subject: Subject<Outgoing>): void {
  describe("parts that a customer has split", () => {
    test("leave over one link, and different messages over all", async () => {
      const store = subject.store();
      for (const name of ["a", "b", "c"]) await addLink(store, name);
      await openAccount(store, { credit: 900_000 });
      await submitParts(store, [1, 2, 3]);
      const found = await linksOf(await subject.reopen());
      expect(found.size).toBe(24);
      expect([...found.values()].map(({ size }) => size)).toEqual(Array.from({ length: 24 }, () => 1));
      expect(new Set([...found.values()].flatMap((links) => [...links])).size).toBe(3);
    });
  });
}
