import { changeCustomer, type CustomerCard } from "../../actions/customer-settings.js";
import { addCredit, deductCredit } from "../../actions/credits.js";
import { blockCustomer, unblockCustomer } from "../../actions/customers.js";
import { addOriginator } from "../../actions/originators.js";
import { addUser, blockUser, setPassword, unblockUser, type UserRow } from "../../actions/users.js";
import { setTubeUser } from "../../actions/tube.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import type { Cell, Choice, Form } from "../web/view.js";

export const changeForm = (id: string, card: CustomerCard): Form =>
  actionForm(changeCustomer, `/customers/${id}/change`, {
    caption: changeCustomer.button,
    primary: true,
    columns: true,
    values: card,
  });

/** How a customer pays, and how far. */
export const creditTermsForm = (id: string, { payment, limit }: CustomerCard): Form =>
  actionForm(changeCustomer, `/customers/${id}/credit-terms`, {
    caption: "Payment",
    button: "Change the payment",
    names: ["postpaid", "limit"],
    fields: {
      postpaid: {
        name: "payment",
        label: "Payment",
        type: "select",
        options: [
          { value: "prepaid", text: "Prepaid" },
          { value: "postpaid", text: "Postpaid" },
        ],
        value: payment,
      },
      limit: {
        label: "Credit limit",
        hint: "credits, of a postpaid customer; empty: none",
        value: limit ?? "",
        width: "medium",
      },
    },
  });

export const stateForm = (id: string, state: CustomerCard["state"]): Form =>
  state === "active"
    ? actionButton(blockCustomer, `/customers/${id}/block`)
    : actionButton(unblockCustomer, `/customers/${id}/unblock`);

export function creditForm(id: string, verb: "add" | "deduct"): Form {
  const action = verb === "add" ? addCredit : deductCredit;
  return actionForm(action, `/customers/${id}/credit/${verb}`, {
    caption: action.button,
    icon: verb === "add" ? "coins" : "undo-2",
    folded: true,
    values: { kind: "SMS" },
  });
}

export const userForm = (id: string): Form =>
  actionForm(addUser, `/customers/${id}/users/add`, { caption: "Add a user", folded: true });

/** Prefers the links of a provider; `providers`: those that may be chosen. */
export function providerForm(
  id: string,
  {
    name,
    providers,
    chosen,
  }: { readonly name: string; readonly providers: readonly Choice[]; readonly chosen: string },
): Form {
  const provider = { type: "select", options: providers, value: chosen } as const;
  const layout = { names: ["provider"], fields: { provider } };
  return actionButton(setTubeUser, `/customers/${id}/users/provider`, { name }, layout);
}

/** Forms in the row of a user. */
export function userRowForms(id: string, { name, state }: UserRow): readonly Cell[] {
  const place = `/customers/${id}/users`;
  const access =
    state === "blocked"
      ? actionButton(unblockUser, `${place}/unblock`, { name })
      : actionButton(blockUser, `${place}/block`, { name });
  const replace = actionButton(setPassword, `${place}/password`, { name }, { names: ["password"] });
  return [
    { text: "", form: access },
    { text: "", form: replace },
  ];
}

export const originatorForm = (id: string): Form =>
  actionForm(addOriginator, `/customers/${id}/originators/add`, {
    caption: "Add an originator",
    folded: true,
  });
