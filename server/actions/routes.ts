import type { Store } from "../ports/store.js";
import { uncertainPolicies } from "../domain/delivery/route.js";
import type { NamedRoute, NewRoute } from "../domain/delivery/routing/link.js";
import { storedIdOf } from "../admin/ids.js";
import { basedChange, expectLinkDone } from "../admin/links.js";
import { InvalidInput, Refusal, unknownThing } from "../admin/refusal.js";
import { customerIdOf, expiryOf, originatorOf, prefixOf } from "../admin/values.js";
import { action, list, type Subject } from "./action.js";
import {
  choice,
  givenAlone,
  type GivenFor,
  key,
  number,
  oneOf,
  optional,
  preset,
  readFields,
  required,
  text,
  time,
  type Typed,
  integer,
} from "./fields.js";
import { described, nullable, textMember, timeMember, wholeMember } from "./members.js";
import { tryRoutes } from "./route-trial.js";

const kinds = ["sms", "mms"] as const;

/** The default first. */
const policies = ["hold", ...uncertainPolicies.filter((policy) => policy !== "hold")];

const fields = {
  customer: optional(
    text("Customer", "only messages of this customer", {
      form: "<id>",
      hint: "empty: any",
      known: "customer",
    }),
    customerIdOf,
  ),
  originator: optional(
    text("Originator", "only messages with this originator", { hint: "empty: any" }),
    originatorOf,
  ),
  kind: optional(
    choice("Kind", "only sms or only mms", { form: "<kind>", choices: kinds, hint: "empty: SMS and MMS" }),
    oneOf("kind", kinds),
  ),
  rank: preset(
    "1",
    number("Rank", "1 to 9; routes of a higher rank are used while no link of a lower rank is up", {
      hint: "1 to 9",
    }),
    integer("rank", 1, 9),
  ),
  weight: preset(
    "1",
    number("Weight", "share among routes of the same rank, 1 to 1000", { hint: "1 to 1000" }),
    integer("weight", 1, 1_000),
  ),
  uncertain: preset(
    "hold",
    choice(
      "Uncertain messages",
      "handling of messages whose acceptance by the network is unconfirmed: hold, resend or fail",
      { form: "<policy>", choices: policies },
    ),
    oneOf("uncertain", uncertainPolicies, uncertainPolicies.join(", ")),
  ),
  until: optional(
    time("Until", "end of the route; until then it comes before routes without an end: 36h, 7d, 2030-01-15", {
      hint: "until then it comes before routes without an end; empty: it stays",
    }),
    expiryOf,
  ),
};

const keys = {
  prefix: required(text("Prefix", undefined, { hint: "* for all numbers" }), prefixOf),
  link: required(text("Link", undefined, { known: "link" }), (name) => name),
};

const all = { ...keys, ...fields };

const routeOf = ({ customer, until, ...values }: Typed<typeof all>, ofFile: boolean): NewRoute => ({
  ...values,
  customerId: customer,
  endsAt: until,
  ofFile,
});

/** Builds a route of the configuration. @throws Refusal */
export const newRoute = (input: GivenFor<typeof all>, ofFile: boolean): NewRoute =>
  routeOf(readFields(all, input, 0), ofFile);

/** A route as the commands print it; null: any. */
export type RouteRow = ReturnType<typeof rowOf>;

const rowOf = ({ id, prefix, customerId, originator, kind, ...route }: NamedRoute) => ({
  id,
  /** `*` matches every number. */
  prefix: prefix === "" ? "*" : prefix,
  customer: customerId ?? null,
  originator: originator ?? null,
  kind: kind ?? null,
  link: route.link,
  rank: route.rank,
  weight: route.weight,
  uncertain: route.uncertain,
  until: route.endsAt === undefined ? null : new Date(route.endsAt).toISOString(),
  ofFile: route.ofFile,
});

const columns = [
  ...([
    "id",
    "prefix",
    "customer",
    "originator",
    "kind",
    "link",
    "rank",
    "weight",
    "uncertain",
    "until",
  ] as const),
];
const members = {
  ...described([...columns, "ofFile"]),
  customer: nullable(wholeMember("customer whose messages take it; null for any")),
  kind: nullable(textMember("sms or mms; null for both")),
  until: nullable(timeMember("when it is removed; null for a route that stays")),
};

const any = "none";

/** A condition, or none. */
const orAny =
  <T>(read: (given: string) => T) =>
  (given: string): T | null =>
    given === any ? null : read(given);

const changes = {
  prefix: optional(
    text("Prefix", "first digits of the numbers, or *", { hint: "* for all numbers" }),
    prefixOf,
  ),
  link: optional(text("Link", "name of the link", { known: "link" }), (name) => name),
  customer: optional(
    text("Customer", "only messages of this customer, or none for any", {
      form: "<id>",
      hint: "empty: any",
      empty: any,
      known: "customer",
    }),
    orAny(customerIdOf),
  ),
  originator: optional(
    text("Originator", "only messages with this originator, or none for any", {
      hint: "empty: any",
      empty: any,
    }),
    orAny(originatorOf),
  ),
  kind: optional(
    choice("Kind", "only sms or only mms, or none for both", {
      form: "<kind>",
      choices: kinds,
      hint: "empty: SMS and MMS",
      empty: any,
    }),
    orAny((given) => oneOf("kind", kinds)(given, 0)),
  ),
  rank: optional(number("Rank", fields.rank.meaning, { hint: "1 to 9" }), integer("rank", 1, 9)),
  weight: optional(
    number("Weight", fields.weight.meaning, { hint: "1 to 1000" }),
    integer("weight", 1, 1_000),
  ),
  uncertain: optional(
    choice("Uncertain messages", fields.uncertain.meaning, { form: "<policy>", choices: policies }),
    oneOf("uncertain", uncertainPolicies, uncertainPolicies.join(", ")),
  ),
};

