import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    url = await databases.take();
    store = await openPostgresStore(url);
    other = await openPostgresStore(url);
    await openAccount(store, { credit: 9_000_000 });
  });
  afterEach(async () => {
    await store.close();
    await other.close();
    await databases.giveBack(url);
  });

  describe("settlements, receipts and messages of a network, each a call", () => {
    test("are stored together, with few commits", async () => {
      const recipients = Array.from({ length: 60 }, (_, index) => String(12_025_550_100 + index));
      await store.outbox.submit(submission("t1", { recipients }));
      const claimed = await claimDue(store, noon, 100);
      let commits = 0;
      const counting = await openPostgresStore(url, () => (commits += 1));
      try {
        const settled = claimed.map(async ({ id, linkId }) =>
          counting.delivery.settle([
            {
              ...{ owner, recipientId: id, linkId, at: noon, end: { kind: "submitted" } },
              accepted: [{ part: 1, messageId: `m${id}` }],
            },
          ]),
        );
        expect((await Promise.all(settled)).flat()).toEqual([]);
        const effects = await Promise.all(
          claimed.map(async ({ id, linkId, phone }) =>
            counting.delivery.receipts([
              {
                ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`], at: noon, code: "000" },
                state: RecipientState.Delivered,
              },
            ]),
          ),
        );
        expect(effects).toEqual(claimed.map(() => ["changes"]));
        const parts = recipients.map((from) => ({ from, to: "100", text: "Hi", linkId: 1, at: noon }));
        const received = await Promise.all(parts.map(async (part) => counting.incoming.receive([part])));
        expect(received).toEqual(parts.map(() => ["stray"]));
        expect(commits).toBeLessThan(10);
      } finally {
        await counting.close();
      }
    });
  });

  describe("delivery by several processes", () => {
    test("a receipt in one process and the response to its submission in another one never miss each other", async () => {
      const recipients = Array.from({ length: 60 }, (_, index) => String(12_025_550_100 + index));
      await store.outbox.submit(submission("t1", { recipients }));
      const claimed = await claimDue(store, noon, 100);
      const calls = claimed.map(async ({ id, phone, linkId }) => {
        const key = `m${id}`;
        const receipt = {
          linkId,
          messageId: key,
          keys: [key],
          phone,
          state: RecipientState.Delivered,
          at: noon,
        };
        const accepted = [{ part: 1, messageId: key }];
        await Promise.all([
          store.delivery.settle([
            { owner, recipientId: id, linkId, at: noon, accepted, end: { kind: "submitted" } },
          ]),
          other.delivery.receipts([receipt]),
        ]);
      });
      await Promise.all(calls);
      expect((await store.outbox.statistics(42, "t1"))?.counts).toEqual([
        { state: RecipientState.Delivered, count: 60 },
      ]);
      expect(await execute(url, "SELECT 1 FROM unmatched_receipt")).toEqual([]);
    });
  });
});
