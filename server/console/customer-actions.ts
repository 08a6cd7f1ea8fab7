import { listPrices, removePrice, setPrice } from "../admin/coverage.js";
import { addCredit, deductCredit } from "../admin/credits.js";
import { changeCustomer } from "../admin/customer-settings.js";
import { addCustomer, setCustomerState } from "../admin/customers.js";
import { addOriginator, removeOriginator } from "../admin/originators.js";
import { addUser, setPassword, setUserState } from "../admin/users.js";
import type { AuditAction } from "../domain/desk/audit.js";
import type { Store } from "../ports/store.js";
import { changedSwitches, changedTexts } from "./customer-forms.js";
import { expectConfirmed, textOf, textsOf, type Values } from "./form.js";
import { type ActionRoute, part, type Visit } from "./page.js";
import { recordedAction } from "./recorded-action.js";

const idOf = ({ params }: Visit): string => params["id"] ?? "";
const required = (form: Values, name: string): string => textOf(form, name) ?? "";

const toCustomer: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}`;

/** A change of one customer: its path, the text after it, and its action in the audit log. */
const ofCustomer = (path: string, done: string, action: AuditAction, danger = false) => ({
  ...({ path: `/customers/:id/${path}`, role: "admin", done, action, danger } as const),
  back: toCustomer,
});

function stateActions(store: Store): readonly ActionRoute[] {
  return (["block", "unblock"] as const).flatMap((verb) => {
    const state = verb === "block" ? "blocked" : "active";
    const danger = verb === "block";
    return [
      recordedAction(
        store,
        ofCustomer(verb, `The customer was ${verb}ed.`, `customer ${verb}`, danger),
        (visit) => ({
          subject: { customer: idOf(visit) },
          change: async () => {
            await setCustomerState(store, idOf(visit), state);
            return { state };
          },
        }),
      ),
      recordedAction(
        store,
        ofCustomer(`users/${verb}`, `The user was ${verb}ed.`, `user ${verb}`, danger),
        (visit, form) => ({
          subject: { customer: idOf(visit), user: required(form, "name") },
          change: async () => {
            await setUserState(store, idOf(visit), required(form, "name"), state);
            return { state };
          },
        }),
      ),
    ];
  });
}

/** Passwords keep their spaces. */
const userOf = (visit: Visit, form: Values) => ({
  ...{ customer: idOf(visit), name: required(form, "name"), password: form.get("password") ?? "" },
});

function userActions(store: Store): readonly ActionRoute[] {
  return [
    recordedAction(store, ofCustomer("users/add", "The user was added.", "user add"), (visit, form) => ({
      subject: { customer: idOf(visit), user: required(form, "name") },
      change: async () => {
        await addUser(store, userOf(visit, form), visit.now);
        return undefined;
      },
    })),
    recordedAction(
      store,
      ofCustomer("users/password", "The password was replaced.", "user password"),
      (visit, form) => ({
        subject: { customer: idOf(visit), user: required(form, "name") },
        change: async () => {
          await setPassword(store, userOf(visit, form));
          return undefined;
        },
      }),
    ),
  ];
}

function originatorActions(store: Store): readonly ActionRoute[] {
  return [
    recordedAction(
      store,
      ofCustomer("originators/add", "The originator was added.", "originator add"),
      (visit, form) => ({
        subject: { customer: idOf(visit), originator: required(form, "value") },
        change: async () => ({
          ...(await addOriginator(store, idOf(visit), required(form, "value"), visit.now)),
        }),
      }),
    ),
    recordedAction(
      store,
      ofCustomer("originators/remove", "The originator was removed.", "originator remove", true),
      (visit, form) => ({
        subject: { customer: idOf(visit), originator: form.get("value") ?? "" },
        change: async () => {
          await removeOriginator(store, idOf(visit), form.get("value") ?? "");
          return undefined;
        },
      }),
    ),
  ];
}

/** Recorded by the change itself. */
function creditActions(store: Store): readonly ActionRoute[] {
  const credits = [
    { verb: "add", change: addCredit, done: "The credit was added." },
    { verb: "deduct", change: deductCredit, done: "The credit was deducted." },
  ] as const;
  return credits.map(({ verb, change, done }) => ({
    ...{ path: `/customers/:id/credit/${verb}`, role: "admin", done, back: toCustomer },
    run: async (visit, form) => {
      if (verb === "deduct") expectConfirmed(form);
      const [kind, amount] = [required(form, "kind"), required(form, "amount")];
      const input = { customer: idOf(visit), kind, amount, reference: textOf(form, "reference") };
      await change(store, input, visit);
      return undefined;
    },
  }));
}

function priceActions(store: Store): readonly ActionRoute[] {
  return [
    recordedAction(store, ofCustomer("prices/set", "The price was set.", "price set"), (visit, form) => {
      const [prefix, price] = [required(form, "prefix"), required(form, "price")];
      const input = { prefix, price, customer: idOf(visit) };
      return {
        subject: { customer: idOf(visit), prefix },
        change: async () => ({ ...(await setPrice(store, input)) }),
      };
    }),
    recordedAction(
      store,
      ofCustomer("prices/remove", "The price was removed.", "price remove", true),
      async (visit, form) => {
        const prefix = required(form, "prefix");
        const before = (await listPrices(store, idOf(visit))).find((row) => row.prefix === prefix);
        return {
          ...{ subject: { customer: idOf(visit), prefix }, before: before && { ...before } },
          change: async () => {
            await removePrice(store, prefix, idOf(visit));
            return undefined;
          },
        };
      },
    ),
  ];
}

/** The settings of a form. Browsers do not send unticked boxes. */
function changesOf(form: Values) {
  const switches = changedSwitches.map((name) => [name, form.get(name) === "on" ? "on" : "off"]);
  return {
    ...textsOf(form, [...changedTexts, "refund"]),
    ...(Object.fromEntries(switches) as Record<(typeof changedSwitches)[number], string>),
  };
}

export function customerActions(store: Store): readonly ActionRoute[] {
  return [
    recordedAction(
      store,
      {
        ...{ path: "/customers/add", role: "admin", done: "The customer was added." },
        ...{ back: () => "/customers", action: "customer add" },
      },
      ({ now }, form) => {
        const input = {
          ...{ id: required(form, "id"), name: required(form, "name") },
          ...{ postpaid: form.get("postpaid") === "on", limit: textOf(form, "limit") },
        };
        return {
          subject: { customer: input.id },
          change: async () => ({ ...(await addCustomer(store, input, now)) }),
        };
      },
    ),
    {
      ...{ path: "/customers/:id/change", role: "admin", done: "The settings were changed." },
      back: toCustomer,
      // Recorded by the change itself.
      run: async (visit, form) => {
        await changeCustomer(store, idOf(visit), changesOf(form), visit);
        return undefined;
      },
    },
    ...stateActions(store),
    ...userActions(store),
    ...originatorActions(store),
    ...creditActions(store),
    ...priceActions(store),
  ];
}
