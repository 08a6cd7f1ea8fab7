import { listCustomers, type ListedCustomer } from "../../actions/customers.js";
import { mapInSlices } from "../../admin/slices.js";
import type { UsageSum } from "../../domain/usage/report.js";
import { type Outcomes, outcomesOf } from "../../domain/usage/traffic.js";
import { dayOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { newCustomerPlace } from "./new-customer.js";
import { balanceCells } from "../web/balance-end.js";
import { countText, percentText } from "../web/number-texts.js";
import { textOf, textsOf } from "../web/form.js";
import { linkable } from "../../actions/saved-searches.js";
import { saveForm, savedCard } from "./saved-searches.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { accessPill } from "../web/states.js";
import { amountCell, type Cell, type Form, numberCell, type Page, unknown } from "../web/view.js";

const findForm = (value: string): Form => ({
  method: "get",
  action: "/customers",
  button: "Find",
  icon: "search",
  caption: "Find customers",
  columns: true,
  fields: [{ name: "text", label: "Number or name", type: "text", value }],
});

/** Messages of today (UTC) by customer. */
async function todayOf({ usage }: Store, now: number): Promise<(id: number) => Outcomes> {
  const day = dayOf(now);
  const range = { from: day, until: day + 1, customerId: undefined, user: undefined };
  const sums = await usage.sums({ ...range, by: [], limit: 100_000 });
  const byCustomer = new Map<number, UsageSum[]>();
  for (const sum of sums) {
    const others = byCustomer.get(sum.customerId);
    if (others === undefined) byCustomer.set(sum.customerId, [sum]);
    else others.push(sum);
  }
  return (id) => outcomesOf(byCustomer.get(id) ?? []);
}

function rowOf(
  { id, name, state, heldSince, payment, limit }: ListedCustomer,
  today: Outcomes,
  [balance, days]: readonly [Cell, Cell],
): readonly Cell[] {
  const { accepted, delivered, failed } = today;
  const ended = delivered + failed;
  return [
    { text: name, href: `/customers/${id}`, note: String(id) },
    {
      text: "",
      pill: accessPill(state === "active" && heldSince !== null ? "held" : state),
      ...(heldSince === null ? {} : { note: "unusual traffic, new messages are refused" }),
    },
    { text: payment === "prepaid" ? "Prepaid" : "Postpaid" },
    limit === null ? numberCell(unknown) : amountCell(limit),
    balance,
    days,
    numberCell(countText(accepted)),
    numberCell(ended === 0 ? unknown : `${percentText(delivered, ended)} %`),
    numberCell(countText(failed)),
  ];
}

const columns = [
  "Customer",
  "State",
  { text: "Payment", wideOnly: true },
  { text: "Credit limit", number: true, wideOnly: true },
  { text: "Balance", number: true },
  { text: "Days left", number: true },
  { text: "Accepted today", number: true },
  { text: "Delivered", number: true },
  { text: "Failed", number: true },
] as const;

/** All customers; `?text=42` those that have it as their number or in their name. */
async function customersPage(store: Store, visit: Visit): Promise<Page> {
  const text = textOf(visit.query, "text") ?? "";
  const wanted = text.toLowerCase();
  const all = await listCustomers.rows(store, {}, visit);
  const found = all.filter(
    ({ id, name }) => text === "" || String(id) === wanted || name.toLowerCase().includes(wanted),
  );
  const [today, balanceOf] = await Promise.all([todayOf(store, visit.now), balanceCells(store, visit.now)]);
  const rows = await mapInSlices(found, (customer) =>
    rowOf(customer, today(customer.id), balanceOf(customer.id)),
  );
  const empty = {
    icon: "users",
    title: text === "" ? "There is no customer" : `No customer has “${text}” in its name or number`,
    text:
      text === ""
        ? "Add the first one: its programs send with the user that you give it."
        : "Try a shorter part of the name.",
  } as const;
  const held = all.filter(({ heldSince }) => heldSince !== null).length;
  const count =
    text === "" ? countText(all.length) : `${countText(found.length)} of ${countText(all.length)}`;
  const saved = saveForm("customers", textsOf(visit.query, linkable.customers), visit);
  return {
    title: "Customers",
    facts: [
      { text: `${count} customers` },
      ...(held === 0 ? [] : [{ text: `${held} held because of unusual traffic`, tone: "warn" as const }]),
    ],
    actions: hasRole(visit, "admin")
      ? [...saved, { text: "New customer", href: newCustomerPlace, icon: "plus", primary: true }]
      : saved,
    sections: [
      ...(await savedCard(store, "customers", visit)),
      {
        heading: text === "" ? "All customers" : `Customers with ${text}`,
        note: "messages of today, UTC; SMS credits, and the days they last at the rate of the last seven",
        forms: [findForm(text)],
        tables: [{ caption: "Customers", columns, rows, empty, csv: "customers" }],
      },
    ],
  };
}

export function customersPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers", role: "viewer", show: (visit) => customersPage(store, visit) }];
}
