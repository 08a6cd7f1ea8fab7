import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  inLockOrder,
  kindOf,
  type OptOutRule,
  type Reply,
  replyKey,
  type ReplyKind,
  replyLanguages,
  replyOf,
  replyWords,
} from "#server/domain/inbox/opt-outs.js";
import { documentedRows } from "../documented-table.js";

const rule: OptOutRule = {
  customerId: 42,
  number: "",
  languages: ["en"],
  stopWords: [],
  startWords: [],
  stopText: "Stopped",
  startText: "",
  helpText: "",
};

describe("a reply", () => {
  test.each<{ text: string; change?: Partial<OptOutRule>; want: ReplyKind | undefined }>([
    { text: "STOP", want: "stop" },
    { text: " stop! ", want: "stop" },
    { text: "S T O P.", want: "stop" },
    { text: "“Stop all”", want: "stop" },
    { text: "unsubscribe", want: "stop" },
    { text: "START", want: "start" },
    { text: "Stop by tomorrow", want: undefined },
    { text: "Please stop", want: undefined },
    { text: "", want: undefined },
    { text: "!?", want: undefined },
    { text: `stop${" ".repeat(100)}`, want: "stop" },
    { text: `stop${".".repeat(100)}`, want: undefined },
    { text: "Quit", want: "stop" },
    { text: "end.", want: "stop" },
    { text: "REVOKE", want: "stop" },
    { text: "Opt out", want: "stop" },
    { text: "OPT-OUT", want: "stop" },
    { text: "optout", want: "stop" },
    { text: "o.p.t. o.u.t.", want: "stop" },
    { text: "Opt\u2011Out", want: "stop" },
    { text: "opt out now", want: undefined },
    { text: "Cancel", want: "stop" },
    { text: "UN-SUBSCRIBE", want: "stop" },
    { text: "S-T-O-P", want: "stop" },
    { text: "STOP stop", want: "stop" },
    { text: "Stop! Stop! STOP!", want: "stop" },
    { text: "stop, stop", want: "stop" },
    { text: "stop\nSTOP", want: "stop" },
    { text: "Unsubscribe unsubscribe", want: "stop" },
    { text: "start start", want: "start" },
    { text: "HELP HELP", want: "help" },
    { text: "stop start", want: undefined },
    { text: "help stop", want: undefined },
    { text: "S S", want: undefined },
    { text: "arret arrêt", change: { languages: ["fr"] }, want: "stop" },
    { text: "raus Raus!", change: { stopWords: ["Raus"] }, want: "stop" },
    { text: "byebye", change: { stopWords: ["bye-bye"] }, want: "stop" },
    { text: "bye-bye", change: { stopWords: ["bye-bye"] }, want: "stop" },
    { text: "Bye bye!", change: { stopWords: ["bye-bye"] }, want: "stop" },
    { text: "bye", change: { stopWords: ["bye-bye"] }, want: undefined },
    { text: "bye bye bye", change: { stopWords: ["bye-bye"] }, want: undefined },
    { text: "bye-bye, bye-bye", change: { stopWords: ["bye-bye"] }, want: "stop" },
    { text: "byebye byebye", change: { stopWords: ["bye-bye"] }, want: "stop" },
    { text: "bye bye", change: { stopWords: ["bye"] }, want: "stop" },
    { text: "go go", change: { stopWords: ["go"], startWords: ["go-go"] }, want: "start" },
    { text: "opt out opt out", want: "stop" },
    { text: "Stop all. STOP ALL", want: "stop" },
    { text: "s.t.o.p s.t.o.p", want: "stop" },
    { text: "ＳＴＯＰ", want: "stop" },
    { text: "remove", want: "stop" },
    { text: "Opt in", want: "start" },
    { text: "HELP", want: "help" },
    { text: "help?", want: "help" },
    { text: "info", want: "help" },
    { text: "Help me", want: undefined },
    { text: "HELP", change: { languages: [] }, want: "help" },
    { text: "aide", change: { languages: ["fr"] }, want: "help" },
    { text: "yardım", change: { languages: ["tr"] }, want: "help" },
    { text: "YARDIM", change: { languages: ["tr"] }, want: "help" },
    { text: "Fin", change: { languages: ["fr"] }, want: "stop" },
    { text: "kundigen", change: { languages: ["de"] }, want: "stop" },
    { text: "help", change: { stopWords: ["help"] }, want: "stop" },
    { text: "Stopp", want: undefined },
    { text: "Stopp", change: { languages: ["de"] }, want: "stop" },
    { text: "unsubscribe", change: { languages: ["de"] }, want: undefined },
    { text: "STOP", change: { languages: [] }, want: "stop" },
    { text: "arret", change: { languages: ["fr"] }, want: "stop" },
    { text: "ARRÊT", change: { languages: ["fr"] }, want: "stop" },
    { text: "стоп", change: { languages: ["ru"] }, want: "stop" },
    { text: "الغاء", change: { languages: ["ar"] }, want: "stop" },
    { text: "הסר", change: { languages: ["he"] }, want: "stop" },
    { text: "IPTAL", change: { languages: ["tr"] }, want: "stop" },
    { text: "raus", change: { stopWords: ["Raus"] }, want: "stop" },
    { text: "weiter", change: { startWords: ["weiter"] }, want: "start" },
    { text: "weiter", change: { stopWords: ["weiter"], startWords: ["weiter"] }, want: "stop" },
  ])("$text is $want", ({ text, change, want }) => {
    expect(kindOf(text, { ...rule, ...change })).toBe(want);
  });

  test("has one key, whatever case and accents its text has", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2 }), (text) => {
        const key = replyKey(text);
        expect(replyKey(key)).toBe(key);
        expect(key).not.toMatch(/[\s\p{P}\p{M}]/u);
      }),
    );
  });

  test("no word of a language stops and resumes", () => {
    for (const language of replyLanguages) {
      const { stop, start, help } = replyWords[language];
      for (const word of help)
        expect([word, kindOf(word, { ...rule, languages: [language] })]).toEqual([word, "help"]);
      for (const word of start)
        expect([word, kindOf(word, { ...rule, languages: [language] })]).toEqual([word, "start"]);
      for (const word of stop)
        expect([word, kindOf(word, { ...rule, languages: [language] })]).toEqual([word, "stop"]);
    }
  });
});

