import type {
  NewSession,
  OperatorChange,
  OperatorLogin,
  OperatorRole,
} from "../../../domain/accounts/operators.js";
import { maxSessions, sessionTimes } from "../../../domain/accounts/sessions.js";
import type { Actor } from "../../../domain/audit.js";
import type { OperatorChanged, OperatorStore } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, has, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { addAudit } from "../audit/audit.js";
import { operatorEntries, sessionsEnded } from "./operator-entries.js";

const operator = { name: text(), role: text<OperatorRole>(), createdAt: integer() };
const login = { ...operator, passwordHash: text(), totpSecret: optional(text()) };
const listed = { ...operator, totp: integer<0 | 1>() };
const session = {
  tokenHash: text(),
  operator: text(),
  role: text<OperatorRole>(),
  address: text(),
  openedAt: integer(),
  usedAt: integer(),
};

const list = sql(
  `SELECT ${namesOf(operator)}, CASE WHEN totp_secret IS NULL THEN 0 ELSE 1 END AS totp FROM operator ORDER BY name`,
  listed,
);
const findLogin = sql(`SELECT ${namesOf(login)} FROM operator WHERE name = $name`, login);
const sessionNames = `s.token_hash, s.operator, o.role, s.address, s.opened_at, s.used_at
   FROM operator_session s JOIN operator o ON o.name = s.operator`;
const findSession = sql(`SELECT ${sessionNames} WHERE s.token_hash = $tokenHash`, session);
const ownSessions = sql(
  `SELECT ${sessionNames} WHERE s.operator = (SELECT operator FROM operator_session WHERE token_hash = $tokenHash)
   ORDER BY s.used_at DESC, s.token_hash`,
  session,
);

/** Guard: no session is opened or closed between the change of an operator and the end of the sessions. */
const find = sql(`SELECT ${namesOf(operator)} FROM operator WHERE name = $name`, operator, {
  lock: "FOR UPDATE",
});
/** Guard: two administrators cannot take the role from each other at once. */
const otherAdmin = sql("SELECT 1 FROM operator WHERE role = 'admin' AND name <> $name", undefined, {
  lock: "FOR UPDATE",
});
const insert = sql(
  `INSERT INTO operator (name, role, password_hash, created_at) VALUES ($name, $role, $passwordHash, $createdAt)
   ON CONFLICT DO NOTHING`,
);
const update = sql(
  `UPDATE operator SET role = coalesce($role, role), password_hash = coalesce($passwordHash, password_hash)
   WHERE name = $name`,
);
const setTotp = sql("UPDATE operator SET totp_secret = $secret, totp_step = 0 WHERE name = $name");
const remove = sql("DELETE FROM operator WHERE name = $name");
const removeKeys = sql("DELETE FROM operator_key WHERE operator = $name");
const closeAll = sql("DELETE FROM operator_session WHERE operator = $name");

const forget = sql("DELETE FROM operator_session WHERE opened_at <= $opened OR used_at <= $used");
const isRight = sql(
  `SELECT 1 FROM operator WHERE name = $operator AND password_hash = $passwordHash
     AND totp_secret IS NOT DISTINCT FROM $totpSecret::text
     AND (totp_secret IS NULL OR totp_step < $totpStep::bigint)`,
  undefined,
  { lock: "FOR UPDATE" },
);
const useCode = sql("UPDATE operator SET totp_step = $totpStep WHERE name = $operator");
const open = sql(
  `INSERT INTO operator_session (token_hash, operator, address, opened_at, used_at)
   VALUES ($tokenHash, $operator, $address, $at, $at)`,
);
const bound = sql(
  `DELETE FROM operator_session WHERE operator = $operator AND token_hash NOT IN
     (SELECT token_hash FROM operator_session WHERE operator = $operator
      ORDER BY opened_at DESC, token_hash LIMIT ${maxSessions})`,
);
const use = sql("UPDATE operator_session SET used_at = greatest(used_at, $at) WHERE token_hash = $tokenHash");
const close = sql("DELETE FROM operator_session WHERE token_hash = $tokenHash");
const ofSession = sql("SELECT operator FROM operator_session WHERE token_hash = $tokenHash", {
  operator: text(),
});
const closeOthers = sql(
  `DELETE FROM operator_session WHERE operator = $operator AND token_hash <> $tokenHash
     AND ($only::text IS NULL OR token_hash = $only)`,
);

