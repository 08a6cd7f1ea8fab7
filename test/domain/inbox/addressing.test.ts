import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { addressed, cleaned, numberKey } from "#server/domain/inbox/addressing.js";
import { maxInboxText } from "#server/domain/inbox/messages.js";
import type { ReceivedMessage, ReceivedPart } from "#server/domain/inbox/received-part.js";

const part: ReceivedPart = { from: "12025550101", to: "Shop", text: "Hi", linkId: 1, at: 7 };

test.each([
  { number: "+12025550101", want: "12025550101" },
  { number: "0012025550101", want: "12025550101" },
  { number: " 1234 ", want: "1234" },
  { number: "Shop", want: "Shop" },
])("the key of $number is $want", ({ number, want }) => {
  expect(numberKey(number)).toBe(want);
});

test.each([
  { given: "12025550101", want: "12025550101" },
  { given: " Shop\u0000\u200b ", want: "Shop" },
  { given: "", want: "unknown" },
  { given: "\u0007 ", want: "unknown" },
  { given: "a".repeat(21), want: "a".repeat(20) },
  { given: `${"a".repeat(19)} b`, want: "a".repeat(19) },
  { given: `${"a".repeat(19)}\u{1f600}`, want: "a".repeat(19) },
  { given: `${"a".repeat(18)}\u{1f600}b`, want: `${"a".repeat(18)}\u{1f600}` },
])("the address $given is stored as $want", ({ given, want }) => {
  expect(cleaned({ ...part, from: given })).toEqual({ ...part, from: want, place: undefined });
  expect(cleaned({ ...part, to: given })).toEqual({ ...part, to: want, place: undefined });
});

const place = { reference: "udh8:1", number: 2, total: 3 };

test.each([
  { title: "in one piece", given: {}, want: undefined },
  {
    title: "with a reference",
    given: { reference: "7" },
    want: { reference: "whole:7", number: 1, total: 1 },
  },
  { title: "in parts", given: { place }, want: place },
  { title: "in parts, with a reference", given: { place, reference: "7" }, want: place },
])("the place of a message $title", ({ given, want }) => {
  expect(cleaned({ ...part, ...given }).place).toEqual(want);
});

const message: ReceivedMessage = {
  ...{ from: "12025550101", to: "+12025550102", subject: undefined, text: "Hi", complete: true, at: 7 },
};

test("the message of an assigned number is delivered as it is", () => {
  expect(addressed(message, 42)).toEqual({ effect: "delivered", customerId: 42, message });
});

test("the message of an unassigned number is kept under the key of the number", () => {
  expect(addressed(message, undefined)).toEqual({
    effect: "stray",
    message: { ...message, to: "12025550102" },
  });
});

test.each([
  { extra: 0, complete: true, end: "a", want: true },
  { extra: 1, complete: true, end: "[...]", want: false },
  { extra: 0, complete: false, end: "a", want: false },
])("$extra code units too many, complete $complete: complete $want", ({ extra, complete, end, want }) => {
  const text = "a".repeat(maxInboxText + extra);
  const delivered = addressed({ ...message, text, complete }, 42).message;
  expect(delivered).toMatchObject({ complete: want, text: expect.stringMatching(/^a+(\[\.{3}\])?$/u) });
  expect(delivered.text.length).toBe(maxInboxText);
  expect(delivered.text.endsWith(end)).toBe(true);
});

test("the text of a cleaned part is bounded, and is cut as if it were whole", () => {
  const smile = "\u{1f600}";
  const texts = fc
    .tuple(fc.nat(6), fc.constantFrom("a", smile), fc.constantFrom("b", smile))
    .map(([more, first, last]) => first + "a".repeat(maxInboxText - 4) + last.repeat(more));
  fc.assert(
    fc.property(texts, (text) => {
      const kept = cleaned({ ...part, text }).text;
      expect(kept.length).toBeLessThanOrEqual(maxInboxText + 2);
      expect(addressed({ ...message, text: kept }, 42)).toEqual(addressed({ ...message, text }, 42));
    }),
  );
});

test("a stored address has 1 to 20 printable code units, and is stored as it is when it comes again", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", " ", "\u0007", "\u{1f600}"), maxLength: 40 }),
      (from) => {
        const kept = cleaned({ ...part, from }).from;
        expect(kept).toMatch(/^\P{C}{1,20}$/u);
        expect(kept.length).toBeLessThanOrEqual(20);
        expect(cleaned({ ...part, from: kept }).from).toBe(kept);
      },
    ),
  );
});
