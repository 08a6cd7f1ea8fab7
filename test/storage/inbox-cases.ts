import { describe, expect, test } from "@jest/globals";
import type { IncomingMessage } from "#server/domain/inbox/messages.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const incoming = (change: Partial<IncomingMessage> = {}): IncomingMessage => ({
  customerId: 42,
  from: "12025550101",
  to: "Shop",
  text: "Hi",
  at: noon,
  ...change,
});

/** Inboxes: what comes in, read marks, deletion. */
export function inboxCases(subject: Subject<"accounts" | "audit" | "inbox">): void {
  describe("inbox", () => {
    test("a message is kept whole; its size is counted in bytes of UTF-8", async () => {
      await openAccount(subject.store());
      const text = "مرحبا 😀";
      expect(await subject.store().inbox.add(incoming({ text }))).toBe(1);
      const { inbox } = await subject.reopen();
      const entry = { id: 1, from: "12025550101", to: "Shop", at: noon, size: 15, unread: true };
      expect(await allOf(inbox.list(42, "all"))).toEqual([entry]);
      expect(await allOf(inbox.fetch(42, "all"))).toEqual([{ ...entry, text }]);
      expect(await allOf(inbox.list(42, "all"))).toEqual([{ ...entry, unread: false }]);
    });

    test("an MMS has a subject, which may be empty", async () => {
      await openAccount(subject.store());
      const { inbox } = subject.store();
      for (const each of ["Holiday", ""]) await inbox.add(incoming({ subject: each }));
      await inbox.add(incoming());
      const entries = await allOf(inbox.list(42, "all"));
      expect(entries.map((entry) => entry.subject)).toEqual(["Holiday", "", undefined]);
      expect(await allOf(inbox.fetch(42, [1]))).toMatchObject([{ subject: "Holiday", text: "Hi" }]);
    });

    test("a person reads a message with or without marking it, each time recorded", async () => {
      await openAccount(subject.store());
      const { inbox, audit } = subject.store();
      await inbox.add(incoming());
      const by = { name: "42/ann", source: "portal, 192.0.2.7" };
      for (const [customer, id] of [
        [43, 1],
        [42, 2],
      ] as const)
        expect(await inbox.read(customer, id, true, by, noon)).toBeUndefined();
      for (const [marks, unread] of [
        [false, 1],
        [true, 0],
        [true, 0],
      ] as const) {
        expect(await inbox.read(42, 1, marks, by, noon)).toMatchObject({ id: 1, text: "Hi" });
        expect(await inbox.counts(42)).toEqual({ unread, total: 1 });
      }
      const entries = await audit.entries(5);
      const entry = { at: noon, actor: by, action: "inbox read", subject: { customer: 42, message: 1 } };
      expect(entries).toMatchObject([entry, entry, entry]);
      expect(entries.map(({ after }) => after)).toEqual([undefined, { unread: false }, undefined]);
    });

    test("nothing is received for an unknown customer, and its inbox is empty", async () => {
      const { inbox } = subject.store();
      expect(await inbox.add(incoming())).toBeUndefined();
      expect(await inbox.counts(42)).toEqual({ unread: 0, total: 0 });
      expect(await allOf(inbox.fetch(42, "all"))).toEqual([]);
      expect(await inbox.kill(42, "all")).toBe(0);
    });

    test("messages of other customers are neither seen, read nor deleted", async () => {
      await openAccount(subject.store());
      await openAccount(subject.store(), { id: 43 });
      const { inbox } = subject.store();
      const own = (await inbox.add(incoming())) ?? 0;
      const other = (await inbox.add(incoming({ customerId: 43 }))) ?? 0;
      expect((await allOf(inbox.list(42, "all"))).map(({ id }) => id)).toEqual([own]);
      expect((await allOf(inbox.fetch(42, [other, own]))).map(({ id }) => id)).toEqual([own]);
      expect(await inbox.kill(42, [other])).toBe(0);
      expect(await inbox.kill(42, "all")).toBe(1);
      expect(await inbox.counts(43)).toEqual({ unread: 1, total: 1 });
    });

    test("an id is never given again", async () => {
      await openAccount(subject.store());
      const { inbox } = subject.store();
      await inbox.add(incoming());
      await inbox.kill(42, "all");
      expect(await inbox.add(incoming())).toBe(2);
    });

    test("of two fetches at once, one gets the message as unread", async () => {
      await openAccount(subject.store());
      const { inbox } = subject.store();
      await inbox.add(incoming());
      const both = await Promise.all([allOf(inbox.fetch(42, "new")), allOf(inbox.fetch(42, "new"))]);
      expect(both.flat()).toHaveLength(1);
    });

    test("a long inbox is listed, fetched and emptied as a whole", async () => {
      await openAccount(subject.store());
      const { inbox } = subject.store();
      const wanted = Array.from({ length: 1200 }, (_, index) => String(index));
      await Promise.all(wanted.map((text) => inbox.add(incoming({ text }))));
      expect(await allOf(inbox.list(42, "new"))).toHaveLength(1200);
      expect((await allOf(inbox.fetch(42, "new"))).map(({ text }) => text)).toEqual(wanted);
      expect(await inbox.counts(42)).toEqual({ unread: 0, total: 1200 });
      expect(await inbox.kill(42, "old")).toBe(1200);
      expect(await inbox.counts(42)).toEqual({ unread: 0, total: 0 });
    });
  });
}
