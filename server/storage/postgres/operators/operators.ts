import {
  type ListedOperator,
  maxSessions,
  type Operator,
  type OperatorSession,
} from "../../../domain/accounts/operators.js";
import type { OperatorStore } from "../../../ports/operators.js";
import {
  type operatorCalls,
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
import { addAudit } from "../desk/desk-writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const all = sql<ListedOperator>(listText);
const login = sql<LoginRow>(`${loginText} WHERE name = $1`);
const sessionOf = sql<OperatorSession>(
  `SELECT s.token_hash AS "tokenHash", s.operator, o.role, s.opened_at AS "openedAt", s.used_at AS "usedAt"
   FROM operator_session s JOIN operator o ON o.name = s.operator WHERE s.token_hash = $1`,
);

/** Guard: no session is opened or closed between the change of an operator and the end of the sessions. */
const find = sql<Operator>(`SELECT ${columns} FROM operator WHERE name = $1 FOR UPDATE`);
const insert = sql(
  "INSERT INTO operator (name, role, password_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
);
const update = sql(
  "UPDATE operator SET role = coalesce($2, role), password_hash = coalesce($3, password_hash) WHERE name = $1",
);
const setTotp = sql("UPDATE operator SET totp_secret = $2, totp_step = 0 WHERE name = $1");
const remove = sql("DELETE FROM operator WHERE name = $1");
const closeAll = sql("DELETE FROM operator_session WHERE operator = $1");

const forget = sql("DELETE FROM operator_session WHERE opened_at <= $1 OR used_at <= $2");
const right = sql(
  `SELECT 1 FROM operator
   WHERE name = $1 AND password_hash = $2 AND totp_secret IS NOT DISTINCT FROM $3::text
     AND (totp_secret IS NULL OR totp_step < $4::bigint) FOR UPDATE`,
);
const useCode = sql("UPDATE operator SET totp_step = $2 WHERE name = $1");
const open = sql(
  "INSERT INTO operator_session (token_hash, operator, opened_at, used_at) VALUES ($1, $2, $3, $3)",
);
const bound = sql(
  `DELETE FROM operator_session WHERE operator = $1 AND token_hash NOT IN
     (SELECT token_hash FROM operator_session WHERE operator = $1 ORDER BY opened_at DESC, token_hash LIMIT ${maxSessions})`,
);
const use = sql("UPDATE operator_session SET used_at = greatest(used_at, $2) WHERE token_hash = $1");
const close = sql("DELETE FROM operator_session WHERE token_hash = $1");

/** Every change of operators. */
export const operatorWrites: Batches<OperatorWrites> = {
  addOperator: oneByOne(async (session, input) => {
    const { name, role, passwordHash, createdAt } = input.operator;
    if ((await session.run(insert, name, role, passwordHash, createdAt)) === 0) return false;
    await addAudit(session, operatorEntries.added(input.operator, input));
    return true;
  }, 1),
  changeOperator: oneByOne(async (session, input) => {
    const before = await session.get(find, input.name);
    if (before === undefined) return false;
    const { role = null, passwordHash = null, totpSecret } = input.change;
    await session.run(update, input.name, role, passwordHash);
    if (totpSecret !== undefined) await session.run(setTotp, input.name, totpSecret);
    await session.run(closeAll, input.name);
    await addAudit(session, operatorEntries.changed(before, input.change, input));
    return true;
  }, 1),
  removeOperator: oneByOne(async (session, input) => {
    const before = await session.get(find, input.name);
    if (before === undefined) return false;
    await session.run(closeAll, input.name);
    await session.run(remove, input.name);
    await addAudit(session, operatorEntries.removed(before, input));
    return true;
  }, 1),
  openSession: oneByOne(async (session, input) => {
    const { tokenHash, operator, passwordHash, totpSecret = null, totpStep = null } = input.session;
    const { opened, used } = sessionLimits(input.at);
    await session.run(forget, opened, used);
    const found = await session.get(right, operator, passwordHash, totpSecret, totpStep);
    if (found === undefined) return false;
    if (totpStep !== null) await session.run(useCode, operator, totpStep);
    await session.run(open, tokenHash, operator, input.at);
    await session.run(bound, operator);
    await addAudit(session, operatorEntries.loggedIn(input.session, input));
    return true;
  }, 1),
  useSession: oneByOne(async (session, { tokenHash, at }) => {
    await session.run(use, tokenHash, at);
    return null;
  }),
  closeSession: oneByOne(async (session, tokenHash) => {
    await session.run(close, tokenHash);
    return null;
  }),
};

export function operatorReads(queries: Queries): Omit<OperatorStore, keyof ReturnType<typeof operatorCalls>> {
  return {
    list: () => queries.all(all),
    find: async (name) => loginOf(await queries.get(login, name)),
    session: (tokenHash) => queries.get(sessionOf, tokenHash),
  };
}
