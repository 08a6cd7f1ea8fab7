import {
  type AccessState,
  type Change,
  type LoginRecord,
  userNameKey,
} from "../../../domain/accounts/accounts.js";
import type { PortalRole } from "../../../domain/accounts/portal-users.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import { creditsText } from "../../../domain/credit/credit.js";
import type { AccountStore } from "../../../ports/accounts.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import type { Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { keep, type Versions } from "../kept.js";
import { book } from "../primitives.js";
import { allCustomers, customerColumns, customerOf, customerOfId, customerScripts } from "./customers.js";
import { changeOf } from "./known.js";
import { byKind } from "./ledger.js";
import { userScripts } from "./users.js";

const login = {
  ...customerColumns,
  userName: text(),
  userState: text<AccessState>(),
  userInbox: flag(),
  userRole: optional(text<PortalRole>()),
  passwordHash: text(),
  foldedHash: optional(text()),
  version: integer(),
};
/** A user and the customer. Both versions only ever grow: `version`, their sum, changes whenever one of them does. */
const loginOfUser = sql(
  `SELECT ${namesOf(customerColumns, "c")}, u.name AS user_name, u.state AS user_state, u.inbox_active AS user_inbox,
     u.portal_role AS user_role, u.password_hash, u.folded_hash, c.version + u.version AS version
   FROM customer_user u JOIN customer c ON c.id = u.customer_id
   WHERE u.customer_id = $customerId AND u.name_key = $key`,
  login,
);
const originatorsOf = sql("SELECT value FROM originator WHERE customer_id = $customerId ORDER BY id", {
  value: text(),
});
const balancesOf = sql("SELECT kind, balance AS amount FROM account WHERE customer_id = $customerId", {
  kind: text<CreditKind>(),
  amount: integer(),
});

function loginRecord(row: RowOf<typeof login>): LoginRecord {
  const { userName: name, userState: state, userInbox: inboxActive, userRole: role, ...rest } = row;
  const { passwordHash, foldedHash, version, ...customer } = rest;
  return {
    customer: customerOf(customer),
    user: { customerId: customer.id, name, state, inboxActive },
    role,
    passwordHash,
    foldedHash,
    version,
  };
}

const network = sql(
  `SELECT 1 FROM user_network n JOIN customer_user u ON u.id = n.user_id
   WHERE u.customer_id = $customerId AND u.name_key = $key AND n.network = $network`,
);
const user = { customerId: integer(), name: text(), state: text<AccessState>(), inboxActive: flag() };
const users = sql(
  `SELECT ${namesOf(user)} FROM customer_user
   WHERE $customerId::bigint IS NULL OR customer_id = $customerId ORDER BY customer_id, id`,
  user,
);
const weakPasswords = sql(
  `SELECT u.customer_id, u.name FROM customer_user u JOIN customer c ON c.id = u.customer_id
   WHERE u.weak_password = true AND u.state = 'active' AND c.state = 'active' ORDER BY u.customer_id, u.id LIMIT $limit`,
  { customerId: integer(), name: text() },
);
const originators = sql(
  `SELECT customer_id, value FROM originator
   WHERE $customerId::bigint IS NULL OR customer_id = $customerId ORDER BY customer_id, id`,
  { customerId: integer(), value: text() },
);

/** Bookings by operators. */
const creditScripts = {
  *addCredit(
    customerId: number,
    kind: CreditKind,
    delta: number,
    at: number,
    reference?: string,
  ): Steps<Change> {
    const entry = { customerId, kind, delta, at, reference, transactionId: undefined };
    const [balance] = yield* book([{ ...entry, reason: "refill" }]);
    if (balance === undefined) return yield* changeOf(false, customerId, "insufficient");
    return { ok: true, after: { balance: creditsText(balance) } };
  },
};

/** Changes of customers, their users and their credit. */
export const accounts = subject("accounts", { ...customerScripts, ...userScripts, ...creditScripts }, [
  "addCustomer",
  "changeCustomer",
  "setCustomerState",
  "releaseCustomer",
  "addUser",
  "changeUser",
  "setUserState",
  "setPassword",
  "removePassword",
  "replaceHash",
  "addNetwork",
  "addOriginator",
  "removeOriginator",
]);

/** Reads that calls repeat, which are kept in memory. */
function keptReads(
  reads: Reads,
  versions: Versions,
): Pick<AccountStore, "login" | "originators" | "balances"> {
  const logins = keep(versions.accounts, async (name: string) => {
    const space = name.indexOf(" ");
    const found = { customerId: Number(name.slice(0, space)), key: name.slice(space + 1) };
    const row = await reads.get(loginOfUser, found);
    return row && loginRecord(row);
  });
  const values = keep(versions.accounts, async (customerId: number) =>
    (await reads.all(originatorsOf, { customerId })).map(({ value }) => value),
  );
  const readBalances = async (customerId: number) => byKind(await reads.all(balancesOf, { customerId }));
  const balances = versions.commits === undefined ? readBalances : keep(versions.commits, readBalances);
  return {
    login: async (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => values(customerId),
    balances: async (customerId) => balances(customerId),
  };
}

export function accountStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof accounts>>,
  versions: Versions,
): AccountStore {
  return {
    ...keptReads(reads, versions),
    ...calls(writer, accounts),
    knowsNetwork: async (customerId, name, from) =>
      (await reads.get(network, { customerId, key: userNameKey(name), network: from })) !== undefined,
    customers: async () => (await reads.all(allCustomers)).map(customerOf),
    customer: async (customerId) => {
      const row = await reads.get(customerOfId, { customerId });
      return row && customerOf(row);
    },
    users: (customerId) => reads.all(users, { customerId }),
    weakPasswords: (limit) => reads.all(weakPasswords, { limit }),
    allOriginators: (customerId) => reads.all(originators, { customerId }),
  };
}
