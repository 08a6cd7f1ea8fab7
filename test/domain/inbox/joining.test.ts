import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  boundedText,
  joined,
  joinedText,
  type JoinRow,
  overdue,
  type PartText,
  type PlacedPart,
} from "#server/domain/inbox/joining.js";

test.each<{ parts: [number, string][]; total: number; want: string }>([
  ...([
    {
      parts: [
        [1, "a"],
        [2, "b"],
      ],
      total: 2,
      want: "ab",
    },
    { parts: [[2, "b"]], total: 2, want: "[...]b" },
    { parts: [[1, "a"]], total: 4, want: "a[...]" },
    {
      parts: [
        [1, "a"],
        [4, "d"],
      ],
      total: 4,
      want: "a[...]d",
    },
    {
      parts: [
        [2, "b"],
        [4, "d"],
      ],
      total: 5,
      want: "[...]b[...]d[...]",
    },
  ] satisfies { parts: [number, string][]; total: number; want: string }[]),
])("$parts of $total", ({ parts, total, want }) => {
  expect(joinedText(new Map(parts), total)).toBe(want);
});

test.each([
  { given: "abcdef", most: 6, want: "abcdef", isWhole: true },
  { given: "abcdefghij", most: 9, want: "abcd[...]", isWhole: false },
  { given: "abc\u{1f600}fghij", most: 9, want: "abc[...]", isWhole: false },
])("$given with room for $most is $want", ({ given, most, want, isWhole }) => {
  expect(boundedText(given, most)).toEqual({ text: want, isWhole });
});

const addresses = { from: "12025550101", to: "Shop" };

function partOf(number: number, text: string, total = 2, at = 9): PlacedPart {
  const place = { reference: "udh8:1", number, total };
  return { ...addresses, text, place, subject: undefined, linkId: 1, at };
}

describe("one of two parts", () => {
  const row: JoinRow = { ...addresses, total: 2, joined: false, at: 5 };
  const whole = { ...addresses, subject: undefined, text: "ab", complete: true, at: 9 };
  const first: PartText = { number: 1, text: "a", at: 5, arrival: "p 1 1" };
  const second: PartText = { number: 2, text: "b", at: 5, arrival: "p 1 2" };
  const waits = { replaced: undefined, complete: undefined };
  const begun = { ...addresses, subject: undefined, complete: false, at: 9 };

  test.each([
    { title: "the first to come waits", part: partOf(2, "b"), open: undefined, texts: [], want: waits },
    {
      title: "the last to come completes the message",
      ...{ part: partOf(1, "a"), open: row, texts: [second] },
      want: { replaced: undefined, complete: whole },
    },
    {
      title: "the same again is repeated",
      ...{ part: partOf(2, "b"), open: row, texts: [second], want: "repeated" as const },
    },
    {
      title: "the same again after the message was delivered is repeated",
      ...{ part: partOf(1, "a"), open: { ...row, joined: true }, texts: [first, second] },
      want: "repeated" as const,
    },
    {
      title: "the same again, whose response was written over a session that goes on, begins another message",
      part: {
        ...partOf(1, "a"),
        arrival: { key: "p 1 3", since: 0, lease: 0, unanswered: [], open: ["p 1"], ended: [] },
      },
      ...{ open: { ...row, joined: true }, texts: [first, second] },
      want: { replaced: { message: undefined }, complete: undefined },
    },
    {
      title: "another text in its place begins another message; what came of the old one is delivered",
      ...{ part: partOf(1, "c"), open: row, texts: [first] },
      want: { replaced: { message: { ...begun, text: "a[...]" } }, complete: undefined },
    },
    {
      title: "another text in its place after the message was delivered begins another one",
      ...{ part: partOf(1, "c"), open: { ...row, joined: true }, texts: [first, second] },
      want: { replaced: { message: undefined }, complete: undefined },
    },
  ])("$title", ({ part, open, texts, want }) => {
    expect(joined(part, open, texts)).toEqual(want);
  });

  test("is delivered with a mark if the other one is overdue", () => {
    expect(overdue(row, [second])).toEqual({ ...begun, text: "[...]b", at: 5 });
  });

  test("is not delivered again when it is overdue", () => {
    expect(overdue({ ...row, joined: true }, [first, second])).toBeUndefined();
  });
});

test("a message of one part is complete at once, with its subject", () => {
  const part = { ...partOf(1, "Hi", 1), subject: "Holiday" };
  const message = { ...addresses, subject: "Holiday", text: "Hi", complete: true, at: 9 };
  expect(joined(part, undefined, [])).toEqual({ replaced: undefined, complete: message });
});

