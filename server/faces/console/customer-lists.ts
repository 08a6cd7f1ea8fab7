import { importList } from "../../actions/list-import.js";
import { changeList, listLists, removeList, showList } from "../../actions/lists.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { noKnown } from "../web/known-values.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { countText } from "../web/number-texts.js";
import { idOf, part } from "../web/page.js";
import { type Cell, numberCell, type Page } from "../web/view.js";
import { customerAction } from "./customer-actions.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

/** Lists of recipients that a customer has. */

type ListRow = Awaited<ReturnType<typeof listLists.rows>>[number];
type ImportRow = Awaited<ReturnType<typeof importList.run>>["row"];

const placeOf = (customer: number | string): string => `/customers/${customer}/lists`;

const columns: readonly ListedColumn<ListRow>[] = [
  ["List", "name"],
  ["Category", "category"],
  ["Type", "type"],
  ["Visible to", ({ owner }) => ({ text: owner ?? "every user" })],
  [{ text: "Recipients", number: true }, ({ recipients }) => numberCell(countText(recipients))],
];

const changeCell = ({ customer, name }: ListRow): Cell => ({
  text: "Change",
  href: `${placeOf(customer)}/${part(name)}`,
});

/** The users of a customer, by their names alone. */
async function usersOf({ accounts }: Store, customer: number) {
  const user = (await accounts.users(customer)).map(({ name }) => ({ value: name, text: name }));
  return { ...noKnown, user };
}

async function listsPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const changes = mayChange(importList.may, visit.caller);
  const rows = await listLists.rows(store, { customer: String(card.id) }, visit);
  const base = placeOf(card.id);
  const table = await listedTable(rows, changes ? [...columns, ["Settings", changeCell]] : columns, {
    caption: "Distribution lists and smart lists",
    empty: {
      icon: "list",
      title: "There is no list",
      text: "Programs of the customer send to a list by its name. Import one from a CSV file.",
    },
    action: changes && {
      heading: "Action",
      button: ({ name }) => actionButton(removeList, `${base}/${part(name)}/remove`),
    },
  });
  const form = actionForm(importList, `${base}/import`, {
    caption: "Import a list",
    primary: true,
    columns: true,
    known: await usersOf(store, card.id),
  });
  return {
    ...customerFrame(card, "lists"),
    sections: [
      { heading: "Lists", tables: [table] },
      ...(changes ? [{ heading: "Import a list", forms: [form] }] : []),
    ],
  };
}

async function listPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const { name = "" } = visit.params;
  const list = await showList.row(store, { customer: String(card.id), name }, visit);
  const place = `${placeOf(card.id)}/${part(name)}`;
  const form = actionForm(changeList, `${place}/change`, {
    caption: `List ${list.name}`,
    primary: true,
    values: list,
    known: await usersOf(store, card.id),
  });
  const facts = [
    { name: "Type", text: list.type },
    { name: "Recipients", text: countText(list.recipients) },
    { name: "Columns", text: list.columns.join(", ") },
  ];
  return {
    ...customerFrame(card, "lists"),
    sections: [{ heading: `List ${list.name}`, facts: [{ caption: "List", facts }], forms: [form] }],
  };
}

/** What an import has read. */
function importedPage(row: ImportRow): Page {
  const facts = (["rows", "accepted", "doubled", "invalid"] as const).map((name) => ({
    name: { rows: "Rows of the file", accepted: "Recipients", doubled: "Doubled", invalid: "Invalid" }[name],
    text: countText(row[name]),
  }));
  const rows = row.problems.map(({ line, reason }): readonly Cell[] => [numberCell(line), { text: reason }]);
  const table = {
    caption: "First invalid rows",
    columns: ["Line", "Reason"],
    rows,
    empty: "Every row is valid.",
  };
  return {
    title: `List ${row.name}`,
    sections: [
      {
        heading: "The list was imported",
        facts: [{ caption: "Import", facts }],
        tables: [table],
        links: [{ text: "Back to the lists", href: placeOf(row.customer) }],
      },
    ],
  };
}

export function customerListPages(store: Store): readonly PageRoute[] {
  const path = "/customers/:id/lists";
  return [
    { path, role: "viewer", show: (visit) => listsPage(store, visit) },
    { path: `${path}/:name`, role: "admin", show: (visit) => listPage(store, visit) },
  ];
}

export function customerListActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, importList, "lists/import", "lists", { shown: importedPage }),
    operatorAction(store, changeList, {
      path: "/customers/:id/lists/:list/change",
      back: ({ id = "", list = "" }) => `${placeOf(part(id))}/${part(list)}`,
      given: (visit) => ({ customer: idOf(visit) }),
      shown: ({ customer }) => placeOf(customer),
    }),
    customerAction(store, removeList, "lists/:name/remove", "lists"),
  ];
}
