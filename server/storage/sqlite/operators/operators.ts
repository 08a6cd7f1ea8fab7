import {
  type ListedOperator,
  maxSessions,
  type Operator,
  type OperatorSession,
} from "../../../domain/accounts/operators.js";
import type { NewAuditEntry } from "../../../domain/desk/audit.js";
import type { OperatorStore } from "../../../ports/operators.js";
import type { Caller } from "../../protocol/calls.js";
import {
  operatorCalls,
  operatorEntries,
  type OperatorWrites,
  sessionLimits,
} from "../../protocol/operator-writes.js";
import {
  listText,
  loginOf,
  type LoginRow,
  loginText,
  operatorColumns as columns,
} from "../../rows/operator-row.js";
import type { Database } from "../engine/database.js";

type SessionWrites = Pick<OperatorWrites, "openSession" | "useSession" | "closeSession">;

type AddAudit = (entry: NewAuditEntry) => null;

function sessionWrites(database: Database, addAudit: AddAudit): SessionWrites {
  const forget = database.prepare("DELETE FROM operator_session WHERE opened_at <= ? OR used_at <= ?");
  const insert = database.prepare(
    `INSERT INTO operator_session (token_hash, operator, opened_at, used_at)
     SELECT ?, name, ?, ? FROM operator
     WHERE name = ? AND password_hash = ? AND totp_secret IS ? AND (totp_secret IS NULL OR totp_step < ?)`,
  );
  const useCode = database.prepare("UPDATE operator SET totp_step = ? WHERE name = ?");
  const bound = database.prepare(
    `DELETE FROM operator_session WHERE operator = ? AND token_hash NOT IN
       (SELECT token_hash FROM operator_session WHERE operator = ? ORDER BY opened_at DESC, token_hash LIMIT ${maxSessions})`,
  );
  const use = database.prepare("UPDATE operator_session SET used_at = max(used_at, ?) WHERE token_hash = ?");
  const close = database.prepare("DELETE FROM operator_session WHERE token_hash = ?");
  return {
    openSession(input) {
      const { session, at } = input;
      const { tokenHash, operator, passwordHash, totpSecret = null, totpStep = null } = session;
      const { opened, used } = sessionLimits(at);
      forget.run(opened, used);
      const { changes } = insert.run(tokenHash, at, at, operator, passwordHash, totpSecret, totpStep);
      if (changes === 0) return false;
      if (totpStep !== null) useCode.run(totpStep, operator);
      bound.run(operator, operator);
      addAudit(operatorEntries.loggedIn(session, input));
      return true;
    },
    useSession({ tokenHash, at }) {
      use.run(at, tokenHash);
      return null;
    },
    closeSession(tokenHash) {
      close.run(tokenHash);
      return null;
    },
  };
}

/** Prepares every change of operators on one connection. */
export function operatorWrites(database: Database, addAudit: AddAudit): OperatorWrites {
  const find = database.prepare<Operator>(operatorOf);
  const insert = database.prepare(
    "INSERT INTO operator (name, role, password_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const update = database.prepare(
    "UPDATE operator SET role = ifnull(?, role), password_hash = ifnull(?, password_hash) WHERE name = ?",
  );
  const setTotp = database.prepare("UPDATE operator SET totp_secret = ?, totp_step = 0 WHERE name = ?");
  const remove = database.prepare("DELETE FROM operator WHERE name = ?");
  const closeAll = database.prepare("DELETE FROM operator_session WHERE operator = ?");
  return {
    ...sessionWrites(database, addAudit),
    addOperator(input) {
      const { name, role, passwordHash, createdAt } = input.operator;
      if (insert.run(name, role, passwordHash, createdAt).changes === 0) return false;
      addAudit(operatorEntries.added(input.operator, input));
      return true;
    },
    changeOperator(input) {
      const before = find.get(input.name);
      if (before === undefined) return false;
      const { role = null, passwordHash = null, totpSecret } = input.change;
      update.run(role, passwordHash, input.name);
      if (totpSecret !== undefined) setTotp.run(totpSecret, input.name);
      closeAll.run(input.name);
      addAudit(operatorEntries.changed(before, input.change, input));
      return true;
    },
    removeOperator(input) {
      const before = find.get(input.name);
      if (before === undefined) return false;
      closeAll.run(input.name);
      remove.run(input.name);
      addAudit(operatorEntries.removed(before, input));
      return true;
    },
  };
}

const operatorOf = `SELECT ${columns} FROM operator WHERE name = ?`;

export function operatorStore(database: Database, writer: Caller<OperatorWrites>): OperatorStore {
  const all = database.prepare<ListedOperator>(listText);
  const login = database.prepare<LoginRow>(`${loginText} WHERE name = ?`);
  const session = database.prepare<OperatorSession>(
    `SELECT s.token_hash AS "tokenHash", s.operator, o.role, s.opened_at AS "openedAt", s.used_at AS "usedAt"
     FROM operator_session s JOIN operator o ON o.name = s.operator WHERE s.token_hash = ?`,
  );
  return {
    ...operatorCalls(writer),
    list: async () => all.all(),
    find: async (name) => loginOf(login.get(name)),
    session: async (tokenHash) => session.get(tokenHash),
  };
}
