import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MessageType } from "#generated/enums.js";
import { septetCount } from "#server/domain/text/gsm-alphabet.js";
import type { SmsCoding } from "#server/domain/text/sms-parts.js";
import { dataCoding, smsText } from "#server/domain/text/sms-text.js";

const { Latin, ArabicWithArabicNumbers, ArabicWithLatinNumbers } = MessageType;

describe("composed text", () => {
  const table: readonly { type: MessageType; given: string; want: string; coding: SmsCoding }[] = [
    { type: Latin, given: "Hello 1", want: "Hello 1", coding: "gsm7" },
    { type: Latin, given: "5 € [ok] {x}~|\\^", want: "5 € [ok] {x}~|\\^", coding: "gsm7" },
    { type: Latin, given: "Code ١٢٣ ۴", want: "Code 123 4", coding: "gsm7" },
    { type: Latin, given: "رمز ١٢", want: "رمز ١٢", coding: "ucs2" },
    { type: Latin, given: "façade", want: "façade", coding: "ucs2" },
    { type: Latin, given: "Привет", want: "Привет", coding: "ucs2" },
    { type: Latin, given: "e\u0301", want: "é", coding: "gsm7" },
    { type: ArabicWithArabicNumbers, given: "رمز 12 ۳", want: "رمز ١٢ ٣", coding: "ucs2" },
    { type: ArabicWithArabicNumbers, given: "Plain 7", want: "Plain ٧", coding: "ucs2" },
    { type: ArabicWithLatinNumbers, given: "رمز ١٢ ۳ 4", want: "رمز 12 3 4", coding: "ucs2" },
    { type: ArabicWithLatinNumbers, given: "Plain 7", want: "Plain 7", coding: "ucs2" },
  ];
  test.each(table)("$type: $given", ({ type, given, want, coding }) => {
    expect(smsText(given, type)).toEqual({ text: want, coding, parts: 1 });
  });

  const kept: readonly string[] = [
    "https://example.com/123?x=4",
    "http://user1@10.0.0.1:8080/",
    "www.example2.com",
    "www.متجر24.example",
    "shop24.example.com",
    "example.com/1",
    "HTTPS://EXAMPLE.COM/9",
    "user1@example2.com",
    "first.last+7@mail-4.example.com",
  ];
  test.each(kept)("digits of the link %s stay", (link) => {
    expect(smsText(`رمز 5 ${link} 6`, ArabicWithArabicNumbers)?.text).toBe(`رمز ٥ ${link} ٦`);
    expect(smsText(`(${link}،6`, ArabicWithArabicNumbers)?.text).toBe(`(${link}،٦`);
  });

  const notLinks: readonly { given: string; want: string }[] = [
    { given: "3.5", want: "٣.٥" },
    { given: "10:30", want: "١٠:٣٠" },
    { given: "a1", want: "a١" },
    { given: "12@", want: "١٢@" },
    { given: "//5", want: "//٥" },
  ];
  test.each(notLinks)("$given is not a link", ({ given, want }) => {
    expect(smsText(given, ArabicWithArabicNumbers)?.text).toBe(want);
  });

  test("every text is encodable, in normalization form C, with the units of that form", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, fc.constantFrom(...Object.values(MessageType)), (given, type) => {
        const prepared = smsText(given, type);
        if (prepared === undefined) throw new Error("too long");
        if (prepared.coding === "gsm7") expect(septetCount(prepared.text)).toBeDefined();
        expect(prepared.text).toHaveLength(given.normalize("NFC").length);
        expect(prepared.text.normalize("NFC")).toBe(prepared.text);
        expect(smsText(prepared.text, type)).toEqual(prepared);
      }),
    );
  });

  test.each(["a", "a.", "a@", "http:", "www.", "1"])(
    "a long run of %j is processed in linear time",
    (run) => {
      const text = run.repeat(255 * 67).slice(0, 255 * 67);
      expect(smsText(text, ArabicWithLatinNumbers)).toEqual({ text, coding: "ucs2", parts: 255 });
      expect(smsText(run.repeat(1_000_000), ArabicWithArabicNumbers)).toBeUndefined();
    },
  );

  test.each([
    { given: "a".repeat(255 * 153), parts: 255 },
    { given: "a".repeat(255 * 153 + 1), parts: undefined },
    { given: "ж".repeat(255 * 67), parts: 255 },
    { given: "ж".repeat(255 * 67 + 1), parts: undefined },
  ])("$given.length units: $parts parts", ({ given, parts }) => {
    expect(smsText(given, Latin)?.parts).toBe(parts);
  });
});

