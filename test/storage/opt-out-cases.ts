import { describe, expect, test } from "@jest/globals";
import type { OptOutRule } from "#server/domain/inbox/opt-outs.js";
import type { ReceivedPart } from "#server/domain/inbox/received-part.js";
import type { Store } from "#server/ports/store.js";
import { blacklistOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const number = "12025550100";
const phone = "12025550101";

const rule: OptOutRule = {
  customerId: 42,
  number: "",
  languages: ["en", "fr"],
  stopWords: ["raus"],
  startWords: [],
  stopText: "No more messages",
  startText: "Welcome back",
  helpText: "Shop: help at example.com",
};

const part = (text: string, from = phone): ReceivedPart => ({ from, to: number, text, linkId: 1, at: noon });

async function open(store: Store): Promise<void> {
  await openAccount(store);
  await store.incoming.addNumber({ number, customerId: 42 }, noon);
  await store.optOuts.setRule(rule);
}

const listed = async (store: Store) =>
  (await blacklistOf(store, 42)).map(({ phone: each, repliedTo }) => [each, repliedTo]);

const repliesOf = async ({ optOuts }: Store) =>
  (await optOuts.replies(99)).map(({ from, phone: to, text }) => [from, to, text]);

/** Stop words, and what replies do. */
export function optOutCases(subject: Subject): void {
  describe("opt-outs", () => {
    test("a stop word blacklists its sender, a start word takes it back; each change is confirmed once", async () => {
      const store = subject.store();
      await open(store);
      await store.incoming.receive([part("Raus!"), part("stop"), part("Stop by tomorrow", "12025550102")]);
      expect(await listed(store)).toEqual([[phone, number]]);
      expect([...(await store.coverage.blacklisted(42, [phone]))]).toEqual([phone]);
      expect(await store.coverage.blacklisted(43, [phone])).toEqual(new Set());
      expect(await repliesOf(store)).toEqual([[number, phone, rule.stopText]]);
      const reopened = await subject.reopen();
      await reopened.incoming.receive([part("start"), part("start")]);
      expect(await listed(reopened)).toEqual([]);
      expect(await repliesOf(reopened)).toEqual([
        [number, phone, rule.stopText],
        [number, phone, rule.startText],
      ]);
      for (const { id } of await reopened.optOuts.replies(9)) await reopened.optOuts.endReply(id);
      expect(await repliesOf(reopened)).toEqual([]);
      expect((await reopened.inbox.counts(42)).total).toBe(5);
    });

    test("HELP gets its text, also from a number that opted out, and changes nothing", async () => {
      const store = subject.store();
      await open(store);
      await store.incoming.receive([part("Help!"), part("STOP"), part("info"), part("Help me")]);
      expect(await listed(store)).toEqual([[phone, number]]);
      expect((await repliesOf(store)).map(([, , text]) => text)).toEqual([
        rule.helpText,
        rule.stopText,
        rule.helpText,
      ]);
      await store.optOuts.setRule({ ...rule, helpText: "" });
      await store.incoming.receive([part("HELP")]);
      expect(await repliesOf(store)).toHaveLength(3);
    });

    test("a program that replies to each message gets few responses a day, and others get theirs", async () => {
      const store = subject.store();
      await open(store);
      const later = (text: string, hours: number) => ({ ...part(text), at: noon + hours * 3_600_000 });
      const count = async (which: string) =>
        (await repliesOf(store)).filter(([, to, text]) => to === phone && text === which).length;
      for (let hour = 0; hour < 10; hour++) await store.incoming.receive([later("HELP", hour)]);
      expect(await count(rule.helpText)).toBe(3);
      await store.incoming.receive([part("help", "12025550102"), part("stop", "12025550102")]);
      expect((await repliesOf(store)).slice(3).map(([, , text]) => text)).toEqual([
        rule.helpText,
        rule.stopText,
      ]);
      await store.incoming.receive([later("HELP", 24), later("HELP", 25)]);
      expect(await count(rule.helpText)).toBe(5);
      for (let at = 0; at < 10; at++) await store.incoming.receive([later("STOP", 25), later("START", 25)]);
      expect([await count(rule.stopText), await count(rule.startText)]).toEqual([4, 4]);
      // Every change counts, confirmed or not.
      await store.incoming.receive([later("STOP", 26)]);
      expect(await listed(store)).toEqual([
        [phone, number],
        ["12025550102", number],
      ]);
      expect(await store.optOuts.forgetResponses(noon + 1, 9, 9)).toBe(1);
      expect(await store.optOuts.forgetResponses(noon + 25 * 3_600_000, 9, 9)).toBe(1);
    });

    test("responses to a number again and again do not let those to others be forgotten", async () => {
      const store = subject.store();
      await open(store);
      await store.incoming.receive([part("HELP", "12025550102")]);
      for (let index = 0; index < 9; index++) await store.incoming.receive([part("HELP")]);
      await store.incoming.receive([part("HELP", "12025550103")]);
      expect(await store.optOuts.forgetResponses(0, 3, 9)).toBe(0);
      expect(await store.optOuts.forgetResponses(0, 2, 9)).toBe(1);
    });

    test.each<{ from: string; stops: readonly string[]; passes: readonly string[] }>([
      { from: "07700900123", stops: ["447700900123", "907700900123"], passes: ["447700900124"] },
      { from: "07700900124", stops: ["447700900124"], passes: ["77700900123456"] },
      { from: "02025550101", stops: ["12025550101"], passes: ["2025550101"] },
      { from: "0501234567", stops: ["972501234567"], passes: ["9720501234568"] },
      { from: "0612345678", stops: ["390612345678", "33612345678"], passes: ["330612345679"] },
      { from: "055512345", stops: ["97455512345"], passes: ["555123451"] },
      { from: "447700900123", stops: ["447700900123"], passes: ["447700900124"] },
      { from: "+07700900123", stops: ["447700900123"], passes: ["7700900123"] },
      { from: "+447700900123", stops: ["447700900123"], passes: ["337700900123"] },
      { from: "0612345678", stops: ["34612345678"], passes: ["612345678"] },
      { from: "012345678", stops: ["4712345678", "4512345678"], passes: ["12345678"] },
      { from: "04512345678", stops: ["4512345678", "14512345678"], passes: ["4712345678"] },
      { from: "06581234567", stops: ["6581234567", "16581234567"], passes: ["4581234567"] },
      { from: "03545551234", stops: ["3545551234", "13545551234"], passes: ["3725551234"] },
    ])("a stop word of $from stops $stops", async ({ from, stops, passes }) => {
      const store = subject.store();
      await open(store);
      const reply = (text: string) => store.incoming.receive([part(text, from)]);
      await reply("STOP");
      await reply("STOP");
      expect(await store.coverage.blacklisted(42, [...stops, ...passes])).toEqual(new Set(stops));
      expect(await store.coverage.blacklisted(43, stops)).toEqual(new Set());
      await reply("START");
      const reopened = await subject.reopen();
      expect(await reopened.coverage.blacklisted(42, stops)).toEqual(new Set());
      expect(await listed(reopened)).toEqual([]);
    });

    test("an opt-out by a number in national form is listed and can be removed; a whole number does not take it back", async () => {
      const store = subject.store();
      await open(store);
      await store.incoming.receive([part("STOP", "07700900123"), part("STOP"), part("HELP", "07700900124")]);
      expect(await listed(store)).toEqual([
        ["07700900123", number],
        [phone, number],
      ]);
      expect(await repliesOf(store)).toEqual([[number, phone, rule.stopText]]);
      expect(await blacklistOf(store, 42)).toContainEqual({
        ...{ scope: 42, phone: "07700900123", at: noon, repliedTo: number },
      });
      expect(await store.coverage.nationalOptOuts(9, 9)).toEqual([{ customerId: 42, count: 1 }]);
      const unknown = { ok: false, reason: "unknownEntry" };
      expect(await store.coverage.removeFromBlacklist(42, [phone, "07700900124"])).toEqual(unknown);
      expect(await store.coverage.removeFromBlacklist(42, ["12025550102", "07700900123"])).toEqual(unknown);
      expect(await listed(store)).toHaveLength(2);
      expect(await store.coverage.removeFromBlacklist(42, [phone, "07700900123"])).toEqual({ ok: true });
      expect(await listed(store)).toEqual([]);
      await store.incoming.receive([part("STOP", "07700900123"), part("START", "447700900123")]);
      expect(await listed(store)).toEqual([["07700900123", number]]);
      await store.incoming.receive([part("STOP", "447700900123"), part("START", "447700900123")]);
      expect(await listed(store)).toEqual([["07700900123", number]]);
      await store.incoming.receive([part("START", "07700900123")]);
      expect(await listed(store)).toEqual([]);
    });

    test("a number in national form stays one in several parts, and until its addressee is assigned", async () => {
      const store = subject.store();
      await openAccount(store);
      await store.optOuts.setRule(rule);
      const place = (index: number) => ({ reference: "8:1", number: index, total: 2 });
      await store.incoming.receive([
        part("STOP", "012345678"),
        { ...part("ST", "087654321"), place: place(1) },
        { ...part("OP", "087654321"), place: place(2) },
      ]);
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      expect(await listed(store)).toEqual([
        ["012345678", number],
        ["087654321", number],
      ]);
      const strangers = ["12345678", "87654321"];
      expect(await store.coverage.blacklisted(42, strangers)).toEqual(new Set());
    });

    test("a number that somebody has blacklisted stays, and is not confirmed", async () => {
      const store = subject.store();
      await open(store);
      await store.coverage.addToBlacklist(42, [phone], noon);
      await store.incoming.receive([part("STOP"), part("START")]);
      expect([await listed(store), await repliesOf(store)]).toEqual([[[phone, undefined]], []]);
    });

    test("a reply to a number with words of its own follows these", async () => {
      const store = subject.store();
      await open(store);
      expect(await store.optOuts.setRule({ ...rule, number: "12025550199" })).toEqual({
        ok: false,
        reason: "unknownEntry",
      });
      expect(await store.optOuts.setRule({ ...rule, customerId: 43 })).toEqual({
        ok: false,
        reason: "unknownCustomer",
      });
      const own = { ...rule, number, stopWords: [], stopText: "" };
      expect(await store.optOuts.setRule(own)).toEqual({ ok: true });
      expect(await store.optOuts.rules(42)).toEqual([rule, own]);
      await store.incoming.receive([part("raus"), part("arrêt", "12025550103")]);
      expect([await listed(store), await repliesOf(store)]).toEqual([[["12025550103", number]], []]);
      await store.incoming.removeNumber(number);
      expect(await store.optOuts.rules()).toEqual([rule]);
      expect([await store.optOuts.removeRule(42, ""), await store.optOuts.removeRule(42, "")]).toEqual([
        true,
        false,
      ]);
    });

    test("without a rule, replies change nothing", async () => {
      const store = subject.store();
      await openAccount(store);
      await store.incoming.addNumber({ number, customerId: 42 }, noon);
      await store.incoming.receive([part("STOP")]);
      expect(await listed(store)).toEqual([]);
    });
  });
}
