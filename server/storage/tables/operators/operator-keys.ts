import type { Change } from "../../../domain/accounts/accounts.js";
import type { NewOperatorKey } from "../../../domain/accounts/operator-keys.js";
import type { OperatorRole } from "../../../domain/accounts/operators.js";
import type { OperatorKeyStore } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { flag, mapped, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { has, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const key = {
  id: text(),
  operator: text(),
  name: text(),
  hash: text(),
  role: text<OperatorRole>(),
  trusted: flag(),
  fromAddresses: mapped(text(), (ranges) => ranges.split(" ").filter(Boolean)),
  expiresAt: optional(integer()),
  createdAt: integer(),
  usedAt: optional(integer()),
};
const stored = { ...key, operatorRole: text<OperatorRole>() };

const select = `SELECT ${namesOf(key, "k")}, o.role AS operator_role FROM operator_key k
   JOIN operator o ON o.name = k.operator`;
const find = sql(`${select} WHERE k.id = $id`, stored);
const all = sql(
  `${select} WHERE $operator::text IS NULL OR k.operator = $operator ORDER BY k.operator, k.created_at, k.id`,
  stored,
);

/** Guard: the operator is not removed meanwhile. */
const isThere = sql("SELECT 1 FROM operator WHERE name = $operator", undefined, { lock: "FOR UPDATE" });
const insert = sql(
  `INSERT INTO operator_key (id, operator, name, hash, role, trusted, from_addresses, expires_at, created_at)
   VALUES ($id, $operator, $name, $hash, $role, $trusted, $addresses, $expiresAt, $createdAt)
   ON CONFLICT DO NOTHING`,
);
const remove = sql("DELETE FROM operator_key WHERE operator = $operator AND name = $name");
const use = sql(
  "UPDATE operator_key SET used_at = greatest(coalesce(used_at, 0), $at::bigint) WHERE id = $id",
);

/** Changes of the keys of operators. */
export const operatorKeys = subject(
  "operatorKeys",
  {
    *add({ fromAddresses, ...made }: NewOperatorKey): Steps<Change> {
      if (!(yield* has(isThere, { operator: made.operator }))) return { ok: false, reason: "unknownEntry" };
      const addresses = fromAddresses.join(" ");
      return (yield* run(insert, { ...made, addresses })) > 0
        ? { ok: true }
        : { ok: false, reason: "exists" };
    },
    *remove(operator: string, name: string): Steps<Change> {
      return (yield* run(remove, { operator, name })) > 0
        ? { ok: true }
        : { ok: false, reason: "unknownEntry" };
    },
    *used(id: string, at: number): Steps<void> {
      yield* run(use, { id, at });
    },
  },
  ["add", "remove", "used"],
);

export function operatorKeyStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof operatorKeys>>,
): OperatorKeyStore {
  return {
    ...calls(writer, operatorKeys),
    find: (id) => reads.get(find, { id }),
    list: (operator) => reads.all(all, { operator }),
  };
}
