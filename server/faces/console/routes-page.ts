import { addRoute, listRoutes, removeRoute, type RouteRow } from "../../actions/routes.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { part } from "../web/page.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";
import type { Form, Page } from "../web/view.js";

const kinds = [
  { value: "", text: "SMS and MMS" },
  { value: "sms", text: "SMS" },
  { value: "mms", text: "MMS" },
];

/** Adds a route. */
const routeForm = (links: readonly string[]): Form =>
  actionForm(addRoute, "/routes/add", {
    caption: "Add a route",
    folded: true,
    primary: true,
    columns: true,
    fields: { link: { type: "select", options: links }, kind: { options: kinds } },
  });

const columns: readonly ListedColumn<RouteRow>[] = [
  ["Prefix", ({ prefix }) => ({ text: prefix === "*" ? "all numbers" : `+${prefix}` })],
  ["Link", ({ link }) => ({ text: link, href: `/links/${part(link)}` })],
  ["Customer", ({ customer }) => ({ text: String(customer ?? "any") })],
  ["Originator", "originator"],
  ["Kind", ({ kind }) => ({ text: kind === null ? "SMS and MMS" : kind.toUpperCase() })],
  [{ text: "Rank", number: true }, "rank"],
  [{ text: "Weight", number: true }, "weight"],
  ["Uncertain", "uncertain"],
  [{ text: "Route", number: true }, "id"],
];

async function routesPage(store: Store, visit: Visit): Promise<Page> {
  const changes = mayChange(addRoute.may, visit.caller);
  const table = listedTable(await listRoutes.rows(store, {}, visit), columns, {
    caption: "Routes of messages to links",
    empty: {
      icon: "route",
      title: "There is no route",
      text: "A route leads the numbers of a prefix to a link. Without one, messages wait.",
    },
    csv: "routes",
    action: changes && {
      heading: "Action",
      button: ({ id, ofFile }) =>
        ofFile ? { text: "in the configuration" } : actionButton(removeRoute, `/routes/${id}/remove`),
    },
  });
  const links = changes ? (await store.links.links()).map(({ name }) => name) : [];
  return {
    title: "Routes",
    facts: [{ text: "The longest prefix decides; then the customer, the originator and the rank." }],
    sections: [{ heading: "Routes", tables: [table], forms: links.length > 0 ? [routeForm(links)] : [] }],
  };
}

export function routePages(store: Store): readonly PageRoute[] {
  return [{ path: "/routes", role: "viewer", show: (visit) => routesPage(store, visit) }];
}

export function routeActions(store: Store): readonly ActionRoute[] {
  const back = (): string => "/routes";
  return [
    operatorAction(store, addRoute, { path: "/routes/add", back }),
    operatorAction(store, removeRoute, { path: "/routes/:id/remove", back }),
  ];
}
