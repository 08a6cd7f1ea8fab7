import { addRoute, listRoutes, removeRoute, type RouteRow } from "../admin/routes.js";
import { uncertainPolicies } from "../domain/delivery/routing.js";
import type { Store } from "../ports/store.js";
import { textOf, textsOf } from "../web/form.js";
import { changeAction, part } from "../web/page.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, type Form, numberCell, type Page } from "../web/view.js";

const inputNames = ["customer", "originator", "kind", "rank", "weight", "uncertain"] as const;

/** The default first. */
const policies = ["hold", ...uncertainPolicies.filter((policy) => policy !== "hold")];

/** Adds a route. */
const routeForm = (links: readonly string[]): Form => ({
  action: "/routes/add",
  button: "Add the route",
  caption: "Add a route",
  folded: true,
  primary: true,
  columns: true,
  fields: [
    { name: "prefix", label: "Prefix", type: "text", required: true, hint: "* for all numbers" },
    { name: "link", label: "Link", type: "select", options: links, required: true },
    { name: "customer", label: "Customer", type: "text", hint: "empty: any" },
    { name: "originator", label: "Originator", type: "text", hint: "empty: any" },
    {
      name: "kind",
      label: "Kind",
      type: "select",
      options: [
        { value: "", text: "SMS and MMS" },
        { value: "sms", text: "SMS" },
        { value: "mms", text: "MMS" },
      ],
    },
    { name: "rank", label: "Rank", type: "number", value: "1", hint: "1 to 9" },
    { name: "weight", label: "Weight", type: "number", value: "1", hint: "1 to 1000" },
    { name: "uncertain", label: "Uncertain messages", type: "select", options: policies },
  ],
});

function rowOf(route: RouteRow, mayChange: boolean): readonly Cell[] {
  const { id, prefix, customer, originator, kind, link, rank, weight, uncertain } = route;
  const remove: Form = { action: `/routes/${id}/remove`, button: "Remove", fields: [], danger: true };
  return [
    { text: prefix === "*" ? "all numbers" : `+${prefix}` },
    { text: link, href: `/links/${part(link)}` },
    { text: String(customer ?? "any") },
    { text: originator ?? "any" },
    { text: kind === null ? "SMS and MMS" : kind.toUpperCase() },
    numberCell(rank),
    numberCell(weight),
    { text: uncertain },
    numberCell(id),
    ...(mayChange
      ? [{ text: route.ofFile ? "in the configuration" : "", form: route.ofFile ? undefined : remove }]
      : []),
  ];
}

async function routesPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, "admin");
  const rows = (await listRoutes(store)).map((route) => rowOf(route, mayChange));
  const links = mayChange ? (await store.links.links()).map(({ name }) => name) : [];
  const columns = [
    "Prefix",
    "Link",
    "Customer",
    "Originator",
    "Kind",
    { text: "Rank", number: true },
    { text: "Weight", number: true },
    "Uncertain",
    { text: "Route", number: true },
    ...(mayChange ? ["Action"] : []),
  ];
  const empty = {
    icon: "route",
    title: "There is no route",
    text: "A route leads the numbers of a prefix to a link. Without one, messages wait.",
  } as const;
  const table = { caption: "Routes of messages to links", rows, columns, empty, csv: "routes" };
  return {
    title: "Routes",
    facts: [{ text: "The longest prefix decides; then the customer, the originator and the rank." }],
    sections: [
      {
        heading: "Routes",
        tables: [table],
        forms: mayChange && links.length > 0 ? [routeForm(links)] : [],
      },
    ],
  };
}

export function routePages(store: Store): readonly PageRoute[] {
  return [{ path: "/routes", role: "viewer", show: (visit) => routesPage(store, visit) }];
}

export function routeActions(store: Store): readonly ActionRoute[] {
  const back = (): string => "/routes";
  const danger = {
    button: "Remove the route",
    text: "Waiting messages of these numbers take another route; without one they wait.",
  };
  return [
    changeAction(
      { path: "/routes/add", role: "admin", done: "The route was added.", back },
      async (visit, form) => {
        const [prefix, link] = [textOf(form, "prefix") ?? "", textOf(form, "link") ?? ""];
        await addRoute(store, { ...textsOf(form, inputNames), prefix, link }, visit);
      },
    ),
    changeAction(
      { path: "/routes/:id/remove", role: "admin", done: "The route was removed.", back, danger },
      async (visit) => removeRoute(store, visit.params["id"] ?? "", visit),
    ),
  ];
}
