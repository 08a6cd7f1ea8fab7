import { describe, expect, test } from "@jest/globals";
import type { LinkReceipt } from "#server/domain/delivery/claiming/claim.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import {
  applied,
  isCertain,
  isExpected,
  type KeyedPartRow,
  type Match,
  matched,
} from "#server/domain/delivery/receipts/receipt.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { PartRow } from "#server/domain/delivery/receipts/tracked-message.js";

const { Queued, Submitting, Submitted, Enroute, Delivered, Undeliverable, Expired, Unknown, Failed } =
  RecipientState;

const receipt = (state: PartState = Delivered, changes: Partial<LinkReceipt> = {}): LinkReceipt => ({
  ...{ linkId: 1, messageId: "A", keys: ["a"], phone: undefined, state, at: 9, code: "000" },
  ...changes,
});
const row = (id: number, phone = `1202555010${id}`): KeyedPartRow => ({
  ...{ id, txn: 7, state: Submitted, part: 1, phone },
});

describe("a receipt belongs to", () => {
  test.each<{
    name: string;
    phone: string | undefined;
    candidates: readonly (readonly KeyedPartRow[])[];
    want: number | undefined;
  }>([
    { name: "nothing without a candidate", phone: undefined, candidates: [[], []], want: undefined },
    { name: "nothing without a key", phone: undefined, candidates: [], want: undefined },
    { name: "the newest under its key", phone: undefined, candidates: [[row(9), row(4)]], want: 9 },
    { name: "the next key when the first has none", phone: undefined, candidates: [[], [row(3)]], want: 3 },
    { name: "the one to its number", phone: "12025550104", candidates: [[row(9), row(4)]], want: 4 },
    {
      name: "the one to its number under any key",
      phone: "+12025550104",
      candidates: [[row(9)], [row(4)]],
      want: 4,
    },
    {
      name: "the likeliest when no number fits",
      phone: "12025550999",
      candidates: [[row(9)], [row(4)]],
      want: 9,
    },
    { name: "no guess to another number", phone: "12025550999", candidates: [[], [row(4)]], want: undefined },
  ])("$name", ({ phone, candidates, want }) => {
    const given = receipt(Delivered, { phone });
    expect(matched([{ network: 3, receipt: given, candidates }])).toMatchObject([
      { network: 3, receipt: given },
    ]);
    expect(matched([{ network: 3, receipt: given, candidates }])[0]?.found?.id).toBe(want);
  });
});

describe("a message waits for a receipt", () => {
  const closed = { ...row(9), state: Delivered };
  test.each<{
    name: string;
    phone: string | undefined;
    candidates: readonly (readonly KeyedPartRow[])[];
    want: readonly [certain: boolean, expected: boolean];
  }>([
    { name: "nothing is found", phone: undefined, candidates: [[]], want: [false, false] },
    { name: "open, by its likeliest key", phone: undefined, candidates: [[row(4)]], want: [true, true] },
    { name: "open, to its number", phone: "12025550104", candidates: [[closed, row(4)]], want: [true, true] },
    { name: "closed: a newer one may come", phone: undefined, candidates: [[closed]], want: [true, false] },
    { name: "to another number", phone: "12025550999", candidates: [[row(4)]], want: [false, false] },
    { name: "by another key", phone: undefined, candidates: [[], [row(4)]], want: [false, false] },
  ])("$name", ({ phone, candidates, want }) => {
    const found = { network: 3, receipt: receipt(Delivered, { phone }), candidates };
    expect([isCertain(found), isExpected(found)]).toEqual(want);
  });
});

const match = (given: LinkReceipt, found?: KeyedPartRow): Match => ({ network: 3, receipt: given, found });
const part = (state: PartState, number = 1, follows = false) => ({
  ...{ recipient: 1, part: number, network: 3, key: `${number}`, state, at: 2, error: null, follows },
});

