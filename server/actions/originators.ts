import { expectDone } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { originatorOf } from "../admin/values.js";
import { customerFilter, customerKey } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { key, required, text } from "./fields.js";

const may = { operator: "admin", identity: "recent" } as const;

/** Adds an originator of a customer. */
export const addOriginator = action({
  name: "originator add",
  help: "Add an originator that a customer may use",
  may,
  button: "Add the originator",
  done: "The originator was added.",
  keys: { customer: customerKey, value: required(text("Originator"), originatorOf) },
  run: async ({ customer, value }, { now, recorded }) => {
    const { accounts } = recorded({ subject: { customer, originator: value } });
    const change = await accounts.addOriginator(customer, value, now);
    expectDone(change, { customerId: customer, thing: `originator ${value}` });
    return { row: { customer, value }, text: `originator ${value} of customer ${customer} added` };
  },
});

/** Removes an originator; messages accepted with it are still sent. */
export const removeOriginator = action({
  name: "originator remove",
  help: "Remove an originator of a customer",
  may,
  button: "Remove",
  done: "The originator was removed.",
  danger: { button: "Remove the originator", text: "Calls with this originator are refused at once." },
  keys: { customer: customerKey, value: key },
  run: async ({ customer, value }, { recorded }) => {
    const { accounts } = recorded({ subject: { customer, originator: value } });
    const change = await accounts.removeOriginator(customer, value);
    const thing = said`originator ${value} of ${{ customer }}`;
    expectDone(change, { customerId: customer, thing });
    return { row: { customer, value }, text: `${thing.text()} removed` };
  },
});

/** Originators of one customer, or of all. */
export const listOriginators = list({
  name: "originator list",
  help: "List originators",
  may: { operator: "viewer" },
  filters: { customer: customerFilter },
  columns: ["customer", "value"],
  rows: async ({ customer }, { store }) =>
    (await store.accounts.allOriginators(customer)).map(({ customerId, value }) => ({
      customer: customerId,
      value,
    })),
});

/** Originators that customers may use. */
export const originators: Subject = {
  name: "originator",
  help: "Originators that a customer may use",
  entries: [addOriginator, removeOriginator, listOriginators],
};