describe("an opt-out", () => {
  const message = {
    from: "+12025550101",
    to: "+12025550199",
    subject: undefined,
    text: "STOP",
    complete: true,
    at: 7,
  };
  const own = { ...rule, number: "12025550199", stopText: "Own" };

  test.each([
    { title: "by the rule of its customer", rules: [rule], want: "Stopped" },
    { title: "by the rule of its number first", rules: [rule, own], want: "Own" },
    {
      title: "not by the rule of another number",
      rules: [{ ...own, number: "12025550198" }],
      want: undefined,
    },
    { title: "not by the rule of another customer", rules: [{ ...rule, customerId: 43 }], want: undefined },
  ])("counts $title", ({ rules, want }) => {
    const found = replyOf({ customerId: 42, message }, rules);
    expect(found?.text).toBe(want);
    if (found !== undefined)
      expect(found).toMatchObject({
        customerId: 42,
        number: "12025550199",
        phone: "12025550101",
        kind: "stop",
        at: 7,
      });
  });

  test.each<{ from: string; want: readonly [string, string | undefined] | undefined }>([
    { from: "+12025550101", want: ["12025550101", undefined] },
    { from: "12025550101", want: ["12025550101", undefined] },
    { from: "0012025550101", want: ["12025550101", undefined] },
    { from: "07700900123", want: ["", "7700900123"] },
    { from: "(0)7700 900-123", want: ["", "7700900123"] },
    { from: "+07700900123", want: ["", "7700900123"] },
    { from: "7700900123", want: ["7700900123", undefined] },
    { from: "02025550101", want: ["", "2025550101"] },
    { from: "0612345678", want: ["", "612345678"] },
    { from: "012345678", want: ["", "12345678"] },
    // Some networks send numbers with a country code as national ones.
    { from: "04512345678", want: ["4512345678", "4512345678"] },
    { from: "04712345678", want: ["4712345678", "4712345678"] },
    { from: "06581234567", want: ["6581234567", "6581234567"] },
    { from: "03545551234", want: ["3545551234", "3545551234"] },
    { from: "03725551234", want: ["3725551234", "3725551234"] },
    { from: "03541234", want: ["", "3541234"] },
    { from: "02971234567", want: ["2971234567", "2971234567"] },
    { from: "02315551234", want: ["2315551234", "2315551234"] },
    { from: "02521234567", want: ["2521234567", "2521234567"] },
    { from: "02693211234", want: ["2693211234", "2693211234"] },
    { from: "0376312345", want: ["376312345", "376312345"] },
    { from: "04236601234", want: ["4236601234", "4236601234"] },
    { from: "03584012345", want: ["3584012345", "3584012345"] },
    { from: "09613123456", want: ["9613123456", "9613123456"] },
    { from: "06831234", want: ["6831234", "6831234"] },
    { from: "024712345", want: ["24712345", "24712345"] },
    { from: "02221234567", want: ["", "2221234567"] },
    { from: "02305123456", want: ["", "2305123456"] },
    { from: "02327612345", want: ["", "2327612345"] },
    { from: "05093712345", want: ["", "5093712345"] },
    { from: "06898712345", want: ["", "6898712345"] },
    { from: "0451234567", want: ["", "451234567"] },
    { from: "4512345678", want: ["4512345678", undefined] },
    { from: "Shop", want: undefined },
    { from: "0", want: undefined },
    { from: "", want: undefined },
  ])("of $from, is of $want", ({ from, want }) => {
    const found = replyOf({ customerId: 42, message: { ...message, from } }, [rule]);
    expect(found && [found.phone, found.national]).toEqual(want);
  });

  test.each(["Shop", "4477", "0202", "1".repeat(16)])("of %s, which is no number, does not count", (from) => {
    expect(replyOf({ customerId: 42, message: { ...message, from } }, [rule])).toBeUndefined();
  });

  test("of one number stay in their order", () => {
    const of = (phone: string, at: number): Reply => ({
      customerId: 42,
      number: "1",
      phone,
      kind: "stop",
      text: "",
      at,
    });
    const sorted = inLockOrder([of("9", 1), of("7", 2), of("9", 3), of("7", 4)]);
    expect(sorted.map(({ phone, at }) => [phone, at])).toEqual([
      ...[
        ["7", 2],
        ["7", 4],
        ["9", 1],
        ["9", 3],
      ],
    ]);
  });
});

test("docs/guides/senders.md lists the words", () => {
  expect(documentedRows("docs/guides/senders.md")).toEqual(
    replyLanguages.map((language) => {
      const { stop, start, help } = replyWords[language];
      return [language, stop.join(", "), start.join(", "), help.join(", ")];
    }),
  );
});