describe("receipts", () => {
  test.each<{ known: PartState; state: PartState; effect: string; to: PartState | undefined }>([
    { known: Submitted, state: Enroute, effect: "changes", to: Enroute },
    { known: Submitted, state: Delivered, effect: "changes", to: Delivered },
    { known: Delivered, state: Delivered, effect: "repeats", to: undefined },
    { known: Delivered, state: Enroute, effect: "repeats", to: undefined },
    { known: Delivered, state: Undeliverable, effect: "contradicts", to: undefined },
    { known: Expired, state: Delivered, effect: "changes", to: Delivered },
    { known: Unknown, state: Undeliverable, effect: "changes", to: Undeliverable },
  ])("$state after $known: $effect", ({ known, state, effect, to }) => {
    const changes = applied([match(receipt(state), { ...row(1), state: known })], [part(known)]);
    expect(changes.effects).toEqual([effect]);
    expect(changes.parts).toEqual(to === undefined ? [] : [{ ...part(to), at: 9, error: "000" }]);
    expect(changes.transitions).toEqual(
      to === undefined ? [] : [{ id: 1, from: known, to, at: 9, error: "000", since: undefined }],
    );
    expect(changes.moves).toEqual(to === undefined ? [] : [{ txn: 7, from: known, to, n: 1 }]);
    expect(changes.contradictions).toEqual(
      effect === "contradicts" ? [{ recipient: 1, part: 1, state, at: 9, code: "000" }] : [],
    );
  });

  test("of a part count for the message when all of it is with the network", () => {
    for (const state of [Queued, Submitting]) {
      const changes = applied([match(receipt(), { ...row(1), state })], [part(Submitted)]);
      expect([changes.parts.length, changes.transitions, changes.moves]).toEqual([1, [], []]);
    }
  });

  test("of the parts of a message fold in their order, one transition for all", () => {
    const matches = [1, 2].map((number) =>
      match(receipt(number === 1 ? Delivered : Undeliverable, { at: number }), { ...row(1), part: number }),
    );
    const changes = applied(matches, [part(Submitted, 1), part(Submitted, 2)]);
    expect(changes.transitions).toMatchObject([{ from: Submitted, to: Undeliverable, at: 2 }]);
    expect(changes.parts.map(({ state }) => state)).toEqual([Delivered, Undeliverable]);
  });

  test("of one part, the second is applied to the result of the first", () => {
    const states = [Delivered, Failed, Delivered] as const;
    const changes = applied(
      states.map((state) => match(receipt(state), row(1))),
      [part(Submitted)],
    );
    expect(changes.effects).toEqual(["changes", "contradicts", "repeats"]);
    expect([changes.parts.length, changes.moves.length]).toEqual([1, 1]);
  });

  test.each<{
    name: string;
    state: RecipientState;
    parts: readonly PartRow[];
    reports: readonly PartState[];
    want: readonly Partial<PartRow>[];
  }>([
    {
      ...{ name: "follows its message", state: Submitted, parts: [part(Submitted, 1, true)] },
      ...{ reports: [Enroute, Delivered], want: [] },
    },
    {
      ...{ name: "has a state of its own", state: Submitted, parts: [part(Submitted)] },
      ...{ reports: [Delivered], want: [{ part: 1, state: Delivered, follows: false }] },
    },
    {
      ...{
        name: "gets one where the message keeps another",
        state: Queued,
        parts: [part(Submitted, 1, true)],
      },
      ...{ reports: [Delivered], want: [{ part: 1, state: Delivered, follows: false }] },
    },
    {
      ...{ name: "gets one beside another part", state: Submitted },
      ...{ parts: [part(Submitted, 1, true), part(Submitted, 2)], reports: [Undeliverable] },
      want: [{ part: 1, state: Undeliverable, follows: false }],
    },
    {
      ...{ name: "is not changed by a contradiction", state: Delivered, parts: [part(Delivered, 1, true)] },
      ...{ reports: [Failed], want: [] },
    },
  ])("a part $name", ({ state, parts, reports, want }) => {
    const matches = reports.map((reported) => match(receipt(reported), { ...row(1), state }));
    expect(applied(matches, parts).parts).toEqual(want.map((each): unknown => expect.objectContaining(each)));
  });

  const sharing = (state: PartState, number: number, key = "a") => ({ ...part(state, number), key });
  test.each<{
    name: string;
    state: RecipientState;
    parts: readonly PartRow[];
    reports: readonly PartState[];
    want: {
      readonly parts: readonly PartState[];
      readonly to: readonly RecipientState[];
      readonly effects: string;
    };
  }>([
    {
      ...{ name: "one receipt for all", state: Submitted, reports: [Delivered] },
      parts: [sharing(Submitted, 1), sharing(Submitted, 2), sharing(Submitted, 3)],
      want: { parts: [Delivered, Delivered, Delivered], to: [Delivered], effects: "changes" },
    },
    {
      ...{ name: "one receipt for each", state: Submitted, reports: [Enroute, Delivered, Delivered] },
      parts: [sharing(Submitted, 1), sharing(Submitted, 2)],
      want: { parts: [Delivered, Delivered], to: [Delivered], effects: "changes changes repeats" },
    },
    {
      ...{ name: "receipts that differ: the first final one counts", state: Submitted },
      ...{ parts: [sharing(Submitted, 1), sharing(Submitted, 2)], reports: [Undeliverable, Delivered] },
      want: { parts: [Undeliverable, Undeliverable], to: [Undeliverable], effects: "changes contradicts" },
    },
    {
      ...{ name: "some have reported already", state: Submitted, reports: [Delivered] },
      parts: [sharing(Delivered, 1), sharing(Submitted, 2)],
      want: { parts: [Delivered], to: [Delivered], effects: "changes" },
    },
    {
      ...{ name: "not all have the id", state: Submitted, reports: [Delivered] },
      parts: [sharing(Submitted, 1), sharing(Submitted, 2), sharing(Submitted, 3, "b")],
      want: { parts: [Delivered, Delivered], to: [], effects: "changes" },
    },
    {
      ...{ name: "of another network the same id is another one", state: Submitted, reports: [Delivered] },
      parts: [sharing(Submitted, 1), { ...sharing(Submitted, 2), network: 4 }],
      want: { parts: [Delivered], to: [], effects: "changes" },
    },
    {
      ...{ name: "parts without an id share none", state: Submitted, reports: [Delivered] },
      parts: [sharing(Submitted, 1, ""), sharing(Submitted, 2, "")],
      want: { parts: [Delivered], to: [], effects: "changes" },
    },
    {
      ...{ name: "the network has not all parts yet", state: Submitting, reports: [Delivered] },
      parts: [sharing(Submitted, 1), sharing(Submitted, 2)],
      want: { parts: [Delivered, Delivered], to: [], effects: "changes" },
    },
  ])("of parts under one id: $name", ({ state, parts, reports, want }) => {
    const changes = applied(
      reports.map((reported) => match(receipt(reported), { ...row(1), state })),
      parts,
    );
    expect({
      parts: changes.parts.map((each) => each.state),
      to: changes.transitions.map(({ to }) => to),
      effects: changes.effects.join(" "),
    }).toEqual(want);
  });

  test("that are unmatched are stored with their network", () => {
    const changes = applied([match(receipt())], []);
    expect(changes).toMatchObject({ effects: ["unmatched"], kept: [{ network: 3, receipt: receipt() }] });
    expect([changes.parts, changes.transitions, changes.moves]).toEqual([[], [], []]);
  });
});
