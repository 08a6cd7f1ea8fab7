import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ListDefinition } from "#server/domain/recipients/lists.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import { definition, importList, listId, phone } from "./list-cases.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

const number = "12025550100";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let store: Store;
  let stores: readonly Store[];

  beforeEach(async () => {
    url = await databases.take();
    store = await openPostgresStore(`${url}?connections=4`);
    const others = await Promise.all([1, 2, 3].map(async () => openPostgresStore(`${url}?connections=4`)));
    stores = [store, ...others];
    await openAccount(store);
  });
  afterEach(async () => {
    await Promise.all(stores.map(async (each) => each.close()));
    await databases.giveBack(url);
  });

  /** One call through every store at once. */
  const everywhere = async <T>(call: (store: Store, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(stores.map(call));

  const member = (index: number) => ({ phone: phone(index), attributes: [] });

  describe("lists of several processes", () => {
    test("members of one import have places without gaps, and a phone counts once", async () => {
      const begun = await store.lists.beginImport(definition(), noon);
      const importId = begun.ok ? begun.importId : 0;
      const pieces = Array.from({ length: 10 }, (_, piece) => piece);
      const added = await everywhere(async ({ lists }, index) => {
        let sum = 0;
        for (const piece of pieces) {
          const members = Array.from({ length: 50 }, (_, place) => member(piece * 100 + index * 25 + place));
          sum += (await lists.appendMembers(importId, members, noon)) ?? 0;
        }
        return sum;
      });
      await store.lists.finishImport(importId, definition(), noon);
      const total = added.reduce((sum, each) => sum + each);
      const found = await execute(
        url,
        "SELECT count(*)::int AS n, max(pos)::int AS last, count(DISTINCT phone)::int AS phones FROM list_member",
      );
      expect(found).toEqual([{ n: total, last: total - 1, phones: total }]);
      expect(await store.lists.all()).toMatchObject([{ recipients: total }]);
    });

    test("of new lists of one name one is made, and nothing of the others stays", async () => {
      const outcomes = await everywhere(({ lists }, index) =>
        importList(lists, definition({ id: listId(index + 1) }), [member(index)]),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.lists.all()).toHaveLength(1);
      await everywhere(async ({ lists }) => {
        while (await lists.purgeLists(noon + 7_200_000));
      });
      expect(await execute(url, "SELECT count(*)::int AS n FROM list_content")).toEqual([{ n: 1 }]);
    });

    test("replacements come one after the other", async () => {
      const wanted: ListDefinition = definition({ replace: true });
      const outcomes = await everywhere(({ lists }, index) => importList(lists, wanted, [member(index)]));
      expect(outcomes).toEqual(stores.map(() => ({ ok: true })));
      expect(await store.lists.all()).toMatchObject([{ version: 4, recipients: 1 }]);
      const states = "SELECT state, count(*)::int AS n FROM list_content GROUP BY state ORDER BY state";
      expect(await execute(url, states)).toEqual([
        { state: "dropped", n: 3 },
        { state: "shown", n: 1 },
      ]);
    });

    test("of two lists that get the same new name one has it", async () => {
      for (const [index, name] of ["A", "B", "C", "D"].entries())
        await importList(store.lists, definition({ id: listId(index), name }), []);
      const outcomes = await everywhere(({ lists }, index) =>
        lists.changeList(42, "ABCD".charAt(index), { name: "E" }),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });

  describe("inboxes of several processes", () => {
    const message = (text: string) => ({ customerId: 42, from: "12025550101", to: "Shop", text, at: noon });

    test("a reader that goes on behind the last message misses none", async () => {
      let adding = true;
      const seen: number[] = [];
      const reading = (async () => {
        for (let more = true; more;) {
          more = adding;
          const after = seen.at(-1) ?? 0;
          const rows = await execute(
            url,
            `SELECT id::int FROM inbox_message WHERE id > ${after} ORDER BY id`,
          );
          seen.push(...rows.map((row) => Number(Object.values(row)[0])));
        }
      })();
      await everywhere(async ({ inbox }, index) => {
        for (let round = 0; round < 20; round++)
          await Promise.all([1, 2, 3].map(async (each) => inbox.add(message(`${index} ${round} ${each}`))));
      });
      adding = false;
      await reading;
      expect(seen).toHaveLength(240);
      expect(await store.inbox.counts(42)).toEqual({ total: 240, unread: 240 });
    });

    test("of fetches and deletions at once one gets each message, and the counts stay right", async () => {
      for (let index = 0; index < 50; index++) await store.inbox.add(message(String(index)));
      const fetched = await everywhere(async ({ inbox }) => allOf(inbox.fetch(42, "new")));
      expect(fetched.flat()).toHaveLength(50);
      expect(await store.inbox.counts(42)).toEqual({ total: 50, unread: 0 });
      const ids = fetched.flat().map(({ id }) => id);
      const killed = await everywhere(({ inbox }, index) =>
        inbox.kill(42, index === 0 ? "old" : ids.slice(index * 10, index * 10 + 20)),
      );
      expect(killed.reduce((sum, each) => sum + each)).toBe(50);
      expect(await store.inbox.counts(42)).toEqual({ total: 0, unread: 0 });
    });
  });

  describe("messages from networks to several processes", () => {
    const part = (place: number, reference: string, total = 4) => ({
      ...{ from: "12025550101", to: number, text: String(place), linkId: 1, at: noon },
      place: { reference, number: place, total },
    });

    test("parts that come everywhere at once are joined once, however often they come", async () => {
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      const references = Array.from({ length: 20 }, (_, index) => `r${index}`);
      for (const order of [references, [...references].reverse()])
        await everywhere(({ incoming }, index) =>
          incoming.receive(
            order.flatMap((reference) => [
              part(index + 1, reference),
              part(((index + 1) % 4) + 1, reference),
            ]),
          ),
        );
      const texts = (await allOf(store.inbox.list(42, "all"))).length;
      expect(texts).toBe(20);
      const messages = await allOf(store.inbox.fetch(42, "all"));
      expect(new Set(messages.map(({ text }) => text))).toEqual(new Set(["1234"]));
    });

    test("a message is delivered once when its time is over while its last part comes", async () => {
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      for (let round = 0; round < 10; round++) {
        await store.incoming.receive([part(1, `r${round}`, 2)]);
        await Promise.all([
          ...stores.slice(1).map(async ({ incoming }) => incoming.joinIncomplete(noon + 1, 10)),
          store.incoming.receive([part(2, `r${round}`, 2)]),
        ]);
      }
      while ((await store.incoming.joinIncomplete(noon + 1, 100)) > 0);
      const texts = (await allOf(store.inbox.fetch(42, "all"))).map(({ text }) => text);
      expect(texts.join("").replace(/[^1]/gu, "")).toHaveLength(10);
      expect(texts.join("").replace(/[^2]/gu, "")).toHaveLength(10);
      expect(await execute(url, "SELECT 1 FROM incoming")).toEqual([]);
    });

    test("no message stays behind when its number is assigned while it comes", async () => {
      for (let round = 0; round < 10; round++) {
        const to = `120255501${10 + round}`;
        const coming = everywhere(({ incoming }) =>
          incoming.receive([{ from: "12025550101", to, text: String(round), linkId: 1, at: noon }]),
        );
        await store.incoming.addNumber({ number: to, customerId: 42 }, noon);
        await coming;
      }
      expect(await store.inbox.counts(42)).toMatchObject({ total: 40 });
      expect(await execute(url, "SELECT 1 FROM stray_message")).toEqual([]);
    });

    test("nothing is left to post when the customer's server is removed while messages come", async () => {
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      const forward = {
        customerId: 42,
        url: "https://example.com/",
        method: "POST",
        private: false,
      } as const;
      for (let round = 0; round < 10; round++) {
        await store.incoming.setForward(forward);
        await everywhere<unknown>(({ incoming }, index) =>
          index === 2
            ? incoming.removeForward(42)
            : incoming.receive([{ from: "12025550101", to: number, text: "Hi", linkId: 1, at: noon }]),
        );
        expect(await execute(url, "SELECT 1 FROM forward")).toEqual([]);
      }
    });
  });
});
