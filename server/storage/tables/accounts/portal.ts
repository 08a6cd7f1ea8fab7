import { type AccessState, type Change, noPassword, userNameKey } from "../../../domain/accounts/accounts.js";
import {
  boundRoles,
  type Invitation,
  type NewPortalSession,
  type PortalRole,
  type ProgramPassword,
  type UserChanger,
} from "../../../domain/accounts/portal-users.js";
import { maxSessions, sessionTimes } from "../../../domain/accounts/sessions.js";
import type { Actor } from "../../../domain/audit.js";
import type { PortalStore } from "../../../ports/portal.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, has, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { addAudit } from "../audit/audit.js";
import { sessionsEnded } from "../operators/operator-entries.js";
import { changeOf, userId } from "./known.js";
import { closeSessions, dropInvitation, isLastOwner } from "./portal-access.js";

const listed = {
  name: text(),
  state: text<AccessState>(),
  role: optional(text<PortalRole>()),
  totp: flag(),
  invitedUntil: optional(integer()),
  invitedRole: optional(text<PortalRole>()),
  programs: text<ProgramPassword>(),
};
const sameName = { customerId: integer(), name: text(), role: text<PortalRole>() };
const login = {
  customerId: integer(),
  name: text(),
  role: text<PortalRole>(),
  passwordHash: text(),
  totpSecret: optional(text()),
};
const session = {
  tokenHash: text(),
  customerId: integer(),
  user: text(),
  role: text<PortalRole>(),
  address: text(),
  totp: flag(),
  openedAt: integer(),
  usedAt: integer(),
};
const invitation = {
  tokenHash: text(),
  customerId: integer(),
  user: text(),
  role: text<PortalRole>(),
  expiresAt: integer(),
};

/** Users and customers who are not blocked. */
const isActive = "u.state = 'active' AND c.state = 'active'";
const mayLogIn = `u.portal_role IS NOT NULL AND ${isActive}`;
/** Users with one password for the portal and for programs, as all had before the two were told apart. */
const hasSame = `u.portal_role IS NOT NULL AND u.portal_hash IS NULL AND u.password_hash <> '${noPassword}'`;
/** Hash of the password in the portal. */
const portalHash = "coalesce(u.portal_hash, u.password_hash)";
const usersAndCustomers = "customer_user u JOIN customer c ON c.id = u.customer_id";

const usersOf = sql(
  `SELECT u.name, u.state, u.portal_role AS role, u.totp_secret IS NOT NULL AS totp, i.expires_at AS invited_until,
     i.role AS invited_role, CASE WHEN u.password_hash = '${noPassword}' THEN 'none' WHEN ${hasSame} THEN 'same' ELSE 'own' END AS programs
   FROM customer_user u LEFT JOIN portal_invitation i ON i.user_id = u.id AND i.expires_at > $at
   WHERE u.customer_id = $customerId ORDER BY u.id`,
  listed,
);
const findLogin = sql(
  `SELECT u.customer_id, u.name, coalesce(u.portal_role, '') AS role, ${portalHash} AS password_hash, u.totp_secret FROM ${usersAndCustomers}
   WHERE u.customer_id = $customerId AND u.name_key = $key AND ${mayLogIn}`,
  login,
);
const samePasswords = sql(
  `SELECT u.customer_id, u.name, coalesce(u.portal_role, '') AS role FROM ${usersAndCustomers}
   WHERE ${hasSame} AND ${isActive} ORDER BY u.customer_id, u.id LIMIT $limit`,
  sameName,
);
const sessionNames = `s.token_hash, u.customer_id, u.name AS "user", coalesce(u.portal_role, '') AS role, s.address,
  u.totp_secret IS NOT NULL AS totp, s.opened_at, s.used_at
  FROM portal_session s JOIN customer_user u ON u.id = s.user_id JOIN customer c ON c.id = u.customer_id`;
const findSession = sql(`SELECT ${sessionNames} WHERE s.token_hash = $tokenHash AND ${mayLogIn}`, session);
const ownSessions = sql(
  `SELECT ${sessionNames} WHERE s.user_id = (SELECT user_id FROM portal_session WHERE token_hash = $tokenHash) AND ${mayLogIn}
   ORDER BY s.used_at DESC, s.token_hash`,
  session,
);
const findInvitation = sql(
  `SELECT i.token_hash, u.customer_id, u.name AS "user", i.role, i.expires_at
   FROM portal_invitation i JOIN customer_user u ON u.id = i.user_id JOIN customer c ON c.id = u.customer_id
   WHERE i.token_hash = $tokenHash AND i.expires_at > $at AND ${isActive}`,
  invitation,
);

