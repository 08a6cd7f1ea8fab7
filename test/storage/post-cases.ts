import { describe, expect, test } from "@jest/globals";
import { type PostKind, postFor } from "#server/domain/posts/posts.js";
import type { PostQueue } from "#server/ports/callbacks.js";
import type { Store } from "#server/ports/store.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const url = "https://shop.example.com/posts";
const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const number = "12025550100";
const part = { from: "12025550101", to: number, linkId: 1, at: noon };

interface Added {
  add(store: Store): Promise<unknown>;
  queue(store: Store): PostQueue<{ id: number; customerId: number; attempts: number; until: number }>;
}

const kinds: readonly (readonly [PostKind, Added])[] = [
  [
    "forward",
    {
      add: async ({ incoming }) => {
        await incoming.setForward({ customerId: 42, url, method: "POST", private: false });
        await incoming.receive([{ ...part, text: "Hi" }]);
      },
      queue: ({ incoming }) => incoming.queue,
    },
  ],
  [
    "callback",
    {
      add: ({ outbox }) =>
        outbox.submit(
          submission("t1", {
            recipients: [],
            refused: [{ phone: "12025550101", state: RecipientState.Blacklisted }],
          }),
        ),
      queue: ({ callbacks }) => callbacks.queue,
    },
  ],
  [
    "alert",
    {
      add: async ({ accounts, alerts }) => {
        await accounts.changeCustomer(42, { lowBalance: 10_000 });
        await alerts.follow(noon, 0, 9);
      },
      queue: ({ alerts }) => alerts.queue,
    },
  ],
  [
    "opt-out",
    {
      add: async ({ incoming, optOuts }) => {
        const rule = {
          customerId: 42,
          number: "",
          languages: ["en"],
          stopWords: [],
          startWords: [],
        } as const;
        await optOuts.setRule({ ...rule, stopText: "", startText: "", helpText: "" });
        await incoming.receive([{ ...part, text: "stop" }]);
      },
      queue: ({ optOuts }) => optOuts.queue,
    },
  ],
  [
    "unusual",
    {
      add: ({ unusual }) =>
        unusual.add(
          [
            {
              ...{ customerId: 42, kind: "volume", prefix: "", messages: 900 },
              ...{ ended: undefined, usual: 1 },
            },
          ],
          noon,
        ),
      queue: ({ unusual }) => unusual.queue,
    },
  ],
];

/** Posts to customers' servers, of all kinds. */
export function postCases(subject: Subject): void {
  describe("posts that wait", () => {
    test.each(kinds)("%s: while one is due, and once its time is over", async (kind, added) => {
      const store = subject.store() as Store;
      await openAccount(store, { credit: 5_000 });
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      await store.callbacks.setTarget({ customerId: 42, url, secret, parts: false, private: false }, noon);
      expect(await store.posts.waiting(noon)).toEqual([]);
      await added.add(store);
      expect([await store.posts.waiting(noon - 1), await store.posts.waiting(noon)]).toEqual([[], [kind]]);
      const queue = added.queue(store);
      expect(await queue.customers(noon)).toEqual([42]);
      const [{ id } = { id: 0 }] = await queue.due(42, noon, 9);
      await queue.postpone({ id, at: noon, failure: "HTTP 500", nextAt: noon + 2 * postFor });
      expect(await store.posts.waiting(noon + postFor - 1)).toEqual([]);
      expect(await store.posts.waiting(noon + postFor)).toEqual([kind]);
      expect(await queue.expire(noon + postFor, 9)).toEqual([42]);
      expect(await store.posts.waiting(noon + 3 * postFor)).toEqual([]);
    });
  });
}
