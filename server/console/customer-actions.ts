import { removePrice, setPrice } from "../admin/coverage.js";
import { addCredit, deductCredit } from "../admin/credits.js";
import { changeCustomer, type CustomerOptions, onOrOff } from "../admin/customer-settings.js";
import { addCustomer, setCustomerState } from "../admin/customers.js";
import { addOriginator, removeOriginator } from "../admin/originators.js";
import { addUser, setPassword, setUserState } from "../admin/users.js";
import type { Store } from "../ports/store.js";
import { customersPage } from "./customers.js";
import { shownSettings } from "./customer-forms.js";
import { textOf, type Values } from "./form.js";
import { type ActionRoute, changeAction, idOf, part, type Visit } from "./page.js";

const required = (form: Values, name: string): string => textOf(form, name) ?? "";

const toCustomer: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}`;

/** A change of one customer: its path, and the text after it. */
const ofCustomer = (path: string, done: string, danger = false) => ({
  ...({ path: `/customers/:id/${path}`, role: "admin", done, danger } as const),
  back: toCustomer,
});

function stateActions(store: Store): readonly ActionRoute[] {
  return (["block", "unblock"] as const).flatMap((verb) => {
    const state = verb === "block" ? "blocked" : "active";
    const danger = verb === "block";
    return [
      changeAction(ofCustomer(verb, `The customer was ${verb}ed.`, danger), async (visit) =>
        setCustomerState(store, idOf(visit), state, visit),
      ),
      changeAction(ofCustomer(`users/${verb}`, `The user was ${verb}ed.`, danger), async (visit, form) =>
        setUserState(store, idOf(visit), required(form, "name"), state, visit),
      ),
    ];
  });
}

/** Passwords keep their spaces. */
const userOf = (visit: Visit, form: Values) => ({
  customer: idOf(visit),
  name: required(form, "name"),
  password: form.get("password") ?? "",
});

function userActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("users/add", "The user was added."), async (visit, form) =>
      addUser(store, userOf(visit, form), visit),
    ),
    changeAction(ofCustomer("users/password", "The password was replaced."), async (visit, form) =>
      setPassword(store, userOf(visit, form), visit),
    ),
  ];
}

function originatorActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("originators/add", "The originator was added."), async (visit, form) =>
      addOriginator(store, idOf(visit), required(form, "value"), visit),
    ),
    changeAction(ofCustomer("originators/remove", "The originator was removed.", true), async (visit, form) =>
      removeOriginator(store, idOf(visit), form.get("value") ?? "", visit),
    ),
  ];
}

function creditActions(store: Store): readonly ActionRoute[] {
  const credits = [
    { verb: "add", change: addCredit, done: "The credit was added." },
    { verb: "deduct", change: deductCredit, done: "The credit was deducted." },
  ] as const;
  return credits.map(({ verb, change, done }) =>
    changeAction(ofCustomer(`credit/${verb}`, done, verb === "deduct"), async (visit, form) => {
      const [kind, amount] = [required(form, "kind"), required(form, "amount")];
      const input = { customer: idOf(visit), kind, amount, reference: textOf(form, "reference") };
      await change(store, input, visit);
    }),
  );
}

function priceActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("prices/set", "The price was set."), async (visit, form) => {
      const [prefix, price] = [required(form, "prefix"), required(form, "price")];
      await setPrice(store, { prefix, price, customer: idOf(visit) }, visit);
    }),
    changeAction(ofCustomer("prices/remove", "The price was removed.", true), async (visit, form) =>
      removePrice(store, required(form, "prefix"), idOf(visit), visit),
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
    {
      path: "/customers/find",
      role: "viewer",
      done: "",
      back: () => "/customers",
      run: (visit, form) => customersPage(store, visit, textOf(form, "text")),
    },
    changeAction(
      { path: "/customers/add", role: "admin", done: "The customer was added.", back: () => "/customers" },
      async (visit, form) => {
        const input = {
          id: required(form, "id"),
          name: required(form, "name"),
          postpaid: form.get("postpaid") === "on",
          limit: textOf(form, "limit"),
        };
        await addCustomer(store, input, visit);
      },
    ),
    changeAction(ofCustomer("change", "The settings were changed."), async (visit, form) =>
      changeCustomer(store, idOf(visit), changesOf(form), visit),
    ),
    ...stateActions(store),
    ...userActions(store),
    ...originatorActions(store),
    ...creditActions(store),
    ...priceActions(store),
  ];
}
