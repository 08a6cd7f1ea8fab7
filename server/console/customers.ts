import { listPrices } from "../admin/coverage.js";
import { type LedgerInput, type LedgerRow, listBalances, listLedger } from "../admin/credits.js";
import { showCustomer } from "../admin/customer-settings.js";
import { listCustomers } from "../admin/customers.js";
import { listOriginators } from "../admin/originators.js";
import { usageReport } from "../admin/usage.js";
import { listUsers } from "../admin/users.js";
import type { Store } from "../ports/store.js";
import {
  changeForm,
  creditForm,
  customerForm,
  originatorForm,
  priceForm,
  stateForm,
  userForm,
  userRowForms,
} from "./customer-forms.js";
import { mostRows } from "./paging.js";
import {
  type Cell,
  type Form,
  hasRole,
  idOf,
  numberCell,
  type Page,
  type PageRoute,
  part,
  timeText,
  type Section,
  type Visit,
} from "./page.js";

const stateCell = (state: string): Cell => ({ text: state, tone: state === "active" ? "good" : "critical" });

const findForm: Form = {
  action: "/customers/find",
  button: "Find",
  caption: "Find customers",
  fields: [{ name: "text", label: "Number, or part of the name", type: "text", required: true }],
};

/** All customers; with a text those that have it as their number or in their name, at most those of one page. */
export async function customersPage(store: Store, visit: Visit, text = ""): Promise<Page> {
  const wanted = text.toLowerCase();
  const all = await listCustomers(store);
  const fits = all.filter(({ id, name }) => String(id) === wanted || name.toLowerCase().includes(wanted));
  const found = text === "" ? all : fits.slice(0, mostRows);
  const rows = found.map((customer): readonly Cell[] => [
    { ...numberCell(customer.id), href: `/console/customers/${customer.id}` },
    { text: customer.name },
    stateCell(customer.state),
    { text: customer.payment },
    numberCell(customer.limit ?? "–"),
  ]);
  const columns = ["Customer", "Name", "State", "Payment", "Limit"];
  const table = {
    caption: text === "" ? "All customers" : `Customers with ${text}: ${found.length} of ${fits.length}`,
    columns,
    rows,
    empty: "There is no such customer.",
  };
  return {
    title: "Customers",
    sections: [
      { heading: "Customers", forms: [findForm], tables: [table] },
      ...(hasRole(visit, "admin") ? [{ heading: "New customer", forms: [customerForm] }] : []),
    ],
  };
}

/** Days of the usage on a page. */
const usageDays = 7;

async function usageSection(store: Store, id: string, now: number): Promise<Section> {
  const from = new Date(now - (usageDays - 1) * 86_400_000).toISOString().slice(0, 10);
  const rows = (await usageReport(store, { customer: id, from, by: "day,state" })).map(
    ({ day, state, messages, parts }): readonly Cell[] => [
      { text: day ?? "" },
      { text: state ?? "" },
      numberCell(messages),
      numberCell(parts),
    ],
  );
  const columns = ["Day (UTC)", "Status", "Messages", "Parts"];
  const empty = "No message was accepted.";
  return { heading: "Usage", tables: [{ caption: `Last ${usageDays} days`, columns, rows, empty }] };
}

async function creditSection(store: Store, id: string, mayChange: boolean): Promise<Section> {
  const rows = (await listBalances(store, id)).map(({ kind, balance }): readonly Cell[] => [
    { text: kind },
    numberCell(balance),
  ]);
  const table = {
    caption: "Balances in credits",
    columns: ["Kind", "Balance"],
    rows,
    empty: "There is no account.",
  };
  return {
    heading: "Credit",
    tables: [table],
    forms: mayChange ? [creditForm(id, "add"), creditForm(id, "deduct")] : [],
  };
}

async function userSection(store: Store, id: string, mayChange: boolean): Promise<Section> {
  const rows = (await listUsers(store, id)).map((user): readonly Cell[] => [
    { text: user.name },
    stateCell(user.state),
    { text: user.inboxActive ? "on" : "off" },
    ...(mayChange ? userRowForms(id, user) : []),
  ]);
  const columns = ["User", "State", "Inbox", ...(mayChange ? ["Access", "Password"] : [])];
  const table = { caption: "Users of the customer", columns, rows, empty: "There is no user." };
  return { heading: "Users", tables: [table], forms: mayChange ? [userForm(id)] : [] };
}

const removeForm = (action: string, name: string, value: string): Form => ({
  action,
  button: "Remove",
  danger: true,
  fields: [{ name, label: "", type: "hidden", value }],
});

async function originatorSection(store: Store, id: string, mayChange: boolean): Promise<Section> {
  const action = `/customers/${id}/originators/remove`;
  const rows = (await listOriginators(store, id)).map(({ value }): readonly Cell[] => [
    { text: value },
    ...(mayChange ? [{ text: "", form: removeForm(action, "value", value) }] : []),
  ]);
  const columns = ["Originator", ...(mayChange ? ["Action"] : [])];
  const table = { caption: "Originators of the customer", columns, rows, empty: "There is no originator." };
  return { heading: "Originators", tables: [table], forms: mayChange ? [originatorForm(id)] : [] };
}

