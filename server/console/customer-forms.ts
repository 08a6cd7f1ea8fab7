import { type CustomerCard, customerSettings, onOrOff, typedText } from "../admin/customer-settings.js";
import type { UserRow } from "../admin/users.js";
import { shortestChosenPassword } from "../domain/accounts/common-passwords.js";
import { creditKinds } from "../domain/credit/balance.js";
import type { Cell, Choice, Field, Form } from "../web/view.js";

export const customerForm: Form = {
  action: "/customers/add",
  button: "Add the customer",
  caption: "Add a customer",
  folded: true,
  primary: true,
  fields: [
    { name: "id", label: "Number", type: "text", required: true, width: "short" },
    { name: "name", label: "Name", type: "text", required: true, width: "medium" },
    { name: "postpaid", label: "Postpaid", type: "checkbox" },
    {
      name: "limit",
      label: "Credit limit",
      type: "text",
      width: "short",
      hint: "of a postpaid customer; empty: none",
    },
  ],
};

/** Settings in the form of a customer. */
export const shownSettings = customerSettings.filter(({ label }) => label !== undefined);

export function changeForm(id: string, card: Omit<CustomerCard, "id">): Form {
  return {
    action: `/customers/${id}/change`,
    button: "Change the settings",
    caption: "Change the settings",
    primary: true,
    columns: true,
    fields: shownSettings.map(({ name, property, label = "", form }): Field => ({
      name,
      label,
      type: form === onOrOff ? "checkbox" : "text",
      value: typedText(card[property]),
    })),
  };
}

export function stateForm(id: string, state: CustomerCard["state"]): Form {
  return state === "active"
    ? { action: `/customers/${id}/block`, button: "Block the customer", fields: [], danger: true }
    : { action: `/customers/${id}/unblock`, button: "Unblock the customer", fields: [] };
}

export function creditForm(id: string, verb: "add" | "deduct"): Form {
  const button = verb === "add" ? "Add credit" : "Deduct credit";
  return {
    action: `/customers/${id}/credit/${verb}`,
    button,
    caption: button,
    icon: verb === "add" ? "coins" : "undo-2",
    folded: true,
    danger: verb === "deduct",
    fields: [
      { name: "kind", label: "Kind", type: "select", value: "SMS", options: creditKinds, width: "short" },
      {
        name: "amount",
        label: "Credits",
        type: "text",
        required: true,
        width: "short",
        hint: "up to 3 decimals",
      },
      { name: "reference", label: "Reference", type: "text", hint: "of the payment", width: "medium" },
    ],
  };
}

const newPassword: Field = {
  name: "password",
  label: "Password",
  type: "password",
  required: true,
  autocomplete: "new-password",
  hint: `at least ${shortestChosenPassword} characters, and not a common one`,
};

export const userForm = (id: string): Form => ({
  action: `/customers/${id}/users/add`,
  button: "Add the user",
  caption: "Add a user",
  folded: true,
  fields: [{ name: "name", label: "Name", type: "text", required: true }, newPassword],
});

const ofUser = (name: string): Field => ({ name: "name", label: "", type: "hidden", value: name });

/** Prefers the links of a provider; `providers`: those that may be chosen. */
export function providerForm(
  id: string,
  {
    name,
    providers,
    chosen,
  }: { readonly name: string; readonly providers: readonly Choice[]; readonly chosen: string },
): Form {
  return {
    action: `/customers/${id}/users/provider`,
    button: "Prefer",
    fields: [
      ofUser(name),
      { name: "provider", label: "Provider", type: "select", options: providers, value: chosen },
    ],
  };
}

/** Forms in the row of a user. */
export function userRowForms(id: string, { name, state }: UserRow): readonly Cell[] {
  const place = `/customers/${id}/users`;
  const hidden = ofUser(name);
  const blocked = state === "blocked";
  const access: Form = {
    action: `${place}/${blocked ? "unblock" : "block"}`,
    button: blocked ? "Unblock" : "Block",
    fields: [hidden],
    danger: !blocked,
  };
  const replace: Form = {
    action: `${place}/password`,
    button: "Replace",
    fields: [hidden, newPassword],
  };
  return [
    { text: "", form: access },
    { text: "", form: replace },
  ];
}

export const originatorForm = (id: string): Form => ({
  action: `/customers/${id}/originators/add`,
  button: "Add the originator",
  caption: "Add an originator",
  folded: true,
  fields: [{ name: "value", label: "Originator", type: "text", required: true }],
});

export const priceForm = (id: string): Form => ({
  action: `/customers/${id}/prices/set`,
  button: "Set the price",
  caption: "Set a price",
  folded: true,
  fields: [
    { name: "prefix", label: "Prefix", type: "text", required: true, hint: "* for all numbers" },
    { name: "price", label: "Credits per part", type: "text", required: true, hint: "none: not covered" },
    { name: "from", label: "First day", type: "date", hint: "UTC; empty: at once" },
  ],
});
