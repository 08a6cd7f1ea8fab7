import { type Change, maxUserNetworks, userNameKey } from "../../../domain/accounts/accounts.js";
import { creditsText } from "../../../domain/credit/credit.js";
import type { AccountWrites } from "../../protocol/account-writes.js";
import { type Batches, oneByOne, together } from "../engine/batch.js";
import { sql } from "../engine/statement.js";
import { changeOf, orUnknownCustomer, userId } from "./change.js";
import { customerWrites } from "./customer-writes.js";
import { book } from "./ledger.js";

type UserWrites = Pick<
  AccountWrites,
  "addUser" | "changeUser" | "setUserState" | "setPassword" | "replaceHash"
>;

const insertUser = sql(
  `INSERT INTO customer_user (customer_id, name, name_key, password_hash, folded_hash, state, created_at)
   SELECT id, $2, $3, $4, $5, 'active', $6 FROM customer WHERE id = $1 ON CONFLICT DO NOTHING`,
);

/** Guard: the unique key. A name that another process gives away meanwhile is a conflict, after which this runs again. */
const updateUser = sql(
  `UPDATE customer_user u SET name = coalesce($2, name), name_key = coalesce($3, name_key),
     inbox_active = coalesce($4, inbox_active), version = version + 1
   WHERE id = $1 AND NOT EXISTS
     (SELECT FROM customer_user o WHERE o.customer_id = u.customer_id AND o.name_key = $3 AND o.id <> u.id)`,
);
const setState = sql(
  "UPDATE customer_user SET state = $3, version = version + 1 WHERE customer_id = $1 AND name_key = $2",
);
const setPassword = sql(
  `UPDATE customer_user SET password_hash = $3, folded_hash = $4, version = version + 1
   WHERE customer_id = $1 AND name_key = $2`,
);

/** The password is the same: verifications of this version stay valid. */
const replaceHash = sql(
  `UPDATE customer_user SET password_hash = CASE password_hash WHEN $3 THEN $4 ELSE password_hash END,
     folded_hash = CASE folded_hash WHEN $3 THEN $4 ELSE folded_hash END
   WHERE customer_id = $1 AND name_key = $2 AND $3 IN (password_hash, folded_hash)`,
);

const userWrites: Batches<UserWrites> = {
  addUser: oneByOne(async (session, { customerId, name, passwordHash, foldedHash = null, at }) => {
    const row = [customerId, name, userNameKey(name), passwordHash, foldedHash, at];
    return changeOf((await session.run(insertUser, ...row)) > 0, () =>
      orUnknownCustomer(session, customerId, "exists"),
    );
  }),
  changeUser: oneByOne(async (session, { customerId, name, change }) => {
    const id = await userId(session, customerId, name);
    if (id === undefined) return changeOf(false, () => orUnknownCustomer(session, customerId, "unknownUser"));
    const key = change.name === undefined ? null : userNameKey(change.name);
    const changed = await session.run(updateUser, id, change.name ?? null, key, change.inboxActive ?? null);
    return changeOf(changed > 0, () => "exists");
  }),
  setUserState: oneByOne(async (session, { customerId, name, state }) =>
    changeOf((await session.run(setState, customerId, userNameKey(name), state)) > 0, () =>
      orUnknownCustomer(session, customerId, "unknownUser"),
    ),
  ),
  setPassword: oneByOne(async (session, { customerId, name, passwordHash, foldedHash = null }) => {
    const row = [customerId, userNameKey(name), passwordHash, foldedHash];
    return changeOf((await session.run(setPassword, ...row)) > 0, () =>
      orUnknownCustomer(session, customerId, "unknownUser"),
    );
  }),
  replaceHash: oneByOne(async (session, { customerId, name, hash, replacement }) => {
    await session.run(replaceHash, customerId, userNameKey(name), hash, replacement);
    return null;
  }),
};

const putNetwork = sql<{ readonly user_id: number }>(
  `INSERT INTO user_network (user_id, network, at)
   SELECT id, $3, $4 FROM customer_user WHERE customer_id = $1 AND name_key = $2
   ON CONFLICT (user_id, network) DO UPDATE SET at = excluded.at RETURNING user_id`,
);
const forgetNetworks = sql(
  `DELETE FROM user_network WHERE user_id = $1 AND network NOT IN
     (SELECT network FROM user_network WHERE user_id = $1 ORDER BY at DESC LIMIT ${maxUserNetworks})`,
);

const insertOriginator = sql(
  `INSERT INTO originator (customer_id, value, created_at) SELECT id, $2, $3 FROM customer WHERE id = $1
   ON CONFLICT DO NOTHING`,
);
const removeOriginator = sql("DELETE FROM originator WHERE customer_id = $1 AND value = $2");

/** Every change of accounts. */
export const accountWrites: Batches<AccountWrites> = {
  ...customerWrites,
  ...userWrites,
  addUserNetwork: oneByOne(async (session, { customerId, name, network, at }) => {
    const row = await session.get(putNetwork, customerId, userNameKey(name), network, at);
    if (row !== undefined) await session.run(forgetNetworks, row.user_id);
    return null;
  }),
  addOriginator: oneByOne(async (session, { customerId, value, at }) =>
    changeOf((await session.run(insertOriginator, customerId, value, at)) > 0, () =>
      orUnknownCustomer(session, customerId, "exists"),
    ),
  ),
  removeOriginator: oneByOne(async (session, { customerId, value }) =>
    changeOf((await session.run(removeOriginator, customerId, value)) > 0, () =>
      orUnknownCustomer(session, customerId, "unknownEntry"),
    ),
  ),
  addCredit: together(async (session, refills) => {
    const balances = await book(
      session,
      refills.map(({ customerId, kind, amount, at, reference }) => ({
        ...{ customerId, kind, delta: amount, at, reference },
        ...{ reason: "refill", transactionId: undefined },
      })),
    );
    return Promise.all(
      refills.map(async ({ customerId }, index): Promise<Change> => {
        const balance = balances[index];
        return balance === undefined
          ? { ok: false, reason: await orUnknownCustomer(session, customerId, "insufficient") }
          : { ok: true, after: { balance: creditsText(balance) } };
      }),
    );
  }),
};
