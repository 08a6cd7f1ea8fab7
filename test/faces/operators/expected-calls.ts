import { expectedReportCalls } from "./expected-report-calls.js";
import { definition, importList } from "../../storage/list-cases.js";
import { expectedAccountCalls } from "./expected-account-calls.js";
import {
  type Expected,
  ownRole as own,
  type Seen,
  something as any,
  someText as text,
} from "./expected-call.js";

const id = (name: string) => (seen: Seen) => ({ id: seen.get(name)?.["id"] });
const strong = "eleven yellow umbrellas";

/** Every call, in an order in which each can be carried out. */
export const expectedCalls: readonly Expected[] = [
  ...expectedAccountCalls,
  {
    ...{ name: "blacklist add", role: "admin", given: { customer: 50, numbers: ["12025550190"] } },
    want: { customer: 50, numbers: ["12025550190"] },
    other: [{ customer: 99, numbers: ["12025550190"] }, "UnknownThing"],
  },
  {
    ...{ name: "blacklist remove", role: "admin", given: { customer: 50, numbers: ["12025550190"] } },
    want: { customer: 50, numbers: ["12025550190"] },
    other: [{ customer: 42, numbers: ["12025550190"] }, "UnknownThing"],
  },
  {
    ...{
      name: "link add",
      role: "admin",
      given: { name: "north", url: "loopback" },
      want: { name: "north" },
    },
    other: [{ name: "test", url: "loopback" }, "ExistsAlready"],
  },
  {
    ...{ name: "note set", role: "support", given: { kind: "link", name: "north", text: "wait" } },
    want: { kind: "link", name: "north", text: "wait", who: text },
    other: [{ kind: "link", name: "none", text: "wait" }, "UnknownThing"],
  },
  { name: "note list", role: "viewer", given: {}, want: { kind: "link", name: "north", text: "wait" } },
  {
    ...{ name: "note remove", role: "support", given: { kind: "link", name: "north" } },
    want: { kind: "link", name: "north" },
    other: [{ kind: "customer", name: "999" }, "UnknownThing"],
  },
  {
    ...{ name: "search save", role: "support" },
    given: { name: "Failed", page: "messages", conditions: ["state=failed", "since=24h"] },
    want: { name: "Failed", page: "messages", conditions: { state: "failed", since: "24h" } },
    other: [{ name: "Other", page: "messages", conditions: ["link=none"] }, "UnknownThing"],
  },
  { name: "search list", role: "viewer", given: {}, want: { id: 1, name: "Failed" } },
  {
    ...{ name: "search rename", role: "support", given: { id: 1, to: "All failed" } },
    want: { id: 1, name: "All failed" },
    other: [{ id: 99, to: "None" }, "UnknownThing"],
  },
  {
    ...{ name: "search remove", role: "support", given: { id: 1 }, want: { id: 1 } },
    other: [{ id: 99 }, "UnknownThing"],
  },
  { name: "link list", role: "viewer", given: {}, want: { name: "north", kind: "loopback" } },
  {
    ...{
      name: "link show",
      role: "viewer",
      given: { name: "north" },
      want: { name: "north", ofFile: false },
    },
    other: [{ name: "none" }, "UnknownThing"],
  },
  {
    ...{
      name: "link stop",
      role: "admin",
      given: { name: "north" },
      want: { name: "north", started: false },
    },
    other: [{ name: "none" }, "UnknownThing"],
  },
  {
    ...{
      name: "link start",
      role: "admin",
      given: { name: "north" },
      want: { name: "north", started: true },
    },
    other: [{ name: "none" }, "UnknownThing"],
  },
  {
    ...{ name: "link change", role: "admin", given: { name: "north", network: "nord" } },
    want: { name: "north", network: "nord" },
    other: [{ name: "none", network: "nord" }, "UnknownThing"],
  },
  {
    ...{ name: "link remove", role: "admin", given: { name: "north" }, want: { name: "north" } },
    other: [{ name: "none" }, "UnknownThing"],
  },
  { name: "callback list", role: "viewer", given: { customer: 42, waiting: true } },
  { name: "callback alerts", role: "viewer", given: {} },
  {
    ...{ name: "callback retry", role: "admin", given: { all: true }, want: { callbacks: 0 }, entries: 0 },
    other: [{ ids: ["77"] }, "UnknownThing"],
  },
  {
    ...{ name: "buy-price set", role: "admin", given: { link: "test", prefix: "49", price: "0.7" } },
    want: { link: "test", prefix: "49", price: "0.7" },
    other: [{ link: "none", prefix: "49", price: "0.7" }, "UnknownThing"],
  },
  { name: "buy-price list", role: "admin", given: { link: "test" }, want: { prefix: "49", price: "0.7" } },
  {
    ...{ name: "buy-price remove", role: "admin", given: { link: "test", prefix: "49" } },
    want: { link: "test", prefix: "49" },
    other: [{ link: "test", prefix: "48" }, "UnknownThing"],
  },
  {
    ...{ name: "route add", role: "admin", given: { prefix: "49", link: "test", customer: 50, rank: 2 } },
    want: { prefix: "49", link: "test", customer: 50, originator: null, rank: 2, weight: 1 },
    other: [{ prefix: "49", link: "none" }, "UnknownThing"],
  },
  { name: "route list", role: "viewer", given: {}, want: { prefix: "49", customer: 50, until: null } },
  {
    ...{ name: "route end", role: "admin", want: { id: any } },
    given: (seen) => ({ id: Number(seen.get("route add")?.["id"]) + 1 }),
    prepare: ({ links }) =>
      links.addRoute({
        ...{ prefix: "48", customerId: undefined, originator: undefined, kind: undefined, link: "test" },
        ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false, endsAt: Date.now() + 3_600_000 },
      }),
    other: [{ id: 9_999 }, "UnknownThing"],
  },
  {
    ...{
      name: "route change",
      role: "admin",
      given: (seen) => ({ ...id("route add")(seen), weight: 7, customer: null }),
    },
    ...{ want: { prefix: "49", weight: 7, customer: null } },
    other: [{ id: 9_999, weight: 7 }, "UnknownThing"],
  },
  {
    ...{ name: "route try", role: "viewer", given: { number: "491512345678" } },
    want: { turn: 1, link: "test", weight: 7 },
  },
  {
    ...{ name: "route remove", role: "admin", given: id("route add"), want: { id: any } },
    other: [{ id: 9_999 }, "UnknownThing"],
  },
  { name: "campaign list", role: "viewer", given: {}, want: { id: any, customer: 42 } },
  {
    ...{ name: "campaign stop", role: "admin", given: id("campaign list"), want: { id: any } },
    other: [{ id: 9_999 }, "UnknownThing"],
  },
  {
    ...{
      name: "inbox add",
      role: "admin",
      given: { customer: 50, from: "12025550111", to: "1000", text: "Hi" },
    },
    want: { customer: 50, from: "12025550111", to: "1000", size: 2, unread: true },
    other: [{ customer: 99, from: "12025550111", to: "1000", text: "Hi" }, "UnknownThing"],
  },
  { name: "inbox list", role: "support", given: { customer: 50 }, want: { from: "12025550111", size: 2 } },
  {
    ...{ name: "inbox number add", role: "admin", given: { customer: 50, number: "1000" } },
    want: { customer: 50, number: "1000", strays: 0 },
    other: [{ customer: 99, number: "1001" }, "UnknownThing"],
  },
  { name: "inbox number list", role: "viewer", given: {}, want: { customer: 50, number: "1000" } },
  {
    ...{ name: "inbox number remove", role: "admin", given: { number: "1000" }, want: { number: "1000" } },
    other: [{ number: "1001" }, "UnknownThing"],
  },
  {
    ...{
      name: "inbox forward set",
      role: "admin",
      given: { customer: 50, url: "https://shop.example.com/in" },
    },
    want: { customer: 50, url: "https://shop.example.com/in", method: "POST", allowPrivate: false },
    other: [{ customer: 99, url: "https://shop.example.com/in" }, "UnknownThing"],
  },
  { name: "inbox forward list", role: "viewer", given: {}, want: { customer: 50, method: "POST" } },
  {
    ...{ name: "inbox forward remove", role: "admin", given: { customer: 50 }, want: { customer: 50 } },
    other: [{ customer: 42 }, "UnknownThing"],
  },
  {
    ...{
      name: "list list",
      role: "viewer",
      given: { customer: 42 },
      want: { customer: 42, name: "Clients" },
    },
    prepare: ({ lists }) => importList(lists, definition(), []),
  },
  {
    ...{ name: "list show", role: "viewer", given: { customer: 42, name: "Clients" } },
    want: { name: "Clients", columns: ["phone"] },
    other: [{ customer: 50, name: "Clients" }, "UnknownThing"],
  },
  {
    ...{ name: "list change", role: "admin", given: { customer: 42, list: "Clients", category: "Best" } },
    want: { name: "Clients", category: "Best", columns: ["phone"] },
    other: [{ customer: 50, list: "Clients", category: "Best" }, "UnknownThing"],
  },
  {
    ...{ name: "list create", role: "admin", given: { customer: 42, name: "Shops", category: "Best" } },
    want: { customer: 42, name: "Shops", category: "Best", id: any },
    other: [{ customer: 99, name: "Shops" }, "UnknownThing"],
  },
  {
    ...{ name: "list number add", role: "admin" },
    given: { customer: 42, list: "Shops", numbers: ["12025550101", "12025550102", "12025550101"] },
    want: { customer: 42, list: "Shops", changed: 2, recipients: 2 },
    other: [{ customer: 50, list: "Shops", numbers: ["12025550101"] }, "UnknownThing"],
  },
  {
    ...{ name: "list number remove", role: "admin" },
    given: { customer: 42, list: "Shops", numbers: ["12025550101"] },
    want: { customer: 42, list: "Shops", changed: 1, recipients: 1 },
    other: [{ customer: 50, list: "Shops", numbers: ["12025550101"] }, "UnknownThing"],
  },
  {
    ...{ name: "list remove", role: "admin", given: { customer: 42, name: "Clients" } },
    want: { customer: 42, name: "Clients" },
    other: [{ customer: 50, name: "Clients" }, "UnknownThing"],
  },
  {
    ...{ name: "location add", role: "admin", given: { name: "Market", description: "Old market" } },
    want: { name: "Market", description: "Old market", active: true, audience: 0 },
  },
  { name: "location list", role: "viewer", given: {}, want: { name: "Market", active: true } },
  {
    ...{ name: "location show", role: "viewer" },
    given: (seen) => ({ location: seen.get("location add")?.["id"] }),
    want: { name: "Market" },
    other: [{ location: 9_999 }, "UnknownThing"],
  },
  {
    ...{ name: "location change", role: "admin" },
    given: (seen) => ({ location: seen.get("location add")?.["id"], description: "New market" }),
    want: { description: "New market" },
    other: [{ location: 9_999, description: "New market" }, "UnknownThing"],
  },
  {
    ...{ name: "location close", role: "admin", want: { active: false } },
    given: (seen) => ({ location: seen.get("location add")?.["id"] }),
    other: [{ location: 9_999 }, "UnknownThing"],
  },
  {
    ...{ name: "location open", role: "admin", want: { active: true } },
    given: (seen) => ({ location: seen.get("location add")?.["id"] }),
    other: [{ location: 9_999 }, "UnknownThing"],
  },
  {
    ...{ name: "operator add", ...own, given: { name: "ann", role: "support", password: strong } },
    want: { name: "ann", role: "support", totp: false },
    other: [{ name: "admin", role: "support", password: strong }, "ExistsAlready"],
  },
  { name: "operator list", role: "admin", given: {}, want: { name: "ann", role: "support" } },
  {
    ...{ name: "operator change", ...own, given: { name: "ann", role: "viewer" } },
    want: { name: "ann", role: "viewer" },
    other: [{ name: "bob", role: "viewer" }, "UnknownThing"],
  },
  {
    ...{ name: "operator password", ...own, given: { name: "ann", password: strong }, want: { name: "ann" } },
    other: [{ name: "bob", password: strong }, "UnknownThing"],
  },
  {
    ...{ name: "operator totp", ...own, given: { name: "ann" } },
    want: { name: "ann", totp: true, secret: text, uri: text },
    other: [{ name: "bob" }, "UnknownThing"],
  },
  {
    ...{ name: "operator key add", role: "viewer", trusted: true },
    given: { operator: "admin", name: "billing", role: "viewer" },
    want: { operator: "admin", name: "billing", role: "viewer", trusted: false, secret: text },
    other: [{ operator: "ann", name: "billing", role: "admin" }, "NotAllowed"],
  },
  { name: "operator key list", role: "viewer", given: {}, want: { operator: "admin", name: "billing" } },
  {
    ...{ name: "operator key revoke", role: "viewer", trusted: true },
    given: { operator: "admin", name: "billing" },
    want: { operator: "admin", name: "billing" },
    other: [{ operator: "ann", name: "billing" }, "NotAllowed"],
  },
  {
    ...{ name: "operator remove", ...own, given: { name: "ann" }, want: { name: "ann" } },
    other: [{ name: "bob" }, "UnknownThing"],
  },
  {
    ...{
      name: "opt-out set",
      role: "admin",
      given: { customer: 50, languages: ["en", "de"], stopText: "Bye" },
    },
    want: { customer: 50, number: null, languages: ["en", "de"], stopText: "Bye", helpText: null },
    other: [{ customer: 99, languages: ["en"] }, "UnknownThing"],
  },
  { name: "opt-out list", role: "viewer", given: { customer: 50 }, want: { languages: ["en", "de"] } },
  {
    ...{
      name: "opt-out remove",
      role: "admin",
      given: { customer: 50 },
      want: { customer: 50, number: null },
    },
    other: [{ customer: 42 }, "UnknownThing"],
  },
  {
    ...{ name: "tube set", ...own, given: { customer: 50, user: "api", priority: 7, powerAds: "on" } },
    want: { customer: 50, user: "api", userPriority: 7, powerAds: "on" },
    other: [{ customer: 42, user: "api", priority: 7 }, "UnknownThing"],
  },
  {
    ...{ name: "tube show", role: "viewer", given: { customer: 50, user: "api" } },
    want: { userPriority: 7, powerAds: "on", connections: null },
    other: [{ customer: 42, user: "api" }, "UnknownThing"],
  },
  ...expectedReportCalls,
];
