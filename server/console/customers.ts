import { listCustomers } from "../admin/customers.js";
import type { Store } from "../ports/store.js";
import { customerForm } from "./customer-forms.js";
import { textOf } from "../web/form.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { accessPill } from "../web/states.js";
import { type Cell, type Form, numberCell, type Page, unknown } from "../web/view.js";

const findForm = (value: string): Form => ({
  method: "get",
  action: "/customers",
  button: "Find",
  icon: "search",
  caption: "Find customers",
  columns: true,
  fields: [{ name: "text", label: "Number, or part of the name", type: "text", value }],
});

/** All customers; `?text=42` those that have it as their number or in their name. */
async function customersPage(store: Store, visit: Visit): Promise<Page> {
  const text = textOf(visit.query, "text") ?? "";
  const wanted = text.toLowerCase();
  const all = await listCustomers(store);
  const found = all.filter(
    ({ id, name }) => text === "" || String(id) === wanted || name.toLowerCase().includes(wanted),
  );
  const rows = found.map((customer): readonly Cell[] => [
    {
      text: customer.name,
      href: `/customers/${customer.id}`,
      note: String(customer.id),
    },
    { text: "", pill: accessPill(customer.state) },
    { text: customer.payment === "prepaid" ? "Prepaid" : "Postpaid" },
    numberCell(customer.limit ?? unknown),
  ]);
  const columns = ["Customer", "State", "Payment", { text: "Limit, credits", number: true }];
  const empty = {
    icon: "users",
    title: text === "" ? "There is no customer" : `No customer has “${text}” in its name or number`,
    text: text === "" ? "Add the first one below." : "Try a shorter part of the name.",
  } as const;
  const count = text === "" ? String(all.length) : `${found.length} of ${all.length}`;
  return {
    title: "Customers",
    facts: [{ text: `${count} customers` }],
    sections: [
      { heading: "Find", forms: [findForm(text)] },
      {
        heading: text === "" ? "All customers" : `Customers with ${text}`,
        tables: [{ caption: "Customers", columns, rows, empty, csv: "customers" }],
      },
      ...(hasRole(visit, "admin") ? [{ heading: "New customer", forms: [customerForm] }] : []),
    ],
  };
}

export function customersPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers", role: "viewer", show: (visit) => customersPage(store, visit) }];
}
