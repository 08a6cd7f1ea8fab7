import { describe, expect, test } from "@jest/globals";
import { mm7Words, receiptWords, smppWords } from "#server/domain/delivery/outcomes/network-codes.js";
import { portalRights } from "#server/domain/accounts/portal-users.js";
import type { DeskEvent } from "#server/domain/desk/timeline.js";
import { reasonOf, stepsFor } from "#server/faces/portal/message-words.js";
import { documentedRows } from "../../domain/documented-table.js";

const later = "Send a new message later.";

describe("the reason of a message", () => {
  test.each([
    {
      status: "FAILED",
      code: "RINVDSTADR (0x0b)",
      want: "The network does not accept the number of the recipient.",
      advice: "Check the number, then send a new message.",
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
      want: "The recipient has opted out, or the number is blocked.",
      advice: undefined,
    },
    ...["RINVSRCADR (0x0a)", "RINVSRCTON (0x48)", "RINVSRCNPI (0x49)"].map((code) => ({
      status: "FAILED",
      code,
      want: "The network does not accept this sender name.",
      advice: "Use another sender name, or ask us to have this one registered.",
    })),
    {
      status: "FAILED",
      code: "2003",
      want: "The network does not know the recipient.",
      advice: "Check the number, then send a new message.",
    },
    { status: "FAILED", code: "RMSGQFUL (0x14)", want: "The network was busy for too long.", advice: later },
    {
      status: "FAILED",
      code: "RTHROTTLED (0x58)",
      want: "The message could not be sent.",
      advice: undefined,
    },
    { status: "FAILED", code: "toString", want: "The message could not be sent.", advice: undefined },
    { status: "SMSC_REJECTED", code: "2003", want: receiptWords.REJECTD, advice: undefined },
    {
      status: "SMSC_UNDELIVERABLE",
      code: "001",
      want: "The number does not exist.",
      advice: "Check the number, then send a new message.",
    },
    { status: "SMSC_EXPIRED", code: "27", want: "The phone is off or out of reach.", advice: later },
    {
      status: "SMSC_UNDELIVERABLE",
      code: "32",
      want: "The phone refused the message: its memory may be full.",
      advice: "Only the recipient can change that.",
    },
    {
      status: "REJECTED_INVALID_NUMBER",
      code: null,
      want: "The number is not valid, or is not covered by your prices.",
      advice: undefined,
    },
    { status: "SMSC_UNDELIVERABLE", code: "0001", want: receiptWords.UNDELIV, advice: undefined },
  ])("$status $code", ({ status, code, want, advice }) => {
    expect(reasonOf(status, code)).toEqual({ text: want, advice });
  });

  test.each(["SMSC_DELIVERED", "SUCCESS", "InProcessNow", "SMSC_DEFERRED"])("%s has none", (status) => {
    expect(reasonOf(status, null)).toBeUndefined();
  });

  test("no reason has words or advice for operators alone", () => {
    const refused = [...Object.keys(smppWords).map((name) => `${name} (0x00)`), ...Object.keys(mm7Words)];
    const received = Array.from({ length: 100 }, (_, cause) => String(cause));
    const reasons = [
      ...refused.map((code) => reasonOf("FAILED", code)),
      ...received.map((code) => reasonOf("SMSC_UNDELIVERABLE", code)),
    ];
    for (const { text = "", advice = "" } of reasons.filter((each) => each !== undefined))
      expect(`${text} ${advice}`).not.toMatch(
        /\blink\b|operator|password|MMSC|originator|handset|TP-|_|PDU|\bbind|account|type of number/iu,
      );
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
    at("refund", 50, { booking: { id: 9, at: 50, amount: 1_500, balance: 2_500 } }),
    at("callback failed", 60, { attempts: 1, code: "HTTP 500", host: "a.example.com", nextAt: 3_600_000 }),
    at("callback failed", 70, { attempts: 2, code: "HTTP 502", host: "a.example.com", nextAt: 7_200_000 }),
    at("callback accepted", 80, { attempts: 3, code: "HTTP 204", host: "b.example.com" }),
  ];
  const clock = { now: 90, zone: "UTC" };
  test("has words for customers, without networks, and equal steps once", () => {
    const steps = stepsFor(events, { money: false, develop: false }, clock);
    expect(steps.map(({ what, since }) => [what, since])).toEqual([
      ["Accepted from you", undefined],
      ["The network asked to try later", 10],
      ["Accepted by the network", 20],
      ["Delivered", 10],
      ["1.5 credits refunded", 10],
      ["Your server did not accept the callback, attempt 1", 10],
      ["Your server did not accept the callback, attempt 2", 10],
      ["Your server accepted the callback", 10],
    ]);
    expect(JSON.stringify(steps)).not.toMatch(/carrier|abc|RTHROTTLED|example\.com|HTTP|billing/u);
  });

  test.each<{ sight: { money: boolean; develop: boolean }; want: readonly unknown[] }>([
    {
      sight: { money: true, develop: false },
      want: [["balance after it 2.5", undefined, "/billing?period=1970-01-01&before=50.10"], ...[[], [], []]],
    },
    {
      sight: { money: false, develop: true },
      want: [
        ["balance after it 2.5"],
        ["a.example.com, next try 1 Jan 1970, 01:00:00", "HTTP 500"],
        ["a.example.com, next try 1 Jan 1970, 02:00:00", "HTTP 502"],
        ["b.example.com", "HTTP 204"],
      ],
    },
  ])("has hosts for developers and the ledger for who sees money: $sight", ({ sight, want }) => {
    const steps = stepsFor(events, sight, clock).slice(-4);
    const found = steps.map(({ detail, code, link }) => [detail, code, link?.href]);
    expect(
      found.map((each) => each.slice(0, each.findLastIndex((value) => value !== undefined) + 1)),
    ).toEqual(want);
  });
});

test("the guide has the rights of each role", () => {
  const rows = documentedRows("docs/guides/portal.md", "Users and roles");
  expect(Object.fromEntries(rows.map(([role = "", rights = ""]) => [role, rights.split(", ")]))).toEqual(
    portalRights,
  );
});
