import { expect } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openSmppSession } from "../console/console-server.js";
import { type Expected, ownRole as own, someText as text } from "./expected-call.js";

const user = { customer: 50, name: "api" };
const password = "seven green bicycles";
const strong = "eleven yellow umbrellas";

async function hold(store: Store): Promise<void> {
  await store.accounts.changeCustomer(50, { holdUnusual: true });
  const found = { customerId: 50, kind: "destination", prefix: "1", ended: undefined } as const;
  await store.unusual.add([{ ...found, messages: 200, usual: 1 }], Date.now());
}

/** Calls about customers, users, keys, SMPP accounts, credit and prices. */
export const expectedAccountCalls: readonly Expected[] = [
  {
    ...{ name: "customer add", ...own, given: { id: 50, name: "Shop", postpaid: true, limit: "100" } },
    want: { id: 50, name: "Shop", state: "active", payment: "postpaid", limit: "100" },
    other: [{ id: 42, name: "Other" }, "ExistsAlready"],
  },
  {
    ...{ name: "customer open", ...own, entries: 7 },
    given: {
      ...{ id: 51, name: "Harbor", credit: "12.5", originator: "Harbor", prices: ["49=0.8"] },
      ...{ user: "api", key: "shop", scopes: "send", systemId: "harbor" },
    },
    want: {
      ...{ id: 51, name: "Harbor", payment: "prepaid", limit: null, credit: "12.5", originator: "Harbor" },
      ...{ prices: 1, user: "api", invitation: text, key: text, systemId: "harbor", smppPassword: text },
    },
    other: [{ id: 42, name: "Other" }, "ExistsAlready"],
  },
  { name: "customer list", role: "viewer", given: {}, want: { id: 50, name: "Shop", heldSince: null } },
  {
    ...{ name: "customer show", role: "viewer", given: { id: 50 }, want: { id: 50, rate: null, note: null } },
    other: [{ id: 99 }, "UnknownThing"],
  },
  {
    ...{
      name: "customer change",
      ...own,
      given: { id: 50, rate: 5, weight: 2, maySend: false, note: "big" },
    },
    want: { id: 50, rate: 5, weight: 2, maySend: false, note: "big" },
    other: [{ id: 99, rate: null }, "UnknownThing"],
  },
  {
    ...{ name: "customer block", ...own, given: { id: 50 }, want: { id: 50, state: "blocked" } },
    other: [{ id: 99 }, "UnknownThing"],
  },
  {
    ...{ name: "customer unblock", ...own, given: { id: 50 }, want: { id: 50, state: "active" } },
    other: [{ id: 99 }, "UnknownThing"],
  },
  {
    ...{ name: "customer release", role: "support", given: { id: 50 }, want: { id: 50 }, prepare: hold },
    other: [{ id: 42 }, "Refused"],
  },
  {
    ...{ name: "user add", ...own, given: { ...user, password } },
    want: { ...user, state: "active", inboxActive: true },
    other: [{ ...user, customer: 99, password }, "UnknownThing"],
  },
  { name: "user list", role: "viewer", given: { customer: 50 }, want: user },
  {
    ...{ name: "user show", role: "viewer", given: user, want: { ...user, state: "active" } },
    other: [{ customer: 42, name: "api" }, "UnknownThing"],
  },
  {
    ...{ name: "user change", ...own, given: { customer: 50, user: "api", inboxActive: false } },
    ...{ want: { ...user, inboxActive: false } },
    other: [{ customer: 42, user: "api", inboxActive: false }, "UnknownThing"],
  },
  {
    ...{ name: "user password", ...own, given: { ...user, password: strong }, want: user },
    other: [{ ...user, customer: 42, password }, "UnknownThing"],
  },
  {
    ...{ name: "user block", ...own, given: user, want: { ...user, state: "blocked" } },
    other: [{ ...user, customer: 42 }, "UnknownThing"],
  },
  {
    ...{ name: "user unblock", ...own, given: user, want: { ...user, state: "active" } },
    other: [{ ...user, customer: 42 }, "UnknownThing"],
  },
  {
    ...{ name: "user invite", ...own, given: { customer: 50, name: "maria", role: "owner" } },
    want: { customer: 50, name: "maria", role: "owner", path: expect.stringMatching(/^\/invitation\//u) },
    other: [{ customer: 99, name: "maria", role: "owner" }, "UnknownThing"],
  },
  {
    ...{ name: "user portal", role: "viewer", given: { customer: 50 } },
    want: { customer: 50, name: "maria", role: null, invitedRole: "owner" },
  },
  {
    ...{ name: "user role", ...own, given: { customer: 50, name: "maria", role: "none" } },
    want: { customer: 50, name: "maria", role: null, invitedRole: null },
    other: [{ customer: 42, name: "maria", role: "none" }, "UnknownThing"],
  },
  {
    ...{ name: "key add", ...own, given: { user: "50/api", name: "shop", scopes: "send,read" } },
    want: { customer: 50, user: "api", name: "shop", scopes: "send,read", secret: text },
    other: [{ user: "42/api", name: "shop", scopes: "send" }, "UnknownThing"],
  },
  { name: "key list", role: "viewer", given: { customer: 50 }, want: { user: "api", name: "shop" } },
  {
    ...{ name: "key revoke", ...own, given: { user: "50/api", name: "shop" } },
    want: { user: "50/api", name: "shop" },
    other: [{ user: "42/Ann", name: "shop" }, "UnknownThing"],
  },
  {
    ...{ name: "smpp add", ...own, given: { user: "50/api", systemId: "shop50", window: 20 } },
    want: { systemId: "shop50", user: "50/api", password: text },
    other: [{ user: "42/api", systemId: "other" }, "UnknownThing"],
  },
  {
    ...{ name: "smpp list", role: "viewer", given: { customer: 50 } },
    want: { systemId: "shop50", customer: 50, window: 20, interim: false },
  },
  {
    ...{ name: "smpp change", role: "admin", given: { systemId: "shop50", interim: true } },
    want: { systemId: "shop50" },
    other: [{ systemId: "none", interim: true }, "UnknownThing"],
  },
  {
    ...{ name: "smpp password", ...own, given: { systemId: "shop50" } },
    want: { systemId: "shop50", password: text },
    other: [{ systemId: "none" }, "UnknownThing"],
  },
  {
    ...{ name: "smpp sessions", role: "viewer", given: {} },
    want: { systemId: "shop50", customer: 50 },
    prepare: (store) => openSmppSession(store, "shop50"),
  },
  {
    ...{ name: "smpp kick", role: "admin", given: { session: "shop50" } },
    want: { session: "shop50", kicked: 1 },
    other: [{ session: "none" }, "UnknownThing"],
  },
  {
    ...{ name: "smpp remove", role: "admin", given: { systemId: "shop50" }, want: { systemId: "shop50" } },
    other: [{ systemId: "none" }, "UnknownThing"],
  },
  {
    ...{ name: "credit add", ...own, given: { customer: 50, kind: "SMS", amount: "10.5", reference: "R-1" } },
    want: { customer: 50, kind: "SMS", balance: "10.5" },
    other: [{ customer: 99, kind: "SMS", amount: "1" }, "UnknownThing"],
  },
  {
    ...{ name: "credit deduct", ...own, given: { customer: 50, kind: "SMS", amount: "0.5" } },
    want: { customer: 50, kind: "SMS", balance: "10" },
    other: [{ customer: 99, kind: "SMS", amount: "1" }, "UnknownThing"],
  },
  { name: "credit balance", role: "viewer", given: { customer: 50 }, want: { kind: "SMS", balance: "10" } },
  {
    ...{ name: "originator add", ...own, given: { customer: 50, value: "Shop" } },
    want: { customer: 50, value: "Shop" },
    other: [{ customer: 99, value: "Shop" }, "UnknownThing"],
  },
  { name: "originator list", role: "viewer", given: { customer: 50 }, want: { customer: 50, value: "Shop" } },
  {
    ...{ name: "originator remove", ...own, given: { customer: 50, value: "Shop" } },
    want: { customer: 50, value: "Shop" },
    other: [{ customer: 42, value: "Other" }, "UnknownThing"],
  },
  {
    ...{ name: "price set", ...own, given: { customer: 50, prefix: "49", price: "1.5" } },
    want: { customer: 50, prefix: "49", price: "1.5", from: null },
    other: [{ customer: 99, prefix: "49", price: "1.5" }, "UnknownThing"],
  },
  { name: "price list", role: "viewer", given: { customer: 50 }, want: { prefix: "49", price: "1.5" } },
  {
    ...{ name: "price remove", ...own, given: { customer: 50, prefix: "49" } },
    want: { customer: 50, prefix: "49", from: null },
    other: [{ customer: 42, prefix: "49" }, "UnknownThing"],
  },
];
