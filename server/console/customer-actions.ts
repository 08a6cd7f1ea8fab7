import { addCredit, deductCredit } from "../actions/credits.js";
import { addCustomer, blockCustomer, releaseCustomer, unblockCustomer } from "../actions/customers.js";
import { addOriginator, removeOriginator } from "../actions/originators.js";
import { addUser, blockUser, setPassword, unblockUser } from "../actions/users.js";
import { removePrice, setPrice } from "../admin/coverage.js";
import { changeCustomer, type CustomerOptions, onOrOff } from "../admin/customer-settings.js";
import { setTubeUser } from "../actions/tube.js";
import type { Action } from "../actions/action.js";
import type { Store } from "../ports/store.js";
import { shownSettings } from "./customer-forms.js";
import type { Place } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import type { CustomerTab } from "./customer-frame.js";
import { changeAction, type Danger, idOf, part } from "../web/page.js";
import { type ActionRoute, operatorAction, type Visit } from "./visit.js";

const required = (form: Values, name: string): string => textOf(form, name) ?? "";

const to =
  (tab: CustomerTab): ActionRoute["back"] =>
  ({ id = "" }) =>
    `/customers/${part(id)}${tab === "" ? "" : `/${tab}`}`;

/** A change of one customer: its path, the tab to return to, and the text after it. Money and users need a recent log-in. */
const ofCustomer = (path: string, tab: CustomerTab, done: string, danger?: Danger) => ({
  ...({ path: `/customers/:id/${path}`, role: "admin", identity: "recent", done, danger } as const),
  back: to(tab),
});

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
    given: (visit, form) => ({ customer: idOf(visit), ...place.given?.(visit, form) }),
  });

function priceActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("prices/set", "prices", "The price was set."), async (visit, form) => {
      const [prefix, price] = [required(form, "prefix"), required(form, "price")];
      await setPrice(store, { prefix, price, customer: idOf(visit), from: textOf(form, "from") }, visit);
    }),
    changeAction(
      ofCustomer("prices/remove", "prices", "The price was removed.", {
        button: "Remove the price",
        text: "Without a price of its own, the customer pays the general price of the prefix. A coming price stays until it is removed itself.",
      }),
      async (visit, form) => {
        const [prefix, from] = [required(form, "prefix"), textOf(form, "from")];
        await removePrice(store, { prefix, customer: idOf(visit), from }, visit);
      },
    ),
  ];
}

/** The settings of a form. Browsers do not send unticked boxes. */
function changesOf(values: Values): CustomerOptions {
  return Object.fromEntries(
    shownSettings.map(({ name, form }) => [
      name,
      form === onOrOff ? (values.get(name) === "on" ? "on" : "off") : textOf(values, name),
    ]),
  );
}

export function customerActions(store: Store): readonly ActionRoute[] {
  return [
    operatorAction(store, addCustomer, {
      path: "/customers/add",
      back: () => "/customers",
      shown: ({ id }) => to("")({ id: String(id) }),
    }),
    changeAction(ofCustomer("change", "settings", "The settings were changed."), async (visit, form) =>
      changeCustomer(store, idOf(visit), changesOf(form), visit),
    ),
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
    ...priceActions(store),
    customerAction(store, releaseCustomer, "release", ""),
  ];
}