/** Whether there would be no administrator without this operator. */
function* isLastAdmin({
  name,
  role,
}: {
  readonly name: string;
  readonly role: OperatorRole;
}): Steps<boolean> {
  return role === "admin" && !(yield* has(otherAdmin, { name }));
}

/** Changes of operators and their sessions, with their entries of the audit log. */
export const operators = subject(
  "operators",
  {
    *add(added: OperatorLogin, by: Actor): Steps<boolean> {
      const { name, role, passwordHash, createdAt } = added;
      if ((yield* run(insert, { name, role, passwordHash, createdAt })) === 0) return false;
      yield* addAudit(operatorEntries.added(added, by));
      return true;
    },
    *change(
      name: string,
      change: OperatorChange,
      by: Actor,
      at: number,
      keeps?: "admin",
    ): Steps<OperatorChanged> {
      const before = yield* get(find, { name });
      if (before === undefined) return false;
      const { role, passwordHash, totpSecret: secret } = change;
      const losesRole = keeps === "admin" && role !== undefined && role !== "admin";
      if (losesRole && (yield* isLastAdmin(before))) return "lastAdmin";
      yield* run(update, { name, role, passwordHash });
      if (secret !== undefined) yield* run(setTotp, { name, secret });
      yield* run(closeAll, { name });
      yield* addAudit(operatorEntries.changed(before, change, by, at));
      return true;
    },
    *remove(name: string, by: Actor, at: number, keeps?: "admin"): Steps<OperatorChanged> {
      const before = yield* get(find, { name });
      if (before === undefined) return false;
      if (keeps === "admin" && (yield* isLastAdmin(before))) return "lastAdmin";
      yield* run(closeAll, { name });
      yield* run(removeKeys, { name });
      yield* run(remove, { name });
      yield* addAudit(operatorEntries.removed(before, by, at));
      return true;
    },
    *openSession(opened: NewSession, by: Actor, at: number): Steps<boolean> {
      const { tokenHash, operator: name, address, passwordHash, totpSecret, totpStep } = opened;
      // Sessions opened or used before these times have ended.
      yield* run(forget, { opened: at - sessionTimes.absolute, used: at - sessionTimes.idle });
      if (!(yield* has(isRight, { operator: name, passwordHash, totpSecret, totpStep }))) return false;
      if (totpStep !== undefined) yield* run(useCode, { operator: name, totpStep });
      yield* run(open, { tokenHash, operator: name, address, at });
      yield* run(bound, { operator: name });
      yield* addAudit(operatorEntries.loggedIn(opened, by, at));
      return true;
    },
    *useSession(tokenHash: string, at: number): Steps<void> {
      yield* run(use, { tokenHash, at });
    },
    *closeSession(tokenHash: string): Steps<void> {
      yield* run(close, { tokenHash });
    },
    *closeOthers(tokenHash: string, only: string | undefined, by: Actor, at: number): Steps<number> {
      const person = yield* get(ofSession, { tokenHash });
      if (person === undefined) return 0;
      const count = yield* run(closeOthers, { operator: person.operator, tokenHash, only });
      if (count > 0) yield* addAudit(sessionsEnded({ ...person }, count, by, at));
      return count;
    },
  },
  ["useSession", "closeSession"],
);

export function operatorStore(reads: Reads, writer: Caller<WritesOf<typeof operators>>): OperatorStore {
  return {
    ...calls(writer, operators),
    list: () => reads.all(list),
    find: (name) => reads.get(findLogin, { name }),
    session: (tokenHash) => reads.get(findSession, { tokenHash }),
    ownSessions: (tokenHash) => reads.all(ownSessions, { tokenHash }),
  };
}
