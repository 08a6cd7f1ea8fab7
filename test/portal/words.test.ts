import { describe, expect, test } from "@jest/globals";
import { smppWords } from "#server/domain/delivery/network-codes.js";
import { portalRights } from "#server/domain/accounts/portal-users.js";
import type { DeskEvent } from "#server/domain/desk/timeline.js";
import { lastsText } from "#server/web/balance-end.js";
import { reasonOf, stepsFor } from "#server/portal/message-words.js";
import { documentedRows } from "../domain/documented-table.js";

describe("the reason of a message", () => {
  test.each([
    {
      status: "FAILED",
      code: "RINVDSTADR (0x0b)",
      want: "The network does not accept the number of the recipient.",
      advice: "Check the number and the content, then send a new message.",
    },
    { status: "FAILED", code: "RINVPASWD (0x0e)", want: "The message could not be sent.", advice: undefined },
    { status: "FAILED", code: "no route", want: "The message could not be sent.", advice: undefined },
    { status: "FAILED", code: null, want: "The message could not be sent.", advice: undefined },
    {
      status: "SMSC_UNDELIVERABLE",
      code: "011",
      want: "The contract of the recipient excludes SMS.",
      advice: "Only the recipient can change that.",
    },
    {
      status: "SMSC_UNDELIVERABLE",
      code: "34",
      want: "The network cannot deliver the message.",
      advice: undefined,
    },
    {
      status: "REJECTED_BLACKLISTED",
      code: null,
      want: "The number is on your list of opt-outs.",
      advice: undefined,
    },
  ])("$status $code", ({ status, code, want, advice }) => {
    expect(reasonOf(status, code)).toEqual({ text: want, advice });
  });

  test.each(["SMSC_DELIVERED", "SUCCESS", "InProcessNow", "SMSC_DEFERRED"])("%s has none", (status) => {
    expect(reasonOf(status, null)).toBeUndefined();
  });

  test("no reason names a link or what operators must do", () => {
    for (const name of Object.keys(smppWords)) {
      const { text = "", advice = "" } = reasonOf("FAILED", `${name} (0x00)`) ?? {};
      expect(`${text} ${advice}`).not.toMatch(/\blink\b|operator|password/iu);
    }
  });
});

describe("the time line", () => {
  const at = (event: DeskEvent["event"], time: number, more: Partial<DeskEvent> = {}): DeskEvent => ({
    event,
    at: time,
    link: 7,
    network: "carrier",
    messageId: "abc",
    ...more,
  });
  const events: readonly DeskEvent[] = [
    at("accepted", 0),
    at("attempt retried", 10, { code: "RTHROTTLED (0x58)" }),
    at("attempt retried", 20, { code: "RTHROTTLED (0x58)" }),
    at("attempt accepted", 30),
    at("part", 40, { part: 1, status: "SMSC_DELIVERED" }),
    at("status", 40, { status: "SMSC_DELIVERED" }),
    at("refund", 50, { amount: 1_500 }),
  ];
  test("has words for customers, without networks, and equal steps once", () => {
    const steps = stepsFor(events);
    expect(steps.map(({ what, since }) => [what, since])).toEqual([
      ["Accepted from you", undefined],
      ["The network asked to try later", 10],
      ["Accepted by the network", 20],
      ["Delivered", 10],
      ["1.5 credits refunded", 10],
    ]);
    expect(JSON.stringify(steps)).not.toMatch(/carrier|abc|RTHROTTLED/u);
  });
});

test.each([
  { balance: 0, charged: 100, want: undefined },
  { balance: 100, charged: 0, want: undefined },
  { balance: 6_999, charged: 7_000, want: "lasts about 6 days" },
  { balance: 1_000, charged: 7_000, want: "lasts about 1 day" },
  { balance: 999, charged: 7_000, want: "lasts less than a day" },
  { balance: 7_000_000, charged: 7, want: "lasts more than a year" },
])("a balance of $balance at $charged in a week: $want", ({ balance, charged, want }) => {
  expect(lastsText(balance, charged, 7)).toBe(want);
});

test("the guide has the rights of each role", () => {
  const rows = documentedRows("docs/guides/portal.md", "Users and roles");
  expect(Object.fromEntries(rows.map(([role = "", rights = ""]) => [role, rights.split(", ")]))).toEqual(
    portalRights,
  );
});
