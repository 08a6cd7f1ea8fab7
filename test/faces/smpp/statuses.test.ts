import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { RefusalName } from "#server/domain/refusals.js";
import { statusOfFailure, statusOfRefusal } from "#server/faces/smpp/statuses.js";

const creditStatus = 0x103;

/** The command_status of each refusal. */
const statuses: Readonly<Record<RefusalName, number>> = {
  tooManyLogins: 0x0d,
  userBlocked: 0x0d,
  customerBlocked: 0x0d,
  interfaceClosed: 0x0d,
  unknownUser: 0x0e,
  insufficientCredit: creditStatus,
  postpaidLimit: creditStatus,
  countryLimit: creditStatus,
  noOriginators: 0x0a,
  unknownOriginator: 0x0a,
  originatorTooLong: 0x0a,
  originatorBadCharacters: 0x0a,
  noPhone: 0x0b,
  numberTooLong: 0x0b,
  allRejected: 0x0b,
  priceTooHigh: 0x0b,
  emptyMessage: 0x01,
  badEncoding: 0x45,
  sendingOff: 0x45,
  badDefDate: 0x61,
  serverBusy: 0x08,
  stillRunning: 0x08,
  unknownTransaction: 0x0c,
  noMmsData: 0x45,
  vasIdNotNumeric: 0x45,
  chargedPartyNotSender: 0x45,
  noService: 0x45,
  inboxInactive: 0x45,
  unknownInboxOperation: 0x45,
  keepAliveOff: 0x45,
  incorrectParameter: 0x45,
  missingParameter: 0x45,
};

/** Conditions of the page for clients, with the refusals that are meant. */
const documented: Readonly<Record<string, readonly RefusalName[]>> = {
  "wrong system_id or password": ["unknownUser"],
  "blocked, too many attempts, address not allowed, service stopping": [
    "tooManyLogins",
    "userBlocked",
    "customerBlocked",
    "interfaceClosed",
  ],
  "store busy or failed, session ending": ["serverBusy", "stillRunning"],
  source_addr: ["noOriginators", "unknownOriginator", "originatorTooLong", "originatorBadCharacters"],
  "destination_addr invalid, blacklisted, not covered or too dear": [
    "noPhone",
    "numberTooLong",
    "allRejected",
    "priceTooHigh",
  ],
  "message empty or too long": ["emptyMessage"],
  "message cannot be decoded": ["badEncoding"],
  "schedule_delivery_time; validity_period": ["badDefDate"],
  "message_id of query_sm; cancel_sm not possible": ["unknownTransaction"],
};

const page = "docs/guides/smpp-clients.md";
const rows = new Map(
  Array.from(
    readFileSync(page, "utf8").matchAll(/^\| ([^|]+?) +\| (0x[0-9A-F]{2})/gmu),
    ([, what = "", code]) => [what, Number(code)],
  ),
);

describe("the command_status", () => {
  test.each(Object.entries(statuses))("of %s is %d", (name, want) => {
    expect(statusOfRefusal(name as RefusalName, creditStatus)).toBe(want);
  });

  test.each(Object.entries(documented))(`of "%s" is that in ${page}`, (condition, names) => {
    expect(names.map((name) => [name, statuses[name]])).toEqual(
      names.map((name) => [name, rows.get(condition)]),
    );
  });

  test("of a full queue of the store is another one than of its other failures", () => {
    expect(statusOfFailure(Object.assign(new Error("full"), { code: "overloaded" }))).toBe(0x14);
    expect(statusOfFailure(new Error("disk"))).toBe(0x08);
  });
});
