import { changeCustomer, type CustomerCard } from "../../actions/customer-settings.js";
import type { Fields } from "../../actions/fields.js";
import { listOriginators, removeOriginator } from "../../actions/originators.js";
import { mayChange } from "../../actions/rights.js";
import { addUser, listUsers } from "../../actions/users.js";
import type { Store } from "../../ports/store.js";
import { noProvider, providerOf } from "../../domain/delivery/routing/link.js";
import { portalCard } from "./customer-portal.js";
import { withDifferences } from "./price-import.js";
import { priceCard } from "./prices.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import {
  changeForm,
  creditTermsForm,
  originatorForm,
  providerForm,
  stateForm,
  userForm,
  userRowForms,
} from "./customer-forms.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { actionButton } from "../web/action-forms.js";
import { listedTable } from "../web/listed.js";
import { accessPill } from "../web/states.js";
import { type Cell, type Choice, exactTime, type Page, type Section } from "../web/view.js";

/** Pages on which a customer is changed: users and originators, prices, settings. */

function shownText(value: CustomerCard[keyof CustomerCard] | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "object" ? value?.join(", ") : String(value ?? "");
  return text === undefined || text === "" ? "none" : text;
}

const factCell = (card: CustomerCard, name: keyof CustomerCard): Cell =>
  name === "heldSince" && card.heldSince !== null
    ? exactTime(card.heldSince)
    : { text: shownText(card[name]) };

/** Labels of what a card has besides the settings of its form. */
const otherLabels: Readonly<Partial<Record<keyof CustomerCard, string>>> = {
  state: "State",
  heldSince: "Held since",
  payment: "Payment",
  limit: "Credit limit",
  fromAddresses: "Addresses",
  ignorePasswordCase: "Passwords without regard to case",
};

/** What stands in the form of the payment. */
const inPayment: ReadonlySet<string> = new Set<keyof CustomerCard>(["payment", "limit"]);

const labelOf = (name: keyof CustomerCard): string | undefined =>
  otherLabels[name] ?? new Map(Object.entries<Fields[string]>(changeCustomer.fields)).get(name)?.label;

async function settingsPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const names = (Object.keys(card) as (keyof CustomerCard)[]).filter((name) => name !== "id");
  const changes = hasRole(visit, "admin");
  const facts = names.flatMap((name) => {
    const label = changes ? (inPayment.has(name) ? undefined : otherLabels[name]) : labelOf(name);
    return label === undefined ? [] : [{ name: label, ...factCell(card, name) }];
  });
  const id = String(card.id);
  return {
    ...customerFrame(card, "settings"),
    actions: changes ? [stateForm(id, card.state)] : [],
    sections: [
      ...(changes ? [{ heading: "Change", width: 8 as const, forms: [changeForm(id, card)] }] : []),
      ...(changes ? [{ heading: "Payment", width: 4 as const, forms: [creditTermsForm(id, card)] }] : []),
      {
        heading: changes ? "Other settings" : "Settings",
        width: changes ? 4 : 6,
        facts: [{ caption: "Settings", facts }],
      },
    ],
  };
}

/** Providers that a user may have, with the links of each, and those of the users of a customer. */
interface Providers {
  readonly choices: readonly Choice[];
  readonly ofUser: ReadonlyMap<string, string>;
}

/** Most users of a customer whose providers are read. */
const mostProviders = 10_000;

/** Undefined if no link and no user has a provider: most services have none. */
async function providersOf({ links, tube }: Store, customerId: number): Promise<Providers | undefined> {
  const users = await tube.providers({ customerId, limit: mostProviders });
  const namesBy = new Map<string, string>();
  for (const { name, settings } of await links.links()) {
    const provider = providerOf(settings);
    const others = provider === undefined ? undefined : namesBy.get(provider);
    if (provider !== undefined) namesBy.set(provider, others === undefined ? name : `${others}, ${name}`);
  }
  const linked = [...namesBy].map(([value, text]) => ({ value, text }));
  const lost = users.filter(({ provider }) => !namesBy.has(provider));
  const others = [...new Set(lost.map(({ provider }) => provider))];
  if (linked.length === 0 && others.length === 0) return undefined;
  return {
    choices: [
      { value: noProvider, text: "any link" },
      ...linked,
      ...others.map((value) => ({ value, text: `${value}, without a link` })),
    ],
    ofUser: new Map(users.map(({ name, provider }) => [name, provider])),
  };
}

/** Links that messages of a user prefer. */
function providerCell(id: string, name: string, { choices, ofUser }: Providers, changes: boolean): Cell {
  const chosen = ofUser.get(name) ?? noProvider;
  const text = choices.find(({ value }) => value === chosen)?.text ?? "";
  return changes ? { text, form: providerForm(id, { name, providers: choices, chosen }) } : { text };
}

async function userCard(store: Store, id: string, visit: Visit): Promise<Section> {
  const changes = mayChange(addUser.may, visit.caller);
  const providers = await providersOf(store, Number(id));
  const rows = (await listUsers.rows(store, { customer: id }, visit)).map((user): readonly Cell[] => [
    { text: user.name },
    { text: "", pill: accessPill(user.state) },
    { text: user.inboxActive ? "on" : "off" },
    ...(providers === undefined ? [] : [providerCell(id, user.name, providers, changes)]),
    ...(changes ? userRowForms(id, user) : []),
  ]);
  const preference = providers === undefined ? [] : ["Prefers"];
  const columns = ["User", "State", "Inbox", ...preference, ...(changes ? ["Access", "Password"] : [])];
  const empty = {
    icon: "user",
    title: "There is no user",
    text: "Programs of the customer log in as users.",
  } as const;
  const table = { caption: "Users of the customer", columns, rows, empty };
  return { heading: "Users", tables: [table], forms: changes ? [userForm(id)] : [] };
}

async function originatorCard(store: Store, id: string, visit: Visit): Promise<Section> {
  const changes = mayChange(removeOriginator.may, visit.caller);
  const path = `/customers/${id}/originators/remove`;
  const rows = await listOriginators.rows(store, { customer: id }, visit);
  const table = await listedTable(rows, [["Originator", "value"]], {
    caption: "Originators of the customer",
    empty: "There is no originator.",
    action: changes && {
      heading: "Action",
      button: ({ value }) => actionButton(removeOriginator, path, { value }),
    },
  });
  return { heading: "Originators", tables: [table], forms: changes ? [originatorForm(id)] : [] };
}

async function usersPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const id = String(card.id);
  return {
    ...customerFrame(card, "users"),
    sections: [
      await userCard(store, id, visit),
      await portalCard(store, id, visit),
      await originatorCard(store, id, visit),
    ],
  };
}

async function pricesPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const customer = String(card.id);
  const shown = { customer, place: `/customers/${customer}/prices`, empty: "The general prices apply." };
  const page = { ...customerFrame(card, "prices"), sections: [await priceCard(store, visit, shown)] };
  return withDifferences(store, visit, { ...shown, page });
}

export function customerSettingsPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/customers/:id/users", role: "viewer", show: (visit) => usersPage(store, visit) },
    { path: "/customers/:id/prices", role: "viewer", show: (visit) => pricesPage(store, visit) },
    { path: "/customers/:id/settings", role: "viewer", show: (visit) => settingsPage(store, visit) },
  ];
}
