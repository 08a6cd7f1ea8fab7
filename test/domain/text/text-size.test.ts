import { describe, expect, test } from "@jest/globals";
import { outsideGsm, sizeText, textSize } from "#server/domain/text/text-size.js";
import { smsText } from "#server/domain/text/sms-text.js";

const a = (count: number): string => "a".repeat(count);

describe("the size of a text", () => {
  test.each([
    { name: "empty", text: "", want: "0 characters, GSM alphabet: 1 part of 160, 160 left" },
    { name: "one character", text: "a", want: "1 character, GSM alphabet: 1 part of 160, 159 left" },
    { name: "a full part", text: a(160), want: "160 characters, GSM alphabet: 1 part of 160, 0 left" },
    { name: "one more", text: a(161), want: "161 characters, GSM alphabet: 2 parts of 153, 145 left" },
    {
      name: "an extension character counts twice",
      text: `${a(159)}€`,
      want: "160 characters, 1 of them counted twice, GSM alphabet: 2 parts of 153, 145 left",
    },
    {
      name: "an escape pair is not cut: one septet of the first part stays empty",
      text: `${a(152)}€${a(10)}`,
      want: "163 characters, 1 of them counted twice, GSM alphabet: 2 parts of 153, 141 left",
    },
    {
      name: "a full Unicode part",
      text: "я".repeat(70),
      want: "70 characters, Unicode: 1 part of 70, 0 left",
    },
    {
      name: "one more of them",
      text: "я".repeat(71),
      want: "71 characters, Unicode: 2 parts of 67, 63 left",
    },
    {
      name: "an emoji counts twice",
      text: "ok 👍",
      want: "4 characters, 1 of them counted twice, Unicode: 1 part of 70, 65 left",
    },
    {
      name: "a surrogate pair is not cut",
      text: `я${"я".repeat(65)}👍я${"я".repeat(10)}`,
      want: "78 characters, 1 of them counted twice, Unicode: 2 parts of 67, 54 left",
    },
    {
      name: "CR LF is one line break",
      text: "a\r\nb",
      want: "3 characters, GSM alphabet: 1 part of 160, 157 left",
    },
    {
      name: "Arabic digits are sent as Latin ones",
      text: "٣",
      want: "1 character, GSM alphabet: 1 part of 160, 159 left",
    },
    {
      name: "combined marks are one character",
      text: "e\u0301",
      want: "1 character, GSM alphabet: 1 part of 160, 159 left",
    },
    {
      name: "a curly quote makes it Unicode",
      text: "It’s",
      want: "4 characters, Unicode: 1 part of 70, 66 left",
    },
    {
      name: "255 parts",
      text: a(255 * 153),
      want: "39,015 characters, GSM alphabet: 255 parts of 153, 0 left",
    },
    { name: "more than 255 parts", text: a(255 * 153 + 1), want: "longer than 255 parts: shorten it" },
  ])("$name", ({ text, want }) => {
    const size = textSize(text, false);
    expect(sizeText(size)).toBe(want);
    expect(size?.parts).toBe(smsText(text, "Latin")?.parts);
  });

  test("follows the setting of the customer that replaces typography", () => {
    expect([true, false].map((isPlain) => textSize("It’s", isPlain)?.coding)).toEqual(["gsm7", "ucs2"]);
  });
});

test.each([
  { text: "plain", want: undefined },
  { text: "It’s “free” – now", want: { characters: ["’", "“", "”", "–"], plain: `It's "free" - now` } },
  { text: "wait…", want: { characters: ["…"], plain: "wait..." } },
  { text: "no\u00a0break", want: { characters: ["\u00a0"], plain: "no break" } },
  { text: "ok 👍 👍", want: { characters: ["👍"], plain: undefined } },
  { text: "Привет", want: { characters: ["П", "р", "и", "в", "е", "т"], plain: undefined } },
])("what makes $text Unicode", ({ text, want }) => {
  expect(outsideGsm(text, false)).toEqual(want);
});
