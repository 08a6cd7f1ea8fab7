import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { ClaimedMessage, LinkReceipt, Settlement } from "#server/domain/delivery/claiming/claim.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { lockKeys } from "#server/storage/postgres/engine/key-locks.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
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

  describe("receipts of stored messages", () => {
    const settlement = ({ id, linkId }: ClaimedMessage): Settlement => ({
      ...{ owner, recipientId: id, linkId, at: noon, end: { kind: "submitted" } },
      accepted: [{ part: 1, messageId: `m${id}` }],
    });
    const receipt = ({ id, linkId, phone }: ClaimedMessage): LinkReceipt => ({
      ...{ linkId, phone, messageId: `m${id}`, keys: [`m${id}`], at: noon, code: "000" },
      state: RecipientState.Delivered,
    });
    const claimed = async (): Promise<readonly ClaimedMessage[]> => {
      const recipients = Array.from({ length: 20 }, (_, index) => String(12_025_550_100 + index));
      await Promise.all(
        recipients.map(async (phone) => store.outbox.submit(submission(phone, { recipients: [phone] }))),
      );
      return claimDue(store, noon, 100);
    };

    test("that come with the responses follow the settlements, and are never kept as unmatched", async () => {
      const messages = await claimed();
      const reported = messages.map(async (message) => store.delivery.receipts([receipt(message)]));
      const settled = store.delivery.settle(messages.map(settlement));
      expect((await Promise.all(reported)).flat()).toEqual(messages.map(() => "changes"));
      expect(await settled).toEqual([]);
      expect(await execute(url, "SELECT is_called FROM unmatched_receipt_id_seq")).toEqual([
        { is_called: false },
      ]);
    });

    test("wait for no settlement of another process", async () => {
      const messages = await claimed();
      await store.delivery.settle(messages.map(settlement));
      const database = await connect(postgresSettings(url));
      try {
        await database.transaction(async (session) => {
          lockKeys(
            session,
            "receipt",
            messages.map(({ id }) => `1 m${id}`),
          );
          // The locks are sent with it.
          await session.exec("SELECT 1");
          expect(await store.delivery.receipts(messages.map(receipt))).toEqual(messages.map(() => "changes"));
        });
      } finally {
        await database.close();
      }
    });

    test("that come before the responses are kept in their order, with few statements", async () => {
      const messages = await claimed();
      const early = messages.flatMap((message) => [
        { ...receipt(message), state: RecipientState.Enroute, at: noon - 1 },
        receipt(message),
      ]);
      expect(await store.delivery.receipts(early)).toEqual(early.map(() => "unmatched"));
      const kept = `SELECT r.message_id, r.state, k.key, k.likeliest FROM unmatched_receipt r JOIN unmatched_key k ON k.receipt = r.id
        ORDER BY r.id`;
      expect(await execute(url, kept)).toEqual(
        early.map(({ messageId, state }) => ({ message_id: messageId, state, key: messageId, likeliest: 1 })),
      );
      await store.delivery.settle(messages.map(settlement));
      expect(await execute(url, "SELECT DISTINCT state FROM recipient")).toEqual([
        { state: RecipientState.Delivered },
      ]);
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
