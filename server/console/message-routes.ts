import { addRoute, listRoutes, removeRoute, type RouteRow } from "../admin/routes.js";
import { uncertainPolicies } from "../domain/delivery/routing.js";
import type { Store } from "../ports/store.js";
import { textOf, textsOf } from "./form.js";
import {
  type ActionRoute,
  changeAction,
  type Cell,
  type Form,
  numberCell,
  part,
  type Section,
} from "./page.js";

const inputNames = ["customer", "originator", "kind", "rank", "weight", "uncertain"] as const;

/** The default first. */
const policies = ["hold", ...uncertainPolicies.filter((policy) => policy !== "hold")];

/** Adds a route. */
export const routeForm: Form = {
  action: "/routes/add",
  button: "Add the route",
  caption: "Add a route",
  fields: [
    { name: "prefix", label: "Prefix", type: "text", required: true, hint: "* for all numbers" },
    { name: "link", label: "Link", type: "text", required: true },
    { name: "customer", label: "Customer", type: "text", hint: "empty: any" },
    { name: "originator", label: "Originator", type: "text", hint: "empty: any" },
    { name: "kind", label: "Kind", type: "select", options: ["", "sms", "mms"] },
    { name: "rank", label: "Rank", type: "number", value: "1", hint: "1 to 9" },
    { name: "weight", label: "Weight", type: "number", value: "1", hint: "1 to 1000" },
    { name: "uncertain", label: "Uncertain messages", type: "select", options: policies },
  ],
};

function rowOf(route: RouteRow, mayChange: boolean): readonly Cell[] {
  const { id, prefix, customer, originator, kind, link, rank, weight, uncertain } = route;
  const remove: Form = { action: `/routes/${id}/remove`, button: "Remove", fields: [], danger: true };
  return [
    numberCell(id),
    { text: prefix },
    { text: String(customer ?? "any") },
    { text: originator ?? "any" },
    { text: kind ?? "any" },
    { text: link, href: `/console/links/${part(link)}` },
    numberCell(rank),
    numberCell(weight),
    { text: uncertain },
    ...(mayChange
      ? [{ text: route.ofFile ? "configuration" : "", form: route.ofFile ? undefined : remove }]
      : []),
  ];
}

export async function routeSection(store: Store, mayChange: boolean): Promise<Section> {
  const rows = (await listRoutes(store)).map((route) => rowOf(route, mayChange));
  const columns = [
    "Route",
    "Prefix",
    "Customer",
    "Originator",
    "Kind",
    "Link",
    "Rank",
    "Weight",
    "Uncertain",
  ];
  const table = {
    caption: "Routes of messages to links",
    rows,
    empty: "There is no route.",
    columns: mayChange ? [...columns, "Action"] : columns,
  };
  return { heading: "Routes", tables: [table] };
}

export function routeActions(store: Store): readonly ActionRoute[] {
  const back = (): string => "/links";
  return [
    changeAction(
      { path: "/routes/add", role: "admin", done: "The route was added.", back },
      async (visit, form) => {
        const [prefix, link] = [textOf(form, "prefix") ?? "", textOf(form, "link") ?? ""];
        await addRoute(store, { ...textsOf(form, inputNames), prefix, link }, visit);
      },
    ),
    changeAction(
      { path: "/routes/:id/remove", role: "admin", done: "The route was removed.", back, danger: true },
      async (visit) => removeRoute(store, visit.params["id"] ?? "", visit),
    ),
  ];
}
