import { describe, expect, test } from "@jest/globals";
import { routeTable, unrouted } from "#server/domain/delivery/routing/route-table.js";
import type { Route } from "#server/domain/delivery/route.js";
import {
  handedOverMessage,
  handOver,
  type HandOverFacts,
  mayLeaveAtOnce,
} from "#server/domain/delivery/claiming/hand-over.js";
import type { MessageBody, Submission } from "#server/domain/delivery/submitting/submission.js";
import { noon, submission } from "../../../storage/fixtures.js";

const route = (linkId: number, rank: number): Route => ({
  ...{ id: linkId, prefix: "1", customerId: undefined, originator: undefined, kind: undefined },
  ...{ linkId, rank, weight: 1, uncertain: linkId === 1 ? "resend" : "fail" },
});
const table = routeTable(
  [1, 2].map((id) => ({ id, kind: "smpp", network: 1 }) as const),
  [route(1, 1), route(2, 2)],
);
/** Links that are up, with so many free slots. */
const slots = (free: Readonly<Record<number, number>>): HandOverFacts["slots"] => ({
  isUp: (linkId) => linkId in free,
  free: (linkId) => free[linkId] ?? 0,
});
const facts: HandOverFacts = {
  message: { id: 1, phone: "12025550101", customerId: 42, userName: "Ann", originator: "Shop", kind: "sms" },
  ...{ parts: 2, slots: slots({ 1: 2, 2: 2 }) },
  ...{ isOwner: true, hasRate: false, isListed: false, table, isIdle: () => true },
};
const message = { ...facts.message, phone: "4420" };
const first = { linkId: 1, policy: "resend" };

describe("a message whose link has a free slot is handed over", () => {
  test.each<{
    title: string;
    facts?: Partial<HandOverFacts>;
    want: object | undefined;
  }>([
    { title: "to the link of its route", want: first },
    {
      title: "to another link if that of the route is down",
      facts: { slots: slots({ 2: 2 }) },
      want: { linkId: 2, policy: "fail" },
    },
    {
      title: "not to another link while its own is full",
      facts: { slots: slots({ 1: 0, 2: 2 }) },
      want: undefined,
    },
    { title: "not if only some of its parts have slots", facts: { parts: 3 }, want: undefined },
    { title: "not if the slots are those of a former owner", facts: { isOwner: false }, want: undefined },
    { title: "not if its customer has a rate", facts: { hasRate: true }, want: undefined },
    { title: "not if its number opted out meanwhile", facts: { isListed: true }, want: undefined },
    { title: "not without a route", facts: { message }, want: undefined },
    {
      title: "not before those that wait for a link",
      facts: { isIdle: (id) => id !== unrouted },
      want: undefined,
    },
    {
      title: "not before those that wait for this link",
      facts: { isIdle: (id) => id !== 1 },
      want: undefined,
    },
    { title: "before those that wait for another one", facts: { isIdle: (id) => id !== 2 }, want: first },
  ])("$title", ({ facts: otherFacts, want }) => {
    expect(handOver({ ...facts, ...otherFacts })).toEqual(want);
  });
});

describe("a message may be handed over", () => {
  test.each<{ title: string; change: Partial<Submission>; validity?: number; want: boolean }>([
    { title: "when it is due", change: {}, want: true },
    { title: "not when it is due later", change: { dueAt: noon + 1 }, want: false },
    { title: "not when it is too old", change: { dueAt: noon - 5 }, validity: 5, want: false },
    { title: "not with others", change: { recipients: ["12025550101", "12025550102"] }, want: false },
    { title: "not with a text to erase", change: { hidden: true }, want: false },
  ])("$title", ({ change, validity = 1000, want }) => {
    expect(mayLeaveAtOnce(submission("t1", change), validity)).toBe(want);
  });
});

test.each<{ body: MessageBody; want: object }>([
  {
    body: { kind: "binary", header: Uint8Array.of(1), body: Uint8Array.of(2), esmClass: 64, protocolId: 0 },
    want: { kind: "binary", header: Uint8Array.of(1), body: Uint8Array.of(2), esmClass: 64, protocolId: 0 },
  },
  {
    body: { kind: "mms", wishes: { expiresAt: 9, priority: undefined, deliveryReport: true }, parts: [] },
    want: { kind: "mms", wishes: { expiresAt: 9, priority: undefined, deliveryReport: true } },
  },
])("a handed over message has the body that a claim returns: $body.kind", ({ body, want }) => {
  const handedOver = { id: 7, linkId: 1, policy: "hold" } as const;
  expect(handedOverMessage(submission("t1", { body }), handedOver, 1000).body).toEqual(want);
});