/** Guard: an invitation is used once. */
const takeInvitation = sql(
  "DELETE FROM portal_invitation WHERE token_hash = $tokenHash AND expires_at > $at RETURNING user_id AS id, role",
  { id: integer(), role: text<PortalRole>() },
);
const addUser = sql(
  `INSERT INTO customer_user (customer_id, name, name_key, password_hash, state, created_at)
   SELECT id, $name, $key, $passwordHash, 'active', $at FROM customer WHERE id = $customerId
   ON CONFLICT DO NOTHING`,
);
const addInvitation = sql(
  "INSERT INTO portal_invitation (token_hash, user_id, role, expires_at) VALUES ($tokenHash, $id, $role, $expiresAt)",
);
const setInvitedRole = sql(
  "UPDATE portal_invitation SET role = $role WHERE user_id = $id AND expires_at > $at",
);
/** Without a role there is no password of the portal. */
const setRole = sql(
  `UPDATE customer_user SET portal_role = $role, portal_hash = CASE WHEN $role::text IS NOT NULL THEN portal_hash END,
     weak_password = weak_password AND ($role::text IS NOT NULL OR password_hash <> '${noPassword}') WHERE id = $id`,
);
const hasBoundPrograms = sql(
  `SELECT 1 FROM customer_user WHERE id = $id AND portal_role IN ('${boundRoles.join("', '")}')
     AND (password_hash <> '${noPassword}' OR EXISTS (SELECT 1 FROM smpp_account s WHERE s.user_id = customer_user.id) OR EXISTS (SELECT 1 FROM api_key k
       WHERE k.user_id = customer_user.id AND (k.expires_at IS NULL OR k.expires_at > $at)))`,
);
/** Replaces a weak password that was the portal's alone. */
const setPassword = sql(
  `UPDATE customer_user SET portal_hash = $passwordHash, weak_password = weak_password AND password_hash <> '${noPassword}' WHERE id = $id`,
);
const hasRole = sql("SELECT 1 FROM customer_user WHERE id = $id AND portal_role IS NOT NULL");
const named = sql(
  `SELECT ${namesOf({ customerId: integer(), name: text() })} FROM customer_user WHERE id = $id`,
  {
    customerId: integer(),
    name: text(),
  },
);

const forget = sql("DELETE FROM portal_session WHERE opened_at <= $opened OR used_at <= $used");
/** Guard: neither the user nor the customer is blocked, which closes sessions, while a session is opened. */
const isRight = sql(
  `SELECT u.id FROM ${usersAndCustomers} WHERE u.customer_id = $customerId AND u.name_key = $key
     AND ${portalHash} = $passwordHash AND ${mayLogIn} AND u.totp_secret IS NOT DISTINCT FROM $totpSecret::text
     AND (u.totp_secret IS NULL OR u.totp_step < $totpStep::bigint)`,
  { id: integer() },
  { lock: "FOR UPDATE OF u FOR SHARE OF c" },
);
const useCode = sql("UPDATE customer_user SET totp_step = $totpStep WHERE id = $id");
const open = sql(
  `INSERT INTO portal_session (token_hash, user_id, address, opened_at, used_at)
   VALUES ($tokenHash, $id, $address, $at, $at)`,
);
const bound = sql(
  `DELETE FROM portal_session WHERE user_id = $id AND token_hash NOT IN
     (SELECT token_hash FROM portal_session WHERE user_id = $id
      ORDER BY opened_at DESC, token_hash LIMIT ${maxSessions})`,
);
const use = sql("UPDATE portal_session SET used_at = greatest(used_at, $at) WHERE token_hash = $tokenHash");
const close = sql("DELETE FROM portal_session WHERE token_hash = $tokenHash");
const ofSession = sql("SELECT user_id AS id FROM portal_session WHERE token_hash = $tokenHash", {
  id: integer(),
});
const closeRest = sql(
  `DELETE FROM portal_session WHERE user_id = $id AND token_hash <> $tokenHash
     AND ($only::text IS NULL OR token_hash = $only)`,
);
const setTotp = sql("UPDATE customer_user SET totp_secret = $secret, totp_step = 0 WHERE id = $id");

/** Whether a user is the last owner, and would have another role. */
function* leavesNoOwner(customerId: number, id: number, role: PortalRole | null): Steps<boolean> {
  return role !== "owner" && (yield* isLastOwner(customerId, id));
}

