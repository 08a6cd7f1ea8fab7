import { customerCell, type NameOf, namesOfCustomers } from "./customer-names.js";
import {
  addRoute,
  changeRoute,
  endRoute,
  listRoutes,
  removeRoute,
  type RouteRow,
} from "../../actions/routes.js";
import { mayChange } from "../../actions/rights.js";
import { storedIdOf } from "../../admin/ids.js";
import { unknownThing } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { knownOf } from "../web/known-values.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { idOf, part } from "../web/page.js";
import { trialCard, trialRoute } from "./route-trial.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";
import { type Page, timeCell, unknown } from "../web/view.js";

/** Of a table of routes. */
export const routeColumns = (nameOf: NameOf): readonly ListedColumn<RouteRow>[] => [
  ["Prefix", ({ prefix }) => ({ text: prefix === "*" ? "all numbers" : `+${prefix}` })],
  ["Link", ({ link }) => ({ text: link, href: `/links/${part(link)}` })],
  ["Customer", ({ customer }) => (customer === null ? { text: "any" } : customerCell(customer, nameOf))],
  ["Originator", "originator"],
  ["Kind", ({ kind }) => ({ text: kind === null ? "SMS and MMS" : kind.toUpperCase() })],
  [{ text: "Rank", number: true }, "rank"],
  [{ text: "Weight", number: true }, "weight"],
  [{ text: "Uncertain", wideOnly: true }, "uncertain"],
  ["Until", ({ until }) => (until === null ? { text: unknown } : { ...timeCell(until), tone: "warn" })],
  [{ text: "Route", number: true }, "id"],
];

const changeColumn: ListedColumn<RouteRow> = [
  { text: "Settings", pageOnly: true },
  ({ id, ofFile }) => (ofFile ? { text: "in the configuration" } : { text: "Change", href: `/routes/${id}` }),
];

async function routesPage(store: Store, visit: Visit): Promise<Page> {
  const changes = mayChange(addRoute.may, visit.caller);
  const columns = routeColumns(await namesOfCustomers(store));
  const shown = changes ? [...columns, changeColumn] : columns;
  const table = await listedTable(await listRoutes.rows(store, {}, visit), shown, {
    caption: "Routes of messages to links",
    empty: {
      icon: "route",
      title: "There is no route",
      text: "A route leads the numbers of a prefix to a link. Without one, messages wait.",
    },
    csv: "routes",
    action: changes && {
      heading: "Action",
      button: ({ id, ofFile, until }) => {
        if (ofFile) return { text: "" };
        return until === null
          ? actionButton(removeRoute, `/routes/${id}/remove`)
          : actionButton(endRoute, `/routes/${id}/end`);
      },
    },
  });
  const known = await knownOf(store);
  const layout = { caption: "Add a route", folded: true, primary: true, columns: true, known };
  const hasLinks = (known.link ?? []).length > 0;
  return {
    title: "Routes",
    facts: [
      {
        text: "The customer decides, then the originator, the longest prefix, and the rank; of equals, a route with an end.",
      },
    ],
    sections: [
      {
        heading: "Routes",
        tables: [table],
        forms: changes && hasLinks ? [actionForm(addRoute, "/routes/add", layout)] : [],
      },
      await trialCard(store, visit, known),
    ],
  };
}

/** @throws Refusal for a route that there is not */
async function routePage(store: Store, visit: Visit): Promise<Page> {
  const id = storedIdOf("route", idOf(visit));
  const route = (await listRoutes.rows(store, {}, visit)).find((each) => each.id === id);
  if (route === undefined) throw unknownThing(`there is no route ${id}`);
  const place = `/routes/${id}`;
  const { prefix, link } = route;
  const form = actionForm(changeRoute, `${place}/change`, {
    caption: changeRoute.button,
    primary: true,
    columns: true,
    known: await knownOf(store),
    values: route,
  });
  return {
    title: `Route ${id}`,
    crumbs: [
      { text: "Routes", href: "/routes" },
      { text: String(id), href: "" },
    ],
    facts: [{ text: prefix === "*" ? "All numbers" : `Numbers with +${prefix}` }, { text: `over ${link}` }],
    sections: [
      {
        heading: "Change",
        text: "Waiting messages are routed again at once.",
        forms: route.ofFile ? [] : [form],
        ...(route.ofFile ? { text: "The configuration file has this route: change it there." } : {}),
      },
    ],
  };
}

export function routePages(store: Store): readonly PageRoute[] {
  return [
    { path: "/routes", role: "viewer", show: (visit) => routesPage(store, visit) },
    { path: "/routes/:id", role: "admin", show: (visit) => routePage(store, visit) },
  ];
}

export function routeActions(store: Store): readonly ActionRoute[] {
  const back = (): string => "/routes";
  return [
    operatorAction(store, addRoute, { path: "/routes/add", back }),
    trialRoute(),
    operatorAction(store, changeRoute, {
      path: "/routes/:id/change",
      back: ({ id = "" }) => `/routes/${part(id)}`,
      shown: back,
    }),
    operatorAction(store, endRoute, { path: "/routes/:id/end", back }),
    operatorAction(store, removeRoute, { path: "/routes/:id/remove", back }),
  ];
}