test.each([
  { coding: "gsm7" as const, messageClass: undefined, want: 0x00 },
  { coding: "ucs2" as const, messageClass: undefined, want: 0x08 },
  { coding: "gsm7" as const, messageClass: 0, want: 0x10 },
  { coding: "ucs2" as const, messageClass: 0, want: 0x18 },
  { coding: "gsm7" as const, messageClass: 2, want: 0x12 },
  { coding: "ucs2" as const, messageClass: 3, want: 0x1b },
])("data_coding of $coding, class $messageClass", ({ coding, messageClass, want }) => {
  expect(dataCoding(coding, messageClass)).toBe(want);
});

describe("plain punctuation", () => {
  const table: readonly { given: string; plain: string; coding: SmsCoding }[] = [
    { given: "“Sale” – it’s on…", plain: '"Sale" - it\'s on...', coding: "gsm7" },
    { given: "„Angebot“ ‚heute‘", plain: "\"Angebot\" 'heute'", coding: "gsm7" },
    { given: "«Soldes» ‹ici›", plain: "\"Soldes\" 'ici'", coding: "gsm7" },
    { given: "9\u00a0am\u2009to\u202f5\u3000pm", plain: "9 am to 5 pm", coding: "gsm7" },
    { given: "zero\u200bwidth\u2060 joined\ufeff", plain: "zerowidth joined", coding: "gsm7" },
    { given: "soft\u00adhyphen, non\u2011breaking", plain: "softhyphen, non-breaking", coding: "gsm7" },
    { given: "minus \u22125 \u2015 figure \u20121", plain: "minus -5 - figure -1", coding: "gsm7" },
    { given: "5\u2032 6\u2033", plain: "5' 6\"", coding: "gsm7" },
    { given: "Code ١٢ – “a”", plain: 'Code 12 - "a"', coding: "gsm7" },
    { given: "“Привет”", plain: "“Привет”", coding: "ucs2" },
    { given: "“a” https://example.com/“b”", plain: "“a” https://example.com/“b”", coding: "ucs2" },
    { given: 'plain "quotes"', plain: 'plain "quotes"', coding: "gsm7" },
  ];
  test.each(table)("$given: $plain", ({ given, plain, coding }) => {
    expect(smsText(given, Latin, true)).toMatchObject({ text: plain, coding });
    if (plain !== given) expect(smsText(given, Latin)).toMatchObject({ coding: "ucs2" });
    expect(smsText(given, ArabicWithLatinNumbers, true)?.coding).toBe("ucs2");
  });
});

test.each([
  ["a\r\nb", "a\nb"],
  ["a\r\n\r\nb", "a\n\nb"],
  ["a\rb", "a\rb"],
  ["a\nb", "a\nb"],
  ["\r\n", "\n"],
  ["a\n\rb", "a\n\rb"],
])("a text %j has the line breaks %j", (given, want) => {
  expect(smsText(given, Latin)?.text).toBe(want);
  expect(smsText(given, ArabicWithLatinNumbers)?.text).toBe(want);
});

test("a line break of two characters is priced as one", () => {
  expect(smsText(`${"a".repeat(158)}\r\nb`, Latin)?.parts).toBe(1);
  expect(smsText(`${"a".repeat(158)}\n\nb`, Latin)?.parts).toBe(2);
});
