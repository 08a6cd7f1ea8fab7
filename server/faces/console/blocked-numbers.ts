import {
  addToBlacklist,
  type BlacklistRow,
  listBlacklist,
  removeFromBlacklist,
} from "../../actions/blacklist.js";
import { mayChange } from "../../actions/rights.js";
import { counted } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { type Known, knownOf } from "../web/known-values.js";
import { listedTable, type ListedColumn, partFoot, placesOf, wantedIn } from "../web/listed.js";
import { mostRows } from "../web/paging.js";
import { type Form, type Page, phoneCell, timeCell } from "../web/view.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

/** Numbers to which no customer, or one, may send. */

const place = "/blocked";

function columnsOf({ customer = [] }: Known): readonly ListedColumn<BlacklistRow>[] {
  const names = new Map(customer.map(({ value, text }) => [value, text]));
  return [
    ["Number", ({ number }) => phoneCell(number)],
    [
      "For messages of",
      ({ customer: id }) =>
        id === null
          ? { text: "every customer" }
          : { text: names.get(String(id)) ?? String(id), href: `/customers/${id}/opt-outs` },
    ],
    ["Since", ({ since }) => timeCell(since)],
    ["How", ({ repliedTo }) => ({ text: repliedTo === null ? "added" : `replied to ${repliedTo}` })],
  ];
}

const blockForm = (known: Known): Form =>
  actionForm(addToBlacklist, `${place}/add`, {
    caption: "Block a number",
    button: "Block the number",
    icon: "ban",
    primary: true,
    columns: true,
    known,
    names: ["numbers", "customer"],
    fields: {
      numbers: { label: "Number", type: "text", hint: "with its country code" },
      customer: {
        label: "For messages of",
        type: "select",
        options: [{ value: "", text: "every customer" }, ...(known.customer ?? [])],
      },
    },
  });

async function blockedPage(store: Store, visit: Visit): Promise<Page> {
  const changes = mayChange(addToBlacklist.may, visit.caller);
  const known = await knownOf(store);
  const wanted = wantedIn(visit.query, { cursor: "after", csv: "blocked", limit: mostRows });
  const { rows, next } = await listBlacklist.part(store, {}, visit, wanted);
  const table = await listedTable(rows, columnsOf(known), {
    caption: "Blocked numbers",
    empty: {
      icon: "ban",
      title: "No number is blocked",
      text: "Messages to a blocked number are rejected before they are sent, and cost nothing.",
    },
    csv: "blocked",
    foot: {
      ...partFoot(counted(rows.length, "number"), wanted, next, placesOf(place)),
      words: { newer: "First page", older: "Next page" },
    },
    action: changes && {
      heading: "",
      button: ({ number, customer }) =>
        actionButton(removeFromBlacklist, `${place}/remove`, { number, customer: String(customer ?? "") }),
    },
  });
  return {
    title: "Blocked numbers",
    facts: [{ text: "Opt-outs of customers are among them." }],
    sections: [
      ...(changes ? [{ heading: "Block a number", forms: [blockForm(known)] }] : []),
      { heading: "Numbers", tables: [table] },
    ],
  };
}

export function blockedPages(store: Store): readonly PageRoute[] {
  return [{ path: place, role: "viewer", show: (visit) => blockedPage(store, visit) }];
}

export function blockedActions(store: Store): readonly ActionRoute[] {
  const back = (): string => place;
  const customer = (form: Values) => ({ customer: textOf(form, "customer") });
  return [
    operatorAction(store, addToBlacklist, {
      path: `${place}/add`,
      back,
      done: "The number is blocked.",
      given: (_visit, form) => ({
        ...customer(form),
        numbers: [textOf(form, "numbers") ?? ""],
      }),
    }),
    operatorAction(store, removeFromBlacklist, {
      path: `${place}/remove`,
      back,
      given: (_visit, form) => ({ ...customer(form), numbers: [textOf(form, "number") ?? ""] }),
    }),
  ];
}
