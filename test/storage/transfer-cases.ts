import { expect, test } from "@jest/globals";
import { constantFrom, array, asyncProperty, assert } from "fast-check";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { copyStore, openStore, placeOf } from "#server/storage/index.js";
import { claimDue } from "./claims.js";
import { detailsOf, noon, submission } from "./fixtures.js";
import { runSteps, shown, steps } from "./full-store.js";
import { inTime } from "../in-time.js";

/** Makes the URL of a new place. */
type MakePlace = () => string | Promise<string>;

const by = { at: noon, actor: { name: "ann", source: "command line" } };

export async function within<T>(url: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export const copyOf = (from: string, to: string): ReturnType<typeof copyStore> => copyStore(from, to, by);

/** Behavior of copies of databases from places of one kind to those of another. */
export function transferCases(makeSource: MakePlace, makeTarget: MakePlace, runs: number): void {
  test("a copy shows the same through every port", async () => {
    const all = Object.keys(steps);
    const some = array(constantFrom(...all), { minLength: 1, maxLength: 6 });
    await assert(
      asyncProperty(
        some,
        inTime(async (names) => {
          const [from, to] = [await makeSource(), await makeTarget()];
          const before = await within(from, async (store) => {
            await runSteps(store, names);
            return shown(store, names.length);
          });
          await copyOf(from, to);
          expect(await within(to, (store) => shown(store, names.length))).toEqual(before);
        }),
      ),
      // Every step is copied at least once.
      { numRuns: runs, examples: [[[...all, ...all.filter((name) => name !== "many")]]] },
    );
  });

  test("delivery and receipts go on; ids are new", async () => {
    const [from, to] = [await makeSource(), await makeTarget()];
    const client = { id: "own", contentHash: "h", keepFor: 1e12 };
    await within(from, async (store) => {
      await runSteps(store, ["single", "sent", "several", "inbox", "inbox", "inbox", "inbox", "inFlight"]);
      await store.outbox.submit(submission("t1", { clientTransaction: client, dueAt: noon + 500 }));
      await store.inbox.kill(42, "all");
    });
    await copyOf(from, to);
    await within(to, async (store) => {
      const sent = {
        linkId: 1,
        messageId: "m2",
        keys: ["m2"],
        phone: undefined,
        code: undefined,
        at: noon + 9,
      };
      expect(await store.delivery.receipts([{ ...sent, state: RecipientState.Delivered }])).not.toContain(
        "unmatched",
      );
      expect((await detailsOf(store.outbox, 42, "single 1"))[0]?.state).toBe(RecipientState.Delivered);
      expect(await store.outbox.submit(submission("t2", { clientTransaction: client }))).toMatchObject({
        kind: "repeated",
        transactionId: "t1",
      });
      await store.outbox.submit(submission("t3"));
      await store.delivery.disown("w");
      const claimed = await claimDue(store, noon + 1_000, 100);
      expect(claimed.map(({ transactionId }) => transactionId)).toEqual(
        expect.arrayContaining(["several 3", "t1", "t3"]),
      );
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
      // The ids of deleted messages are not given again.
      expect(await store.inbox.add({ customerId: 42, from: "1", to: "2", text: "", at: noon })).toBe(9);
      expect((await store.audit.entries(1))[0]).toMatchObject({ action: "database copy", actor: by.actor });
    });
    expect((await (await placeOf(to)).check()).filter(({ ok }) => !ok)).toEqual([]);
  });

  test("is refused while another process uses the source", async () => {
    const [from, to] = [await makeSource(), await makeTarget()];
    await within(from, async () => {
      await expect(copyOf(from, to)).rejects.toMatchObject({ code: "inUse" });
    });
    await expect(openStore(to, { create: false })).rejects.toMatchObject({ code: "missing" });
  });

  test("is refused where there is data, which stays", async () => {
    const [from, to] = [await makeSource(), await makeTarget()];
    await within(from, (store) => runSteps(store, []));
    await within(to, (store) => runSteps(store, ["single"]));
    const before = await within(to, (store) => shown(store, 1));
    await expect(copyOf(from, to)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:exists|notEmpty)$/u),
    });
    expect(await within(to, (store) => shown(store, 1))).toEqual(before);
  });
}
