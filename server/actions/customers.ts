import type { AccessState, Customer, NewCustomer } from "../domain/accounts/accounts.js";
import { creditsText } from "../domain/credit/credit.js";
import { isoTime } from "../admin/period.js";
import { expectDone, InvalidInput, Refusal } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { customerIdOf, customerNameOf } from "../admin/values.js";
import { customerKey } from "./account-fields.js";
import { action, type ActionFacts, list } from "./action.js";
import { limitOf } from "./customer-settings.js";
import { flag, optional, required, text } from "./fields.js";
import { described } from "./members.js";

const rowOf = ({ id, name, state, payment, limit }: NewCustomer & Pick<Customer, "state">) => ({
  id,
  name,
  state,
  payment,
  /** Credits; null without a limit, and for a prepaid customer. */
  limit: limit === undefined ? null : creditsText(limit),
});

const columns = ["id", "name", "state", "payment", "limit"] as const;
const members = described(columns);

/** What a new customer has. */
export const newCustomer = {
  keys: { id: required(text("Number", undefined, { width: "short" }), customerIdOf) },
  fields: {
    name: required(text("Name", "name of the customer", { width: "medium" }), customerNameOf),
    postpaid: flag("Postpaid", "make the customer postpaid"),
    limit: optional(
      text("Credit limit", "credit limit of a postpaid customer in credits (default: none)", {
        form: "<credits>",
        hint: "of a postpaid customer; empty: none",
        width: "short",
      }),
      limitOf,
    ),
  },
};

/** Adds an active customer. */
export const addCustomer = action({
  name: "customer add",
  help: "Add a customer (default: prepaid); creates the database if there is none",
  may: { operator: "admin", identity: "recent" },
  creates: true,
  ...newCustomer,
  members,
  run: async ({ id, name, postpaid, limit }, { now, recorded }) => {
    if (limit !== undefined && !postpaid)
      throw new InvalidInput("only a postpaid customer has a credit limit", { field: "limit" });
    const customer: NewCustomer = { id, name, payment: postpaid ? "postpaid" : "prepaid", limit };
    const row = rowOf({ ...customer, state: "active" });
    const { id: number, ...after } = row;
    const { accounts } = recorded({ subject: { customer: number }, after });
    expectDone(await accounts.addCustomer(customer, now), {
      customerId: id,
      thing: said`${{ customer: id }}`,
    });
    return { row, text: `customer ${id} added, ${row.payment}` };
  },
});

/** A customer in a list. */
export type ListedCustomer = Awaited<ReturnType<typeof listCustomers.rows>>[number];

export const listCustomers = list({
  name: "customer list",
  help: "List customers",
  may: { operator: "viewer" },
  columns,
  members: { ...members, ...described(["heldSince"]) },
  rows: async (_none, { store }) =>
    (await store.accounts.customers()).map((customer) => ({
      ...rowOf(customer),
      /** ISO 8601, UTC: new sends are refused since then, because of unusual traffic; null for a customer that is not held. */
      heldSince: isoTime(customer.heldSince),
    })),
  idOf: ({ id }) => id,
});

const stateAction = ({ state, ...words }: Omit<ActionFacts, "may"> & { readonly state: AccessState }) =>
  action({
    ...words,
    may: { operator: "admin", identity: "recent" },
    keys: { id: customerKey },
    members: described(["id", "state"]),
    run: async ({ id }, { recorded }) => {
      const { accounts } = recorded({ subject: { customer: id }, after: { state } });
      expectDone(await accounts.setCustomerState(id, state), {
        customerId: id,
        thing: said`${{ customer: id }}`,
      });
      return { row: { id, state }, text: `customer ${id} ${state === "active" ? "unblocked" : state}` };
    },
  });

export const blockCustomer = stateAction({
  name: "customer block",
  state: "blocked",
  help: "Refuse every call of a customer",
  button: "Block the customer",
  done: "The customer was blocked.",
  danger: {
    button: "Block the customer",
    text: "Calls of its users and keys are refused at once. Accepted messages are still sent.",
  },
});

export const unblockCustomer = stateAction({
  name: "customer unblock",
  state: "active",
  help: "Accept every call of a customer",
  button: "Unblock the customer",
  done: "The customer was unblocked.",
});

/** Lets a customer send again that was held because of unusual traffic. */
export const releaseCustomer = action({
  name: "customer release",
  help: "Accept new messages of a customer that is held because of unusual traffic",
  may: { operator: "support" },
  button: "Release the customer",
  done: "The customer may send again.",
  danger: {
    button: "Release the customer",
    text: "New messages are accepted at once. The same unusual traffic holds the customer again only after a day without it.",
  },
  keys: { id: customerKey },
  run: async ({ id }, { recorded }) => {
    const change = await recorded({ subject: { customer: id } }).accounts.releaseCustomer(id);
    if (!change.ok && change.reason === "unknownEntry")
      throw new Refusal(said`${{ customer: id }} is not held`);
    expectDone(change, { customerId: id, thing: said`${{ customer: id }}` });
    return { row: { id }, text: `customer ${id} released` };
  },
});
