import { addApiKey, type ApiKeyRow, listApiKeys, revokeApiKey } from "../../actions/api-keys.js";
import { mayChange } from "../../actions/rights.js";
import { listUsers } from "../../actions/users.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame, customerText } from "./customer-frame.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { idOf, part } from "../web/page.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";
import { type Page, timeCell } from "../web/view.js";

const columns: readonly ListedColumn<ApiKeyRow>[] = [
  ["Name", ({ name, user }) => ({ text: name, note: user })],
  ["Key", ({ key }) => ({ text: key, layout: "code" })],
  ["Scopes", "scopes"],
  ["Addresses", "fromAddresses"],
  ["Created", ({ created }) => timeCell(created)],
  ["Last use", ({ used }) => timeCell(used)],
  ["Expires", ({ expires }) => timeCell(expires)],
];

async function keysPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const id = String(card.id);
  const place = `/customers/${id}/keys`;
  const changes = mayChange(addApiKey.may, visit.caller);
  const table = listedTable(await listApiKeys.rows(store, { customer: id }, visit), columns, {
    caption: "API keys of the customer",
    empty: {
      icon: "key-round",
      title: "There is no key",
      text: "A program logs in with a key instead of a password; it can be revoked alone.",
    },
    action: changes && {
      heading: "Action",
      button: ({ user, name }) => actionButton(revokeApiKey, `${place}/revoke`, { user, name }),
    },
  });
  const users = changes ? await listUsers.rows(store, { customer: id }, visit) : [];
  const form = actionForm(addApiKey, `${place}/add`, {
    caption: "Add an API key",
    icon: "key-round",
    folded: true,
    fields: { user: { type: "select", options: users.map(({ name }) => name), hint: undefined } },
  });
  return {
    ...customerFrame(card, "keys"),
    sections: [{ heading: "API keys", tables: [table], forms: users.length > 0 ? [form] : [] }],
  };
}

export function keyActions(store: Store): readonly ActionRoute[] {
  const path = "/customers/:id/keys";
  const back: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}/keys`;
  const given = (visit: Visit, form: Values) => ({ user: `${idOf(visit)}/${textOf(form, "user") ?? ""}` });
  const ownerOf = (visit: Visit) => customerText(store, visit);
  return [
    operatorAction(store, addApiKey, { path: `${path}/add`, back, given, ownerOf }),
    operatorAction(store, revokeApiKey, { path: `${path}/revoke`, back, given }),
  ];
}

export function keyPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/keys", role: "viewer", show: (visit) => keysPage(store, visit) }];
}