/** A store of parts in memory that applies the results of the rule, as a driver does. */
class Parts {
  readonly delivered: string[] = [];
  readonly #heads = new Map<string, { row: JoinRow; texts: PartText[] }>();

  receive(part: PlacedPart): void {
    const key = `${part.from} ${part.place.reference} ${part.place.total}`;
    const head = this.#heads.get(key);
    const change = joined(part, head?.row, head?.texts ?? []);
    if (change === "repeated" || change === "undecided") return;
    if (change.replaced?.message !== undefined) this.delivered.push(change.replaced.message.text);
    const continued = change.replaced === undefined ? head : undefined;
    const row = { from: part.from, to: part.to, total: part.place.total, joined: false, at: part.at };
    const now = continued ?? { row, texts: [] };
    now.texts.push({
      number: part.place.number,
      text: part.text,
      at: part.at,
      arrival: part.arrival?.key ?? "",
    });
    if (change.complete !== undefined) {
      now.row = { ...now.row, joined: true };
      this.delivered.push(change.complete.text);
    }
    this.#heads.set(key, now);
  }

  endWaiting(): void {
    for (const { row, texts } of this.#heads.values()) {
      const message = overdue(row, texts);
      if (message !== undefined) this.delivered.push(message.text);
    }
  }
}

interface Sent {
  readonly total: number;
  /** Numbers of the received parts, in their order, some of them repeated. */
  readonly order: readonly number[];
}

const sent: fc.Arbitrary<Sent> = fc.integer({ min: 1, max: 5 }).chain((total) =>
  fc.record({
    total: fc.constant(total),
    order: fc.oneof(
      fc.array(fc.integer({ min: 1, max: total }), { minLength: 1, maxLength: 8 }),
      fc.shuffledSubarray([1, 2, 3, 4, 5].slice(0, total), { minLength: total }),
    ),
  }),
);

/** Messages of one sender, each after the one before, all under one reference. */
function partsOf(sender: string, messages: readonly Sent[]): readonly PlacedPart[] {
  const before = new Map<number, Set<number>>();
  return messages.flatMap(({ total, order }, index) => {
    const known = before.get(total);
    // The network does not indicate a new message: only a repeated number shows that it is another one.
    const first = known === undefined || known.has(order[0] ?? 0) ? [] : [...known].slice(0, 1);
    const numbers = [...first, ...order];
    before.set(total, new Set(numbers));
    const text = (number: number): string => `${sender}${index}.${number};`;
    return numbers.map((number) => ({ ...partOf(number, text(number), total), from: sender }));
  });
}

/** The expected deliveries: every message once, complete or marked. */
function wanted(parts: readonly PlacedPart[]): readonly string[] {
  const messages = new Map<string, Map<number, string>>();
  const totals = new Map<string, number>();
  for (const { text, place } of parts) {
    const message = text.slice(0, text.indexOf("."));
    const numbers = messages.get(message) ?? new Map<number, string>();
    messages.set(message, numbers.set(place.number, text));
    totals.set(message, place.total);
  }
  return [...messages].map(([message, numbers]) => joinedText(numbers, totals.get(message) ?? 0));
}

/** Mixes sequences; the order of each one stays. */
function mixed<T>(sequences: readonly (readonly T[])[], picks: readonly number[]): readonly T[] {
  const rest = sequences.map((sequence) => [...sequence]);
  const all: T[] = [];
  for (let step = 0; rest.some(({ length }) => length > 0); step++) {
    const open = rest.filter(({ length }) => length > 0);
    const next = open[(picks[step % picks.length] ?? 0) % open.length]?.shift();
    if (next !== undefined) all.push(next);
  }
  return all;
}

test("parts in any order, repeated, mixed, under references used again: every message is delivered once", () => {
  fc.assert(
    fc.property(
      fc.array(sent, { maxLength: 5 }),
      fc.array(sent, { maxLength: 5 }),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }),
      (ofAnn, ofBob, picks) => {
        const parts = mixed([partsOf("ann", ofAnn), partsOf("bob", ofBob)], picks);
        const store = new Parts();
        for (const part of parts) store.receive(part);
        store.endWaiting();
        expect([...store.delivered].sort()).toEqual([...wanted(parts)].sort());
      },
    ),
    { numRuns: 500 },
  );
});
