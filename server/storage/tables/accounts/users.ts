import {
  type AccessState,
  type Change,
  maxUserNetworks,
  noPassword,
  type PasswordHashes,
  type UserChange,
  userNameKey,
} from "../../../domain/accounts/accounts.js";
import type { UserChanger } from "../../../domain/accounts/portal-users.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, has, run, type Steps } from "../../script/steps.js";
import { changeOf, userId } from "./known.js";
import { closeSessions, dropInvitation, isLastOwner } from "./portal-access.js";

const insert = sql(
  `INSERT INTO customer_user (customer_id, name, name_key, password_hash, folded_hash, weak_password, state, created_at)
   SELECT id, $name, $key, $passwordHash, $foldedHash, $isWeak, 'active', $at FROM customer WHERE id = $customerId
   ON CONFLICT DO NOTHING`,
);
/** Guard: the unique key. A name that another process gives away meanwhile is a conflict, after which this runs again. */
const update = sql(
  `UPDATE customer_user SET name = coalesce($name, name), name_key = coalesce($key, name_key),
     inbox_active = coalesce($inboxActive, inbox_active), version = version + 1
   WHERE id = $id AND NOT EXISTS (SELECT 1 FROM customer_user o
     WHERE o.customer_id = customer_user.customer_id AND o.name_key = $key AND o.id <> customer_user.id)`,
);
const setState = sql("UPDATE customer_user SET state = $state, version = version + 1 WHERE id = $id");
const setPassword = sql(
  `UPDATE customer_user SET password_hash = $passwordHash, folded_hash = $foldedHash, weak_password = $isWeak, version = version + 1
   WHERE id = $id`,
);
/** A user of the portal who has the same password there keeps it, weak as it may be. */
const removePassword = sql(
  `UPDATE customer_user SET portal_hash = CASE WHEN portal_role IS NOT NULL THEN coalesce(portal_hash, password_hash) END,
     password_hash = '${noPassword}', folded_hash = NULL,
     weak_password = weak_password AND portal_role IS NOT NULL AND portal_hash IS NULL, version = version + 1
   WHERE customer_id = $customerId AND name_key = $key AND password_hash <> '${noPassword}'`,
);
const isSame = sql(
  "SELECT 1 FROM customer_user WHERE id = $id AND portal_role IS NOT NULL AND portal_hash IS NULL",
);
/** The password is the same: verifications of this version stay valid. */
const replaceHash = sql(
  `UPDATE customer_user SET password_hash = CASE password_hash WHEN $hash THEN $replacement ELSE password_hash END,
     folded_hash = CASE folded_hash WHEN $hash THEN $replacement ELSE folded_hash END
   WHERE customer_id = $customerId AND name_key = $key AND $hash IN (password_hash, folded_hash)`,
);

const putNetwork = sql(
  `INSERT INTO user_network (user_id, network, at)
   SELECT id, $network, $at FROM customer_user WHERE customer_id = $customerId AND name_key = $key
   ON CONFLICT (user_id, network) DO UPDATE SET at = excluded.at RETURNING user_id`,
  { userId: integer() },
);
const forgetNetworks = sql(
  `DELETE FROM user_network WHERE user_id = $id AND network NOT IN
     (SELECT network FROM user_network WHERE user_id = $id ORDER BY at DESC LIMIT ${maxUserNetworks})`,
);

const insertOriginator = sql(
  `INSERT INTO originator (customer_id, value, created_at) SELECT id, $value, $at FROM customer WHERE id = $customerId
   ON CONFLICT DO NOTHING`,
);
const removeOriginator = sql("DELETE FROM originator WHERE customer_id = $customerId AND value = $value");

/** Replaces the password of a user's programs. If it is the one in the portal too, sessions there end, and an invitation to choose it is void. */
function* replacePassword(id: number, hashes: PasswordHashes): Steps<void> {
  const { passwordHash, foldedHash, isWeak = false } = hashes;
  yield* run(setPassword, { id, passwordHash, foldedHash, isWeak });
  if (!(yield* has(isSame, { id }))) return;
  yield* closeSessions(id);
  yield* dropInvitation(id);
}

/** Changes of the users of customers. */
export const userScripts = {
  *addUser(
    user: { readonly customerId: number; readonly name: string } & PasswordHashes,
    at: number,
  ): Steps<Change> {
    const { customerId, name, passwordHash, foldedHash, isWeak = false } = user;
    const key = userNameKey(name);
    const added = yield* run(insert, { customerId, name, key, passwordHash, foldedHash, isWeak, at });
    return yield* changeOf(added > 0, customerId, "exists");
  },
  *changeUser(customerId: number, name: string, change: UserChange): Steps<Change> {
    const id = yield* userId(customerId, name);
    if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
    const { name: newName, inboxActive } = change;
    const key = newName === undefined ? undefined : userNameKey(newName);
    const changed = yield* run(update, { id, name: newName, key, inboxActive });
    return changed > 0 ? { ok: true } : { ok: false, reason: "exists" };
  },
  *setUserState(
    customerId: number,
    name: string,
    state: AccessState,
    by: UserChanger | undefined,
  ): Steps<Change> {
    const id = yield* userId(customerId, name);
    if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
    if (by === "owner" && state === "blocked" && (yield* isLastOwner(customerId, id)))
      return { ok: false, reason: "lastOwner" };
    yield* run(setState, { id, state });
    if (state === "blocked") yield* closeSessions(id);
    return { ok: true };
  },
  *setPassword(customerId: number, name: string, hashes: PasswordHashes): Steps<Change> {
    const id = yield* userId(customerId, name);
    if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
    yield* replacePassword(id, hashes);
    return { ok: true };
  },
  *removePassword(customerId: number, name: string): Steps<Change> {
    const id = yield* userId(customerId, name);
    if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
    const removed = yield* run(removePassword, { customerId, key: userNameKey(name) });
    return removed > 0 ? { ok: true } : { ok: false, reason: "unknownEntry" };
  },
  *replaceHash(customerId: number, name: string, hash: string, replacement: string): Steps<void> {
    yield* run(replaceHash, { customerId, key: userNameKey(name), hash, replacement });
  },
  *addNetwork(customerId: number, name: string, network: string, at: number): Steps<void> {
    const row = yield* get(putNetwork, { customerId, key: userNameKey(name), network, at });
    if (row !== undefined) yield* run(forgetNetworks, { id: row.userId });
  },
  *addOriginator(customerId: number, value: string, at: number): Steps<Change> {
    const added = yield* run(insertOriginator, { customerId, value, at });
    return yield* changeOf(added > 0, customerId, "exists");
  },
  *removeOriginator(customerId: number, value: string): Steps<Change> {
    const removed = yield* run(removeOriginator, { customerId, value });
    return yield* changeOf(removed > 0, customerId, "unknownEntry");
  },
};