async function priceSection(store: Store, id: string, mayChange: boolean): Promise<Section> {
  const action = `/customers/${id}/prices/remove`;
  const rows = (await listPrices(store, id)).map(({ prefix, price }): readonly Cell[] => [
    { text: prefix },
    numberCell(price ?? "not covered"),
    ...(mayChange ? [{ text: "", form: removeForm(action, "prefix", prefix) }] : []),
  ]);
  const columns = ["Prefix", "Credits per part", ...(mayChange ? ["Action"] : [])];
  const empty = "The general prices apply.";
  const table = { caption: "Prices of the customer", columns, rows, empty };
  return { heading: "Prices", tables: [table], forms: mayChange ? [priceForm(id)] : [] };
}

function shownText(value: string | number | boolean | readonly string[] | null | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "object" ? value?.join(", ") : String(value ?? "");
  return text === undefined || text === "" ? "none" : text;
}

/** The number of the customer that the path names. @throws Refusal for an unknown customer */
export async function customerOf(store: Store, visit: Visit): Promise<number> {
  return (await showCustomer(store, idOf(visit))).id;
}

/** The customer of a page with its name, for people. */
export async function customerText(store: Store, visit: Visit): Promise<string> {
  const { id, name } = await showCustomer(store, idOf(visit));
  return `${name} (${id})`;
}

/** Pages about one customer besides this one. */
const customerLinks = [
  { text: "Ledger", name: "ledger" },
  { text: "Lists", name: "lists" },
  { text: "Inbox", name: "inbox" },
  { text: "Callbacks", name: "callbacks" },
  { text: "API keys", name: "keys" },
] as const;

async function customerPage(store: Store, visit: Visit): Promise<Page> {
  const { id: customer, ...card } = await showCustomer(store, idOf(visit));
  const id = String(customer);
  const facts = Object.entries(card).map(([name, value]) => ({ name, text: shownText(value) }));
  const mayChange = hasRole(visit, "admin");
  return {
    title: `Customer ${id}`,
    sections: [
      {
        heading: "Settings",
        facts: [{ caption: "Settings", facts }],
        links: customerLinks.map(({ text, name }) => ({ text, href: `/console/customers/${id}/${name}` })),
        forms: mayChange ? [stateForm(id, card.state), changeForm(id, card)] : [],
      },
      await usageSection(store, id, visit.now),
      await creditSection(store, id, mayChange),
      await userSection(store, id, mayChange),
      await originatorSection(store, id, mayChange),
      await priceSection(store, id, mayChange),
    ],
  };
}

/** Entries of the ledger on a page. */
const mostEntries = 500;

async function firstEntries(store: Store, input: LedgerInput): Promise<readonly LedgerRow[]> {
  const entries: LedgerRow[] = [];
  for await (const page of listLedger(store, input)) {
    entries.push(...page);
    if (entries.length >= mostEntries) break;
  }
  return entries.slice(0, mostEntries);
}

/** A month of the ledger, or a day: `?period=2030-01` or `?period=2030-01-15`. */
async function ledgerPage(store: Store, { params, query, now }: Visit): Promise<Page> {
  const id = params["id"] ?? "";
  const month = new Date(now).toISOString().slice(0, 7);
  const period = query.get("period") ?? month;
  const entries = await firstEntries(store, { customer: id, from: period, to: period });
  const rows = entries.map(
    ({ at, kind, change, balance, reason, reference, transactionId }): readonly Cell[] => [
      { text: timeText(at) },
      { text: kind },
      numberCell(change),
      numberCell(balance),
      ...[reason, reference, transactionId].map((text) => ({ text: text ?? "" })),
    ],
  );
  const columns = ["Time (UTC)", "Kind", "Change", "Balance", "Reason", "Reference", "Transaction"];
  const caption = `Entries of ${period}, oldest first, at most ${mostEntries}`;
  const place = `/console/customers/${part(id)}/ledger?period=`;
  const before = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
  const periods = [new Date(now).toISOString().slice(0, 10), month, before];
  return {
    title: `Ledger of customer ${id}`,
    sections: [
      {
        heading: "Entries",
        tables: [{ caption, columns, rows, empty: "There is no entry." }],
        links: periods.map((each) => ({ text: each, href: `${place}${each}` })),
      },
    ],
  };
}

export function customerPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/customers", role: "viewer", show: (visit) => customersPage(store, visit) },
    { path: "/customers/:id", role: "viewer", show: (visit) => customerPage(store, visit) },
    { path: "/customers/:id/ledger", role: "viewer", show: (visit) => ledgerPage(store, visit) },
  ];
}
