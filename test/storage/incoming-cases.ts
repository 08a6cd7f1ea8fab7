import { describe, expect, test } from "@jest/globals";
import { maxInboxText } from "#server/domain/inbox/messages.js";
import type { ReceivedPart } from "#server/domain/inbox/received-part.js";
import type { Store } from "#server/ports/store.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const number = "12025550100";

function part(text: string, change: Partial<ReceivedPart> = {}): ReceivedPart {
  return { from: "12025550101", to: number, text, linkId: 1, at: noon, ...change };
}

function partOf(place: number, total: number, text: string, at = noon): ReceivedPart {
  return part(text, { place: { reference: "udh8:7", number: place, total }, at });
}

type Parts = "accounts" | "inbox" | "incoming";

async function open(store: Pick<Store, Parts>): Promise<void> {
  await openAccount(store);
  await store.incoming.addNumber({ number, customerId: 42 }, noon);
}

async function texts({ inbox }: Pick<Store, Parts>): Promise<readonly string[]> {
  return (await allOf(inbox.fetch(42, "all"))).map(({ text }) => text);
}

/** Messages from networks: joined, addressed, forwarded. */
export function incomingCases(subject: Subject<Parts>): void {
  describe("incoming messages", () => {
    test("in one piece are delivered, each time they come", async () => {
      await open(subject.store());
      const effects = await subject.store().incoming.receive([part("Hi"), part("Hi")]);
      expect(effects).toEqual(["delivered", "delivered"]);
      expect(await texts(subject.store())).toEqual(["Hi", "Hi"]);
    });

    test("in one piece with a reference are delivered once", async () => {
      await open(subject.store());
      const named = part("Hi", { reference: "m1", subject: "Holiday" });
      const other = part("Ho", { reference: "m1" });
      const effects = await subject.store().incoming.receive([named, named, other]);
      expect(effects).toEqual(["delivered", "repeated", "delivered"]);
      expect(await allOf(subject.store().inbox.fetch(42, "all"))).toMatchObject([
        { text: "Hi", subject: "Holiday" },
        { text: "Ho" },
      ]);
    });

    test("for an unassigned number keep whether they are complete until the number is assigned", async () => {
      const store = subject.store();
      await openAccount(store);
      await store.incoming.setForward({
        customerId: 42,
        url: "http://127.0.0.1/",
        method: "POST",
        private: true,
      });
      const long = part("a".repeat(maxInboxText + 1));
      expect(await store.incoming.receive([part("Hi"), long])).toEqual(["stray", "stray"]);
      await store.incoming.receive([partOf(1, 2, "Half")]);
      await store.incoming.joinIncomplete(noon + 1, 9);
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      const forwards = await store.incoming.queue.due(42, noon, 9);
      expect(forwards.map(({ text, complete }) => [text.slice(-6), complete])).toEqual([
        ["Hi", true],
        ["a[...]", false],
        ["f[...]", false],
      ]);
    });

    test("in parts are joined across a restart; a character may be divided between two parts", async () => {
      await open(subject.store());
      const parts = [partOf(3, 3, "\ude00!"), partOf(1, 3, "Hi "), partOf(2, 3, "\ud83d")] as const;
      expect(await subject.store().incoming.receive(parts.slice(0, 2))).toEqual(["kept", "kept"]);
      const store = await subject.reopen();
      expect(await store.incoming.receive([parts[2], parts[2]])).toEqual(["delivered", "repeated"]);
      expect(await texts(store)).toEqual(["Hi \u{1f600}!"]);
    });

    test("under a reference that is used again are delivered, the older one as far as it came", async () => {
      await open(subject.store());
      const parts = [
        partOf(1, 2, "a"),
        partOf(1, 2, "c"),
        partOf(2, 2, "d"),
        partOf(2, 2, "f"),
        partOf(1, 2, "e"),
      ];
      const effects = await subject.store().incoming.receive(parts);
      expect(effects).toEqual(["kept", "kept", "delivered", "kept", "delivered"]);
      expect(await texts(subject.store())).toEqual(["a[...]", "cd", "ef"]);
    });

    test("of which parts are overdue are delivered as far as they came, delivered ones not again", async () => {
      await open(subject.store());
      const { incoming } = subject.store();
      await incoming.receive([partOf(2, 3, "b", noon), partOf(1, 2, "c", noon), partOf(2, 2, "d", noon + 1)]);
      expect(await incoming.joinIncomplete(noon, 10)).toBe(0);
      expect(await incoming.joinIncomplete(noon + 1, 1)).toBe(1);
      expect(await incoming.joinIncomplete(noon + 1, 10)).toBe(1);
      expect(await incoming.joinIncomplete(noon + 1, 10)).toBe(0);
      expect([...(await texts(subject.store()))].sort()).toEqual(["[...]b[...]", "cd"]);
    });

    test("for an unassigned number are kept until it is assigned", async () => {
      const store = subject.store();
      await openAccount(store);
      expect(await store.incoming.receive([part("Hi", { to: `+${number}` })])).toEqual(["stray"]);
      const unknown = { ok: false, reason: "unknownCustomer" };
      expect(await store.incoming.addNumber({ number, customerId: 43 }, noon)).toEqual(unknown);
      expect(await store.incoming.addNumber({ number, customerId: 42 }, noon)).toEqual({
        ok: true,
        strays: 1,
      });
      const exists = { ok: false, reason: "exists" };
      expect(await store.incoming.addNumber({ number, customerId: 42 }, noon)).toEqual(exists);
      expect(await texts(await subject.reopen())).toEqual(["Hi"]);
    });

    test("are queued for the customer's own server, incomplete ones with a mark", async () => {
      await open(subject.store());
      const { incoming } = subject.store();
      const forward = {
        customerId: 42,
        url: "https://example.com/in",
        method: "POST",
        private: false,
      } as const;
      expect(await incoming.setForward(forward)).toBe(true);
      await incoming.receive([part("Hi"), partOf(1, 2, "a")]);
      await incoming.joinIncomplete(noon + 1, 10);
      const due = await incoming.queue.due(42, noon, 10);
      expect(due).toMatchObject([
        { ...forward, id: 1, text: "Hi", complete: true, attempts: 0 },
        { ...forward, id: 2, text: "a[...]", complete: false, attempts: 0 },
      ]);
      await incoming.queue.end(1, noon);
      await incoming.queue.postpone({ id: 2, at: noon, nextAt: noon + 5, failure: "HTTP 500" });
      expect(await incoming.queue.due(42, noon, 10)).toEqual([]);
      expect(await incoming.queue.due(42, noon + 5, 10)).toMatchObject([{ id: 2, attempts: 1 }]);
    });
  });
}
