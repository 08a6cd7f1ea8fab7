import {
  addOperatorKey,
  listOperatorKeys,
  type OperatorKeyRow,
  revokeOperatorKey,
} from "../../actions/operator-keys.js";
import { operatorRoles, includesRole } from "../../domain/accounts/operators.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { type Page, timeCell } from "../web/view.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

const place = "/keys";

const columns: readonly ListedColumn<OperatorKeyRow>[] = [
  ["Name", ({ name, operator }) => ({ text: name, note: operator })],
  ["Key", ({ key }) => ({ text: key, layout: "code" })],
  ["Role", ({ role, trusted }) => ({ text: role, note: trusted ? "money, keys and users" : undefined })],
  ["Addresses", "fromAddresses"],
  ["Created", ({ created }) => timeCell(created)],
  ["Last use", ({ used }) => timeCell(used)],
  ["Expires", ({ expires }) => timeCell(expires)],
];

async function keysPage(store: Store, visit: Visit): Promise<Page> {
  const table = await listedTable(await listOperatorKeys.rows(store, {}, visit), columns, {
    caption: "Keys for the operators' API",
    empty: {
      icon: "key-round",
      title: "There is no key",
      text: "A program of an operator uses the operators' API with a key; it can be revoked alone.",
    },
    action: {
      heading: "Action",
      button: ({ operator, name }) => actionButton(revokeOperatorKey, `${place}/revoke`, { operator, name }),
    },
  });
  const form = actionForm(addOperatorKey, `${place}/add`, {
    caption: "Create a key of your own",
    icon: "key-round",
    folded: true,
    fields: { role: { options: operatorRoles.filter((role) => includesRole(visit.operator.role, role)) } },
  });
  return { title: "Keys", sections: [{ heading: "Keys for programs", tables: [table], forms: [form] }] };
}

/** Everybody makes keys of their own; an administrator revokes those of all. */
export function operatorKeyActions(store: Store): readonly ActionRoute[] {
  const back = () => place;
  const own = ({ operator: { name } }: Visit) => ({ operator: name });
  const named = (_visit: Visit, form: Values) => ({ operator: textOf(form, "operator") });
  return [
    operatorAction(store, addOperatorKey, { path: `${place}/add`, back, given: own }),
    operatorAction(store, revokeOperatorKey, { path: `${place}/revoke`, back, given: named }),
  ];
}

export function operatorKeyPages(store: Store): readonly PageRoute[] {
  return [{ path: place, role: "viewer", show: (visit) => keysPage(store, visit) }];
}
