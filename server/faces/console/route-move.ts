import { addRoute, listRoutes, type RouteRow } from "../../actions/routes.js";
import { linksOf, type LinkRow } from "../../actions/links.js";
import { givenAlone } from "../../actions/fields.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "../web/action-forms.js";
import { textsOf } from "../web/form.js";
import { listedTable } from "../web/listed.js";
import type { Form, Link, Page, Table } from "../web/view.js";
import { type NameOf, namesOfCustomers } from "./customer-names.js";
import { routeColumns } from "./routes-page.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

/** Moves the messages of a prefix to another link for some time: a route with an end, from the pages that show what is wrong. */

const path = "/routes/move";

/** What is moved, and from which link. */
interface Moved {
  readonly prefix?: string | undefined;
  readonly customer?: string | undefined;
  readonly link?: string | undefined;
}

const prefixText = (prefix: string): string =>
  prefix === "" || prefix === "*" ? "all numbers" : `+${prefix}`;

/** The link to the page, for those who may add a route; without a prefix, all numbers are moved. */
export function moveLink(
  { prefix, customer, link }: Moved,
  { caller }: Pick<Visit, "caller">,
): readonly Link[] {
  if (!mayChange(addRoute.may, caller)) return [];
  const given = Object.entries(givenAlone({ prefix, customer, link }));
  const text = `Move ${prefixText(prefix ?? "*")} to another link`;
  return [{ text, href: `${path}?${new URLSearchParams(given).toString()}`, icon: "route" }];
}

/** Ends of the route, the first one chosen. */
const ends = [
  { value: "24h", text: "24 hours" },
  { value: "4h", text: "4 hours" },
  { value: "3d", text: "3 days" },
  { value: "7d", text: "7 days" },
];

/** Links that are up first. */
const choiceOf = ({ name, up, state }: LinkRow) => ({ value: name, text: up ? name : `${name} (${state})` });

function moveForm({ prefix = "*", customer }: Moved, others: readonly LinkRow[]): Form {
  const sorted = others.toSorted((one, other) => Number(other.up) - Number(one.up));
  const form = actionForm(addRoute, path, {
    names: ["link", "until"],
    button: `Move ${prefixText(prefix)}`,
    icon: "route",
    primary: true,
    fields: {
      link: { label: "To the link", type: "select", options: sorted.map(choiceOf) },
      until: { label: "For", type: "select", options: ends, hint: "then the routes below count again" },
    },
  });
  const hidden = Object.entries({ prefix, customer }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, label: "", type: "hidden", value } as const],
  );
  return { ...form, fields: [...hidden, ...form.fields] };
}

/** Routes that the messages have now: those of a part of the numbers, and of prefixes of theirs. */
const concerns = (route: RouteRow, prefix: string): boolean => {
  const other = route.prefix === "*" ? "" : route.prefix;
  return other.startsWith(prefix) || prefix.startsWith(other);
};

function routesTable(routes: readonly RouteRow[], prefix: string, nameOf: NameOf): Promise<Table> {
  return listedTable(
    routes.filter((route) => concerns(route, prefix === "*" ? "" : prefix)),
    routeColumns(nameOf),
    {
      caption: "Routes of these messages now",
      empty: {
        icon: "route",
        title: "They have no route of their own",
        text: "Every link takes an equal share.",
      },
    },
  );
}

async function movePage(store: Store, visit: Visit): Promise<Page> {
  const { link } = textsOf(visit.query, ["link"]);
  const moved: Moved = textsOf(visit.typed ?? visit.query, ["prefix", "customer"]);
  const { prefix = "*", customer } = moved;
  const others = (await linksOf(store, visit.now)).filter(({ name }) => name !== link);
  const ofCustomer =
    customer === undefined ? undefined : (await store.accounts.customer(Number(customer)))?.name;
  const words = ofCustomer === undefined ? prefixText(prefix) : `${prefixText(prefix)} of ${ofCustomer}`;
  return {
    title: `Move ${words}`,
    crumbs: [
      { text: "Routes", href: "/routes" },
      { text: "Move", href: "" },
    ],
    facts: [{ text: link === undefined ? "To another link" : `From ${link} to another link` }],
    sections: [
      {
        heading: "Another link, for some time",
        width: 5,
        text: "New messages take it, and those that wait. More specific routes stay, such as those of a customer. On the page of routes, one click ends it early.",
        forms: others.length === 0 ? [] : [moveForm(moved, others)],
        ...(others.length === 0
          ? { links: [{ text: "There is no other link: add one", href: "/links" }] }
          : {}),
      },
      {
        heading: "Now",
        width: 7,
        tables: [
          await routesTable(await listRoutes.rows(store, {}, visit), prefix, await namesOfCustomers(store)),
        ],
      },
    ],
  };
}

export function routeMovePages(store: Store): readonly PageRoute[] {
  return [{ path, role: addRoute.may.operator, show: (visit) => movePage(store, visit) }];
}

export function routeMoveActions(store: Store): readonly ActionRoute[] {
  return [
    operatorAction(store, addRoute, {
      path,
      back: () => "/routes",
      shownOn: path,
      done: "The numbers take the other link until the end of the new route. End it early with its button.",
    }),
  ];
}
