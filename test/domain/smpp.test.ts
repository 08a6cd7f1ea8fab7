import { describe, expect, test } from "@jest/globals";
import { type DeliveryOutcome, resultOf } from "#server/domain/smpp/deliveries.js";
import { grantsOf } from "#server/domain/smpp/rate.js";

const second = 1_000_000;
const noon = Date.UTC(2030, 0, 15, 12) * 1_000;

describe("the rate of a customer", () => {
  test.each<{ name: string; emptyAt?: number; parts: number[]; perSecond: number; want: boolean[] }>([
    { name: "a burst of two", parts: [1, 1], perSecond: 100, want: [true, true] },
    { name: "a full second at once", parts: [3, 1], perSecond: 4, want: [true, true] },
    { name: "no more than a second", parts: [1, 1, 1], perSecond: 2, want: [true, true, false] },
    { name: "parts count one each", parts: [2, 2, 1], perSecond: 3, want: [true, false, true] },
    { name: "an empty bucket", emptyAt: noon, parts: [1], perSecond: 100, want: [false] },
    {
      name: "a bucket that has refilled for a tenth",
      emptyAt: noon - second / 10,
      parts: [1, 1],
      perSecond: 10,
      want: [true, false],
    },
    { name: "more parts than a second has", parts: [5, 1], perSecond: 2, want: [true, false] },
    { name: "the debt of such a message", emptyAt: noon + second, parts: [1], perSecond: 2, want: [false] },
  ])("$name", ({ emptyAt, parts, perSecond, want }) => {
    expect(grantsOf(emptyAt, parts, perSecond, noon).grants).toEqual(want);
  });

  test("200 a second for ten seconds, at a rate of 100, are a second's burst and ten seconds", () => {
    let emptyAt: number | undefined;
    let granted = 0;
    for (let at = noon; at < noon + 10 * second; at += second / 200) {
      const next = grantsOf(emptyAt, [1], 100, at);
      emptyAt = next.emptyAt;
      granted += Number(next.grants[0]);
    }
    expect(granted).toBeGreaterThanOrEqual(1_099);
    expect(granted).toBeLessThanOrEqual(1_100);
  });
});

describe("a delivery after an attempt", () => {
  const now = 1_000_000;
  test.each<{ outcome: DeliveryOutcome; attempts?: number; left?: number; want: object }>([
    { outcome: 0, want: { kind: "over", accepted: true } },
    ...[0x08, 0x14, 0x45, 0x58, 0x64, 0x67, 0xfe, 0xff].map((outcome) => ({
      outcome,
      want: { kind: "again", nextAt: now + 5_000, counts: true },
    })),
    { outcome: 0x58, attempts: 3, want: { kind: "again", nextAt: now + 40_000 } },
    { outcome: 0x58, attempts: 30, want: { kind: "again", nextAt: now + 600_000 } },
    { outcome: 0x58, left: 4_000, want: { kind: "over", accepted: false } },
    ...[0x01, 0x0b, 0x65, 0x400].map((outcome) => ({ outcome, want: { kind: "over", accepted: false } })),
    { outcome: "lost", attempts: 9, want: { kind: "again", nextAt: now, counts: false } },
    { outcome: "failed", attempts: 1, want: { kind: "again", nextAt: now + 10_000, counts: true } },
    { outcome: "failed", left: 4_000, want: { kind: "over", accepted: false } },
    { outcome: "invalid", want: { kind: "over", accepted: false } },
  ])("$outcome, $attempts", ({ outcome, attempts = 0, left = 1e9, want }) => {
    expect(resultOf({ id: 7, attempts, until: now + left }, outcome, now)).toMatchObject({ id: 7, ...want });
  });
});