/** A route with the given values changed. */
const changedRoute = (
  before: NamedRoute,
  { customer, originator, kind, ...given }: Typed<typeof changes>,
): NamedRoute => ({
  ...before,
  ...givenAlone(given),
  customerId: customer === undefined ? before.customerId : (customer ?? undefined),
  originator: originator === undefined ? before.originator : (originator ?? undefined),
  kind: kind === undefined ? before.kind : (kind ?? undefined),
});

/** A stored route. @throws Refusal */
async function findRoute({ links }: Pick<Store, "links">, typed: string): Promise<NamedRoute> {
  const id = storedIdOf("route", typed);
  const route = (await links.routes()).find((each) => each.id === id);
  if (route === undefined) throw unknownThing(`there is no route ${typed}`);
  return route;
}

/** Changes the given values of a route. */
export const changeRoute = action({
  name: "route change",
  help: "Change the given values of a route; queued messages are rerouted. Example: messenger route change 3 --weight 20",
  may: { operator: "admin" },
  button: "Change the route",
  done: "The route was changed.",
  keys: { id: key },
  fields: changes,
  members,
  run: async ({ id: typed, ...given }, { store, recorded }) => {
    if (Object.keys(givenAlone(given)).length === 0)
      throw new InvalidInput("nothing to change: give at least one option");
    const { outcome, after } = await basedChange(store, async (basis) => {
      const before = await findRoute(store, typed);
      const changed = changedRoute(before, given);
      const facts = { before: { ...rowOf(before) }, after: { ...rowOf(changed) } };
      const { links } = recorded({ subject: { route: before.id }, ...facts });
      return { outcome: await links.changeRoute(before.id, changed, basis), after: changed };
    });
    const isUnknown = !outcome.ok && outcome.reason === "unknownLink";
    expectLinkDone(outcome, isUnknown ? `link ${after.link}` : `route ${typed}`);
    const row = rowOf(after);
    return {
      row,
      text: `route ${typed} changed: ${row.prefix} over ${row.link}, rank ${row.rank}, weight ${row.weight}`,
    };
  },
});

/** Adds a route. */
export const addRoute = action({
  name: "route add",
  help: "Add a route for numbers with a prefix (* for all) to a link",
  may: { operator: "admin" },
  button: "Add the route",
  done: "The route was added.",
  keys,
  fields,
  members,
  run: async (values, { recorded }) => {
    const route = routeOf(values, false);
    const { link, prefix, ...after } = rowOf({ ...route, id: 0, linkId: 0 });
    // The change adds the id.
    const outcome = await recorded({ subject: { prefix, link }, after }).links.addRoute(route);
    const isUnknown = !outcome.ok && outcome.reason === "unknownLink";
    expectLinkDone(outcome, isUnknown ? `link ${link}` : "such a route");
    const row = rowOf({ ...route, id: outcome.id ?? 0, linkId: 0 });
    return { row, text: `route ${row.id} added: ${prefix} over ${link}` };
  },
});

export const listRoutes = list({
  name: "route list",
  help: "List routes",
  may: { operator: "viewer" },
  columns,
  members,
  rows: async (_none, { store }) => (await store.links.routes()).map(rowOf),
  idOf: ({ id }) => id,
});

/** Removes a route. */
export const removeRoute = action({
  name: "route remove",
  help: "Remove a route; queued messages are rerouted",
  may: { operator: "admin" },
  button: "Remove",
  done: "The route was removed.",
  danger: {
    button: "Remove the route",
    text: "Waiting messages of these numbers take another route; without one they wait.",
  },
  keys: { id: key },
  run: async ({ id: typed }, { store, recorded }) => {
    const id = storedIdOf("route", typed);
    const before = (await store.links.routes()).map(rowOf).find((route) => route.id === id);
    const { links } = recorded({ subject: { route: id }, before });
    expectLinkDone(await links.removeRoute(id), `route ${typed}`);
    return { row: { id }, text: `route ${typed} removed` };
  },
});

/** Ends a route with an end before its time. */
export const endRoute = action({
  name: "route end",
  help: "End a route with an end (--until) now: its messages take the routes without one",
  may: { operator: "admin" },
  button: "End now",
  done: "The route has ended: its messages take the other routes again.",
  keys: { id: key },
  run: async ({ id: typed }, { store, recorded }) => {
    const id = storedIdOf("route", typed);
    const before = (await store.links.routes()).map(rowOf).find((route) => route.id === id);
    if (before?.until === null) throw new Refusal(`route ${typed} has no end: see messenger route remove`);
    const { links } = recorded({ subject: { route: id }, before });
    expectLinkDone(await links.removeRoute(id), `route ${typed}`);
    return { row: { id }, text: `route ${typed} ended` };
  },
});

/** Routes of messages to links. */
export const routes: Subject = {
  name: "route",
  help: "Routes of messages to links",
  entries: [addRoute, changeRoute, endRoute, removeRoute, listRoutes, tryRoutes],
};
