import { addCredit, deductCredit } from "../../actions/credits.js";
import { blockCustomer, releaseCustomer, unblockCustomer } from "../../actions/customers.js";
import { addOriginator, removeOriginator } from "../../actions/originators.js";
import { removePrice, setPrice } from "../../actions/prices.js";
import { addUser, blockUser, setPassword, unblockUser } from "../../actions/users.js";
import { changeCustomer } from "../../actions/customer-settings.js";
import { setTubeUser } from "../../actions/tube.js";
import type { Action } from "../../actions/action.js";
import type { Store } from "../../ports/store.js";
import type { Place } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { importRoutes } from "./price-import.js";
import type { CustomerTab } from "./customer-frame.js";
import { idOf, part } from "../web/page.js";
import { type ActionRoute, operatorAction, type Visit } from "./visit.js";

const to =
  (tab: CustomerTab): ActionRoute["back"] =>
  ({ id = "" }) =>
    `/customers/${part(id)}${tab === "" ? "" : `/${tab}`}`;

/** An action on the customer of the path. */
export const customerAction = <R extends object>(
  store: Store,
  action: Action<R>,
  path: string,
  tab: CustomerTab,
  place: Partial<Place<Visit, R>> = {},
): ActionRoute =>
  operatorAction(store, action, {
    ...place,
    path: `/customers/:id/${path}`,
    back: to(tab),
    given: async (visit, form) => ({ customer: idOf(visit), ...(await place.given?.(visit, form)) }),
  });

/** How a customer pays: a prepaid one has no limit, and an empty field is none. */
function termsIn(form: Values) {
  const [isPostpaid, limit] = [form.get("payment") === "postpaid", textOf(form, "limit")];
  return isPostpaid ? { postpaid: "on", limit: limit ?? "none" } : { prepaid: "on", limit };
}

export function customerActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, changeCustomer, "change", "settings"),
    customerAction(store, changeCustomer, "credit-terms", "settings", {
      names: [],
      given: (_visit, form) => termsIn(form),
      done: "The payment was changed.",
    }),
    customerAction(store, blockCustomer, "block", ""),
    customerAction(store, blockUser, "users/block", "users"),
    customerAction(store, unblockCustomer, "unblock", ""),
    customerAction(store, unblockUser, "users/unblock", "users"),
    customerAction(store, addUser, "users/add", "users"),
    customerAction(store, setPassword, "users/password", "users"),
    customerAction(store, setTubeUser, "users/provider", "users", {
      given: (_visit, form) => ({ user: form.get("name") }),
    }),
    customerAction(store, addOriginator, "originators/add", "users"),
    customerAction(store, removeOriginator, "originators/remove", "users"),
    customerAction(store, addCredit, "credit/add", "ledger"),
    customerAction(store, deductCredit, "credit/deduct", "ledger"),
    customerAction(store, setPrice, "prices/set", "prices"),
    customerAction(store, removePrice, "prices/remove", "prices", {
      given: (_visit, form) => ({ from: textOf(form, "from") }),
    }),
    ...importRoutes(store, { path: "/customers/:id/prices", back: to("prices"), customerOf: idOf }),
    customerAction(store, releaseCustomer, "release", ""),
  ];
}
