import { removePrice, setPrice } from "../admin/coverage.js";
import { addCredit, deductCredit } from "../admin/credits.js";
import { changeCustomer, type CustomerOptions, onOrOff } from "../admin/customer-settings.js";
import { addCustomer, setCustomerState } from "../admin/customers.js";
import { addOriginator, removeOriginator } from "../admin/originators.js";
import { setTubeUser } from "../admin/tube.js";
import { addUser, setPassword, setUserState, type UserPassword } from "../admin/users.js";
import type { Store } from "../ports/store.js";
import { shownSettings } from "./customer-forms.js";
import { textOf, type Values } from "../web/form.js";
import type { CustomerTab } from "./customer-frame.js";
import { changeAction, type Danger, idOf, part } from "../web/page.js";
import { unusualActions } from "./unusual-traffic.js";
import type { ActionRoute, Visit } from "./visit.js";

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

/** What blocking does. */
const blocks = {
  customer: {
    button: "Block the customer",
    text: "Calls of its users and keys are refused at once. Accepted messages are still sent.",
  },
  user: {
    button: "Block the user",
    text: "Calls of this user and its keys are refused at once. Accepted messages are still sent.",
  },
} as const;

function stateActions(store: Store): readonly ActionRoute[] {
  return (["block", "unblock"] as const).flatMap((verb) => {
    const state = verb === "block" ? "blocked" : "active";
    const dangerOf = (what: keyof typeof blocks): Danger | undefined =>
      verb === "block" ? blocks[what] : undefined;
    const ofUser = ofCustomer(`users/${verb}`, "users", `The user was ${verb}ed.`, dangerOf("user"));
    return [
      changeAction(ofCustomer(verb, "", `The customer was ${verb}ed.`, dangerOf("customer")), async (visit) =>
        setCustomerState(store, idOf(visit), state, visit),
      ),
      changeAction(ofUser, async (visit, form) =>
        setUserState(store, idOf(visit), required(form, "name"), state, visit),
      ),
    ];
  });
}

/** Passwords keep their spaces. */
const userOf = (visit: Visit, form: Values): UserPassword => ({
  customer: idOf(visit),
  name: required(form, "name"),
  password: form.get("password") ?? "",
  rule: "chosen",
});

function userActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("users/add", "users", "The user was added."), async (visit, form) =>
      addUser(store, userOf(visit, form), visit),
    ),
    changeAction(ofCustomer("users/password", "users", "The password was replaced."), async (visit, form) =>
      setPassword(store, userOf(visit, form), visit),
    ),
    changeAction(ofCustomer("users/provider", "users", "The provider was changed."), async (visit, form) => {
      const provider = required(form, "provider");
      await setTubeUser(store, idOf(visit), required(form, "name"), { provider }, visit);
    }),
  ];
}

function originatorActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(ofCustomer("originators/add", "users", "The originator was added."), async (visit, form) =>
      addOriginator(store, idOf(visit), required(form, "value"), visit),
    ),
    changeAction(
      ofCustomer("originators/remove", "users", "The originator was removed.", {
        button: "Remove the originator",
        text: "Calls with this originator are refused at once.",
      }),
      async (visit, form) => removeOriginator(store, idOf(visit), form.get("value") ?? "", visit),
    ),
  ];
}

function creditActions(store: Store): readonly ActionRoute[] {
  const danger = {
    button: "Deduct the credit",
    text: "The balance is lower at once. The ledger keeps the deduction with its reference.",
  };
  const credits = [
    { verb: "add", change: addCredit, done: "The credit was added.", danger: undefined },
    { verb: "deduct", change: deductCredit, done: "The credit was deducted.", danger },
  ] as const;
  return credits.map(({ verb, change, done, danger: asked }) =>
    changeAction(ofCustomer(`credit/${verb}`, "ledger", done, asked), async (visit, form) => {
      const [kind, amount] = [required(form, "kind"), required(form, "amount")];
      const input = { customer: idOf(visit), kind, amount, reference: textOf(form, "reference") };
      await change(store, input, visit);
    }),
  );
}

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
    {
      path: "/customers/add",
      role: "admin",
      identity: "recent",
      done: "The customer was added.",
      back: () => "/customers",
      run: async (visit, form) => {
        const input = {
          id: required(form, "id"),
          name: required(form, "name"),
          postpaid: form.get("postpaid") === "on",
          limit: textOf(form, "limit"),
        };
        await addCustomer(store, input, visit);
        return to("")({ id: input.id });
      },
    },
    changeAction(ofCustomer("change", "settings", "The settings were changed."), async (visit, form) =>
      changeCustomer(store, idOf(visit), changesOf(form), visit),
    ),
    ...stateActions(store),
    ...userActions(store),
    ...originatorActions(store),
    ...creditActions(store),
    ...priceActions(store),
    ...unusualActions(store),
  ];
}