/** Changes of users in the portal and of their sessions. */
export const portal = subject(
  "portal",
  {
    *invite(invited: Invitation, at: number): Steps<Change> {
      const { tokenHash, customerId, user: name, role, expiresAt } = invited;
      yield* run(addUser, { customerId, name, key: userNameKey(name), passwordHash: noPassword, at });
      const id = yield* userId(customerId, name);
      if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
      if (yield* leavesNoOwner(customerId, id, role)) return { ok: false, reason: "lastOwner" };
      yield* dropInvitation(id);
      yield* run(addInvitation, { tokenHash, id, role, expiresAt });
      return { ok: true };
    },
    *accept(tokenHash: string, passwordHash: string, by: Actor, at: number): Steps<boolean> {
      const taken = yield* get(takeInvitation, { tokenHash, at });
      if (taken === undefined) return false;
      const { id, role } = taken;
      const user = yield* get(named, { id });
      if (user === undefined || (yield* leavesNoOwner(user.customerId, id, role))) return false;
      yield* run(setRole, { id, role });
      yield* run(setPassword, { id, passwordHash });
      yield* closeSessions(id);
      const subject = { customer: user.customerId, user: user.name };
      yield* addAudit({ at, actor: by, action: "portal accept", subject });
      return true;
    },
    *setRole(
      customerId: number,
      name: string,
      role: PortalRole | null,
      by: UserChanger,
      at: number,
    ): Steps<Change> {
      const id = yield* userId(customerId, name);
      if (id === undefined) return yield* changeOf(false, customerId, "unknownUser");
      if (by === "owner" && (yield* leavesNoOwner(customerId, id, role)))
        return { ok: false, reason: "lastOwner" };
      if (role === null && (yield* has(hasBoundPrograms, { id, at })))
        return { ok: false, reason: "boundPrograms" };
      const isInvited = role !== null && (yield* run(setInvitedRole, { id, role, at })) > 0;
      if (role === null) yield* dropInvitation(id);
      else if (!(yield* has(hasRole, { id })))
        return isInvited ? { ok: true } : { ok: false, reason: "uninvited" };
      yield* run(setRole, { id, role });
      yield* closeSessions(id);
      return { ok: true };
    },
    *setPassword(tokenHash: string, passwordHash: string): Steps<boolean> {
      const id = (yield* get(ofSession, { tokenHash }))?.id;
      if (id === undefined) return false;
      yield* run(setPassword, { id, passwordHash });
      yield* dropInvitation(id);
      yield* closeSessions(id);
      return true;
    },
    *setTotp(tokenHash: string, secret: string | null): Steps<boolean> {
      const user = yield* get(ofSession, { tokenHash });
      if (user === undefined) return false;
      yield* run(setTotp, { id: user.id, secret });
      yield* run(closeRest, { id: user.id, tokenHash, only: undefined });
      return true;
    },
    *openSession(opened: NewPortalSession, by: Actor, at: number): Steps<boolean> {
      const { tokenHash, customerId, user, address, passwordHash, totpSecret, totpStep } = opened;
      // Sessions opened or used before these times have ended.
      yield* run(forget, { opened: at - sessionTimes.absolute, used: at - sessionTimes.idle });
      const key = userNameKey(user);
      const found = yield* get(isRight, { customerId, key, passwordHash, totpSecret, totpStep });
      if (found === undefined) return false;
      const { id } = found;
      if (totpStep !== undefined) yield* run(useCode, { id, totpStep });
      yield* run(open, { tokenHash, id, address, at });
      yield* run(bound, { id });
      yield* addAudit({ at, actor: by, action: "portal log-in", subject: { customer: customerId, user } });
      return true;
    },
    *useSession(tokenHash: string, at: number): Steps<void> {
      yield* run(use, { tokenHash, at });
    },
    *closeSession(tokenHash: string): Steps<void> {
      yield* run(close, { tokenHash });
    },
    *closeOthers(tokenHash: string, only: string | undefined, by: Actor, at: number): Steps<number> {
      const id = (yield* get(ofSession, { tokenHash }))?.id;
      const user = id === undefined ? undefined : yield* get(named, { id });
      if (user === undefined) return 0;
      const count = yield* run(closeRest, { id, tokenHash, only });
      const subject = { customer: user.customerId, user: user.name };
      if (count > 0) yield* addAudit(sessionsEnded(subject, count, by, at));
      return count;
    },
  },
  ["useSession", "closeSession"],
);

export function portalStore(reads: Reads, writer: Caller<WritesOf<typeof portal>>): PortalStore {
  return {
    ...calls(writer, portal),
    users: (customerId, at) => reads.all(usersOf, { customerId, at }),
    find: (customerId, name) => reads.get(findLogin, { customerId, key: userNameKey(name) }),
    invitation: (tokenHash, at) => reads.get(findInvitation, { tokenHash, at }),
    samePasswords: (limit) => reads.all(samePasswords, { limit }),
    session: (tokenHash) => reads.get(findSession, { tokenHash }),
    ownSessions: (tokenHash) => reads.all(ownSessions, { tokenHash }),
  };
}
