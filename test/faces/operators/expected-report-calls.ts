import { expect } from "@jest/globals";
import { recordBackup } from "#server/actions/backups.js";
import { spendingDay } from "#server/domain/credit/country-credits.js";
import { submission } from "../../storage/fixtures.js";
import { by } from "./api-server.js";
import { type Expected, ownRole as own, something as any } from "./expected-call.js";

const month = new Date().toISOString().slice(0, 7);
const list = "phone\n12025550191\n12025550192\n";
const numbers = "12025550191\n12025550192\n";

/** Calls about messages, files and reports. */
export const expectedReportCalls: readonly Expected[] = [
  { name: "audit list", role: "admin", given: {}, want: { action: any } },
  {
    ...{ name: "blacklist import", role: "admin", given: { customer: 50, file: numbers } },
    want: { customer: 50, entries: 2, accepted: 2 },
    other: [{ customer: 99, file: numbers }, "UnknownThing"],
  },
  { name: "blacklist list", role: "viewer", given: { customer: 50 }, want: { number: "12025550191" } },
  {
    name: "credit list",
    role: "viewer",
    given: { customer: 50 },
    want: { change: "10.5", reference: "R-1" },
  },
  {
    ...{ name: "database backups", role: "admin", given: {}, want: { file: "/backup/1.db", bytes: 3 } },
    prepare: (store) =>
      recordBackup(store, { file: "/backup/1.db", bytes: 3, until: 0 }, { by, now: Date.now() }),
  },
  { name: "process list", role: "admin", given: {}, want: { state: "running" } },
  { name: "customer unusual", role: "viewer", given: {}, want: { customer: 50 } },
  {
    ...{ name: "customer spending", role: "viewer", given: { id: 50 } },
    want: { country: "44", credits: "0.25", limit: null, refused: 0 },
    prepare: async ({ outbox }) => {
      const shares = [{ country: "44", amount: 250, limit: 250 }];
      const spending = { day: spendingDay(Date.now()), shares };
      await outbox.submit(
        submission("spending", { customerId: 50, charge: { kind: "SMS", amount: 0 }, spending }),
      );
    },
    other: [{ id: 99 }, "UnknownThing"],
  },
  {
    ...{ name: "list import", role: "admin", given: { customer: 50, name: "Fresh", file: list } },
    want: { customer: 50, name: "Fresh" },
    other: [{ customer: 99, name: "Fresh", file: list }, "UnknownThing"],
  },
  {
    ...{ name: "list number import", role: "admin" },
    given: { customer: 50, list: "Fresh", file: `${numbers}12025550193\n` },
    want: { customer: 50, list: "Fresh", changed: 1, entries: 3, invalid: 0 },
    other: [{ customer: 99, list: "Fresh", file: numbers }, "UnknownThing"],
  },
  {
    ...{ name: "location import", role: "admin", want: { added: 2 } },
    given: (seen) => ({ location: seen.get("location add")?.["id"], file: numbers }),
    other: [{ location: 9_999, file: numbers }, "UnknownThing"],
  },
  {
    ...{ name: "price import", ...own, given: { customer: 50, file: "prefix,price\n48,1.5\n" } },
    want: { customer: 50 },
    other: [{ customer: 99, file: "prefix,price\n48,1.5\n" }, "UnknownThing"],
  },
  {
    ...{ name: "message find", role: "viewer", given: { number: "12025550103" }, want: { id: any } },
    entries: 1,
  },
  {
    ...{ name: "message show", role: "viewer", want: { id: any }, entries: 1 },
    given: (seen) => ({ id: seen.get("message find")?.["id"] }),
    other: [{ id: 999_999 }, "UnknownThing"],
  },
  {
    ...{ name: "message cancel", role: "support", want: { cancelled: 1 } },
    given: (seen) => ({ ids: [String(seen.get("message find")?.["id"])] }),
    other: [{ ids: ["999999"] }, "UnknownThing"],
  },
  {
    ...{ name: "message resend", role: "support", want: { resent: any } },
    given: (seen) => ({ id: seen.get("message find")?.["id"] }),
    other: [{ id: 999_999 }, "UnknownThing"],
  },
  {
    ...{ name: "message refund", role: "support", trusted: true, refused: "Refused" },
    given: (seen) => ({ ids: [String(seen.get("message find")?.["id"])] }),
  },
  {
    ...{ name: "bulk prepare", role: "support", entries: 0 },
    given: { kind: "resend", customer: 42, state: "failed" },
    want: { kind: "resend", state: "counted", search: "customer 42, state failed", by: "admin" },
    other: [{ kind: "resend", search: "999999" }, "UnknownThing"],
  },
  {
    ...{ name: "bulk start", role: "support", trusted: true },
    // A short one may be done by now.
    want: { kind: "resend", state: expect.stringMatching(/^(?:running|done)$/u) },
    given: (seen) => ({ id: seen.get("bulk prepare")?.["id"] }),
    other: [{ id: 999_999 }, "UnknownThing"],
  },
  {
    ...{ name: "bulk show", role: "support", want: { kind: "resend", note: null } },
    given: (seen) => ({ id: seen.get("bulk prepare")?.["id"] }),
    other: [{ id: 999_999 }, "UnknownThing"],
  },
  { name: "bulk list", role: "support", given: {}, want: { kind: "resend", by: "admin" } },
  {
    ...{ name: "bulk stop", role: "support", want: { kind: "refund", state: "stopped" } },
    given: (seen) => ({ id: Number(seen.get("bulk prepare")?.["id"]) + 1 }),
    prepare: (store) =>
      store.bulk.prepare({
        ...{ kind: "refund", search: { customer: "42" }, filter: { customerId: 42 } },
        ...{ reference: undefined, who: "admin", at: Date.now() },
      }),
    other: [{ id: 999_999 }, "UnknownThing"],
  },
  { name: "queue show", role: "viewer", given: {} },
  { name: "queue contradictions", role: "viewer", given: {} },
  { name: "queue uncertain list", role: "viewer", given: {} },
  {
    ...{ name: "queue uncertain fail", role: "support", given: { all: true } },
    other: [{ ids: ["999999"] }, "Refused"],
  },
  {
    ...{
      name: "queue uncertain resend",
      role: "support",
      given: { all: true },
      want: { messages: 0 },
      entries: 0,
    },
    other: [{ ids: ["999999"] }, "Refused"],
  },
  { name: "deliverability", role: "viewer", given: {} },
  { name: "margin", role: "admin", given: {} },
  { name: "usage", role: "viewer", given: {}, want: { customer: 42, state: "SMSC_DELETED" } },
  {
    ...{ name: "statement", role: "viewer", given: { customer: 50, month }, want: { customer: 50 } },
    other: [{ customer: 99, month }, "UnknownThing"],
  },
];
