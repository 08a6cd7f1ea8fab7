import {
  type AccessState,
  type Change,
  changedCustomer,
  type Customer,
  type CustomerChange,
  type CustomerChanges,
  type NewCustomer,
} from "../../../domain/accounts/accounts.js";
import { countryCreditsIn, countryCreditsText } from "../../../domain/credit/country-credits.js";
import { refundPolicy, refundText } from "../../../domain/delivery/states/ended.js";
import {
  assignmentsOf,
  flag,
  mapped,
  namesOf,
  optional,
  parametersOf,
  type RowOf,
  text,
  integer,
} from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";
import { changeOf, wordsOf } from "./known.js";
import { closeCustomerSessions } from "./portal-access.js";

/** Columns that a change of a customer writes. */
const changedColumns = {
  name: text(),
  payment: text<Customer["payment"]>(),
  creditLimit: optional(integer()),
  timeZone: text(),
  countryCode: optional(text()),
  rate: optional(integer()),
  weight: integer(),
  priority: integer(),
  singlePriority: integer(),
  bulkPriority: integer(),
  strictEncoding: flag(),
  plainPunctuation: flag(),
  maySend: flag(),
  interfaceOpen: flag(),
  keepAlive: flag(),
  inboxActive: flag(),
  ignorePasswordCase: flag(),
  refunds: mapped(text(), refundPolicy, refundText),
  lowBalance: optional(integer()),
  highestPrice: optional(integer()),
  quietHours: optional(text()),
  countryCredits: mapped(text(), countryCreditsIn, countryCreditsText),
  fromAddresses: mapped(text(), wordsOf, (words) => words.join(" ")),
  note: optional(text()),
  holdUnusual: flag(),
};

/** Columns of the table `customer`. */
export const customerColumns = {
  id: integer(),
  state: text<AccessState>(),
  heldSince: optional(integer()),
  ...changedColumns,
};

export function customerOf({ creditLimit: limit, ...row }: RowOf<typeof customerColumns>): Customer {
  return { ...row, limit };
}

/** Every customer, in the order of their ids. */
export const allCustomers = sql(
  `SELECT ${namesOf(customerColumns)} FROM customer ORDER BY id`,
  customerColumns,
);
export const customerOfId = sql(
  `SELECT ${namesOf(customerColumns)} FROM customer WHERE id = $customerId`,
  customerColumns,
);

const insert = sql(
  `INSERT INTO customer (id, name, state, payment, credit_limit, created_at)
   VALUES ($id, $name, 'active', $payment, $limit, $at) ON CONFLICT DO NOTHING`,
);
const setState = sql("UPDATE customer SET state = $state, version = version + 1 WHERE id = $customerId");
/** A customer that is held already stays so since then. */
const hold = sql(
  `UPDATE customer SET held_since = $at, version = version + 1
   WHERE id = $customerId AND hold_unusual = true AND held_since IS NULL`,
);
const release = sql(
  "UPDATE customer SET held_since = NULL, version = version + 1 WHERE id = $customerId AND held_since IS NOT NULL",
);

/** Guard: two changes of a customer come one after the other. */
const find = { ...customerOfId, lock: "FOR UPDATE" };

/** Guard: nothing is booked between the comparison with the new floor and its change. */
const balances = sql(
  "SELECT balance FROM account WHERE customer_id = $customerId ORDER BY kind",
  { balance: integer() },
  { lock: "FOR UPDATE" },
);
const update = sql(
  `UPDATE customer SET ${assignmentsOf(changedColumns)}, version = version + 1 WHERE id = $id`,
);
const setFloor = sql("UPDATE account SET floor = $floor WHERE customer_id = $id");
const forgetFolded = sql("UPDATE customer_user SET folded_hash = NULL WHERE customer_id = $id");

function* store({ customer, floor, keepsFoldedHashes }: CustomerChanges): Steps<void> {
  const { id, limit: creditLimit } = customer;
  yield* run(update, { ...parametersOf(changedColumns, { ...customer, creditLimit }), id });
  yield* run(setFloor, { id, floor });
  if (!keepsFoldedHashes) yield* run(forgetFolded, { id });
}

/** Holds a customer that has this setting; false if nothing changed. */
export function* holdCustomer(customerId: number, at: number): Steps<boolean> {
  return (yield* run(hold, { customerId, at })) > 0;
}

/** Changes of customers. */
export const customerScripts = {
  *addCustomer({ id, name, payment, limit }: NewCustomer, at: number): Steps<Change> {
    const added = yield* run(insert, { id, name, payment, limit, at });
    return added > 0 ? { ok: true } : { ok: false, reason: "exists" };
  },
  *changeCustomer(customerId: number, change: CustomerChange): Steps<Change> {
    const row = yield* get(find, { customerId });
    if (row === undefined) return { ok: false, reason: "unknownCustomer" };
    const changes = changedCustomer(customerOf(row), change);
    const { floor } = changes;
    const accounts = yield* all(balances, { customerId });
    if (floor !== null && accounts.some(({ balance }) => balance < floor))
      return { ok: false, reason: "insufficient" };
    yield* store(changes);
    return { ok: true };
  },
  *setCustomerState(customerId: number, state: AccessState): Steps<Change> {
    const changed = yield* run(setState, { customerId, state });
    if (state === "blocked") yield* closeCustomerSessions(customerId);
    return changed > 0 ? { ok: true } : { ok: false, reason: "unknownCustomer" };
  },
  *releaseCustomer(customerId: number): Steps<Change> {
    return yield* changeOf((yield* run(release, { customerId })) > 0, customerId, "unknownEntry");
  },
};
