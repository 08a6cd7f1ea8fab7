import { uncertainPolicies, type UncertainPolicy, type MessageKind } from "../domain/delivery/routing.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { expectLinkDone } from "./links.js";
import { type Occasion, recorded } from "./occasion.js";
import { fieldOf, inField, InvalidInput } from "./refusal.js";
import { customerIdOf, originatorOf, prefixOf, wholeNumberOf } from "./values.js";
import type { NamedRoute, NewRoute } from "../domain/delivery/links.js";

type Links = Pick<Store, "links">;

/** A route as the commands print it; null: any. */
export interface RouteRow {
  readonly id: number;
  /** `*` matches every number. */
  readonly prefix: string;
  readonly customer: number | null;
  readonly originator: string | null;
  readonly kind: MessageKind | null;
  readonly link: string;
  readonly rank: number;
  readonly weight: number;
  readonly uncertain: UncertainPolicy;
  readonly ofFile: boolean;
}

/** A route as it is typed. */
export interface RouteInput {
  readonly prefix: string;
  readonly link: string;
  readonly customer?: string | undefined;
  readonly originator?: string | undefined;
  readonly kind?: string | undefined;
  readonly rank?: string | undefined;
  readonly weight?: string | undefined;
  readonly uncertain?: string | undefined;
}

const maxRank = 9;
const maxWeight = 1000;

function kindOf(text: string): MessageKind {
  if (text !== "sms" && text !== "mms")
    throw new InvalidInput(`invalid kind ${JSON.stringify(text)}: use sms or mms`);
  return text;
}

function policyOf(text: string): UncertainPolicy {
  const policy = uncertainPolicies.find((one) => one === text);
  if (policy === undefined)
    throw new InvalidInput(`invalid uncertain ${JSON.stringify(text)}: use ${uncertainPolicies.join(", ")}`);
  return policy;
}

/** Builds a route from command-line input. @throws Refusal */
export function newRoute(input: RouteInput, ofFile: boolean): NewRoute {
  return {
    prefix: inField("prefix", () => prefixOf(input.prefix)),
    link: input.link,
    customerId: fieldOf("customer", input.customer, customerIdOf),
    originator: fieldOf("originator", input.originator, originatorOf),
    kind: fieldOf("kind", input.kind, kindOf),
    rank: inField("rank", () => wholeNumberOf("rank", input.rank ?? "1", 1, maxRank)),
    weight: inField("weight", () => wholeNumberOf("weight", input.weight ?? "1", 1, maxWeight)),
    uncertain: inField("uncertain", () => policyOf(input.uncertain ?? "hold")),
    ofFile,
  };
}

function rowOf(route: NamedRoute): RouteRow {
  const { id, prefix, link, rank, weight, uncertain, ofFile } = route;
  return {
    id,
    prefix: prefix === "" ? "*" : prefix,
    customer: route.customerId ?? null,
    originator: route.originator ?? null,
    kind: route.kind ?? null,
    link,
    rank,
    weight,
    uncertain,
    ofFile,
  };
}

/** Adds a route; recorded. @throws Refusal */
export async function addRoute(
  store: Pick<Store, "recording">,
  input: RouteInput,
  occasion: Occasion,
): Promise<RouteRow> {
  const route = newRoute(input, false);
  const { link, prefix, ...after } = rowOf({ ...route, id: 0, linkId: 0 });
  const subject = { prefix, link };
  // The change adds the id.
  const { links } = recorded(store, occasion, { action: "route add", subject, after });
  const outcome = await links.addRoute(route);
  const thing = !outcome.ok && outcome.reason === "unknownLink" ? `link ${route.link}` : "such a route";
  expectLinkDone(outcome, thing);
  return rowOf({ ...route, id: outcome.id ?? 0, linkId: 0 });
}

export async function listRoutes({ links }: Links): Promise<readonly RouteRow[]> {
  return (await links.routes()).map(rowOf);
}

/** Removes a route; recorded. @throws Refusal */
export async function removeRoute(
  store: Pick<Store, "links" | "recording">,
  id: string,
  occasion: Occasion,
): Promise<void> {
  const number = storedIdOf("route", id);
  const route = (await listRoutes(store)).find((each) => each.id === number);
  const entry = {
    action: "route remove",
    subject: { route: number },
    before: route && { ...route },
  } as const;
  expectLinkDone(await recorded(store, occasion, entry).links.removeRoute(number), `route ${id}`);
}
