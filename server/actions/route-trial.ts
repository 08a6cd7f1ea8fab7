import type { Routable } from "../domain/delivery/route.js";
import { providerOf } from "../domain/delivery/routing/link.js";
import { routeOrder, type RouteUse } from "../domain/delivery/routing/route-order.js";
import { routeTable } from "../domain/delivery/routing/route-table.js";
import type { Route } from "../domain/delivery/route.js";
import type { Store } from "../ports/store.js";
import { customerIdOf, originatorOf, phoneOf } from "../admin/values.js";
import { list } from "./action.js";
import { choice, number, oneOf, optional, preset, required, text } from "./fields.js";
import { linksOf } from "./links.js";
import { described, switchMember, textMember, wholeMember } from "./members.js";

const kinds = ["sms", "mms"] as const;

/** The routes of a number, as the commands print them. */
export type RouteTrialRow = ReturnType<typeof rowOf>;

const rowOf = (names: ReadonlyMap<number, string>, { route, turn, share, isUp }: RouteUse<Route>) => ({
  turn,
  link: names.get(route.linkId) ?? "",
  /** 0 for a link that takes messages because there are no routes. */
  route: route.id,
  // Routes with an end come before the others: by ranks of 0 and below.
  rank: route.rank < 1 ? route.rank + 9 : route.rank,
  weight: route.weight,
  /** Per cent of the messages of its turn. */
  share: `${Math.round(1_000 * share) / 10} %`,
  up: isUp,
});

/** What is known of the links: their names, and which of them are up. */
async function knownLinks(store: Pick<Store, "links">, now: number) {
  const stored = await store.links.links();
  const up = new Set((await linksOf(store, now)).filter((row) => row.up).map(({ name }) => name));
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  return {
    names,
    facts: stored.map(({ id, kind, settings }) => ({ id, kind, network: 0, provider: providerOf(settings) })),
    isUp: (id: number) => up.has(names.get(id) ?? ""),
  };
}

/** The routes that a message would take, in their turns. */
export const tryRoutes = list({
  name: "route try",
  help: "Show the routes of a message to a number in the order in which they are used. Example: messenger route try +12025550123",
  may: { operator: "viewer" },
  keys: {
    number: required(text("Number", undefined, { hint: "with its country code", width: "medium" }), phoneOf),
  },
  filters: {
    customer: optional(
      number("Customer", "as for this customer", { form: "<id>", hint: "empty: any", known: "customer" }),
      customerIdOf,
    ),
    originator: optional(
      text("Originator", "as with this originator", { hint: "empty: any", width: "medium" }),
      originatorOf,
    ),
    kind: preset(
      "sms",
      choice("Kind", "sms or mms", { form: "<kind>", choices: kinds }),
      oneOf("kind", kinds),
    ),
  },
  columns: ["turn", "link", "route", "rank", "weight", "share", "up"],
  members: {
    ...described(["link", "rank", "weight"]),
    turn: wholeMember(
      "1 for the routes that are used now; the next ones take over when the links of all before them are down",
    ),
    route: wholeMember("number of the route; 0 for a link that takes messages because there is no route"),
    share: textMember("share of the messages of its turn"),
    up: switchMember("whether the link is up"),
  },
  rows: async ({ number: phone, customer = 0, originator = "", kind }, { store, now }) => {
    const { names, facts, isUp } = await knownLinks(store, now);
    const { routing } = routeTable(facts, await store.links.routes());
    const message: Routable = { id: 0, phone, customerId: customer, userName: "", originator, kind };
    return routeOrder(routing(message), isUp).map((use) => rowOf(names, use));
  },
});

const linkText = ({ link, route, share, up }: RouteTrialRow, isAlone: boolean): string =>
  [
    link,
    route === 0 ? "" : ` by route ${route}`,
    isAlone ? "" : ` (${share})`,
    up ? "" : ", which is down",
  ].join("");

/** Where messages to a number go, in a sentence: `goes to west by route 3, then to east by route 5`. */
export function trialText(rows: readonly RouteTrialRow[]): string {
  const last = rows.at(-1)?.turn ?? 0;
  const turns = Array.from({ length: last }, (_, index) => rows.filter(({ turn }) => turn === index + 1));
  const texts = turns.map((each) => each.map((row) => linkText(row, each.length === 1)).join(" or "));
  if (texts.length === 0) return "matches no route: messages to it wait";
  return rows[0]?.up === true
    ? `goes to ${texts.join(", then to ")}`
    : `waits for ${texts.join(", or for ")}`;
}
