import { describe, expect, test } from "@jest/globals";
import type { OptOutRule } from "#server/domain/inbox/opt-outs.js";
import type { ReceivedPart } from "#server/domain/inbox/received-part.js";
import type { Store } from "#server/ports/store.js";
import { allOf, noon, openAccount } from "./fixtures.js";
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

const listed = async ({ coverage }: Store) =>
  (await allOf(coverage.blacklist(42))).map(({ phone: each, repliedTo }) => [each, repliedTo]);

const repliesOf = async ({ optOuts }: Store) =>
  (await optOuts.replies(9)).map(({ from, phone: to, text }) => [from, to, text]);

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
