import { newApiKey } from "../credentials/api-keys.js";
import { keyRole, type OperatorKey, type StoredOperatorKey } from "../domain/accounts/operator-keys.js";
import { includesRole, type OperatorRole, operatorRoles } from "../domain/accounts/operators.js";
import { expectDone, InvalidInput, unknownThing } from "../admin/refusal.js";
import { keyNameOf } from "../admin/values.js";
import { action, list, type Subject, type Use } from "./action.js";
import { flag, key, optional, required, requiredOneOf, text } from "./fields.js";
import { keyLimits, keyRow, keyRowColumns, revoking } from "./key-fields.js";
import { described } from "./members.js";
import { NotAllowed } from "./rights.js";

const rowOf = ({ operator, role, trusted, ...made }: Omit<OperatorKey, "hash">) => ({
  operator,
  name: made.name,
  key: `mo_${made.id}`,
  role,
  trusted,
  ...keyRow(made),
});

/** A key of an operator as the commands print it: with the role that it has now. */
export type OperatorKeyRow = ReturnType<typeof rowOf>;

const columns = [...(["operator", "name", "key", "role", "trusted"] as const), ...keyRowColumns];
const members = described(columns);

/** Operators have keys of their own; an administrator those of all. The command line of the machine is one. */
const isOfAll = ({ caller }: Pick<Use, "caller">): boolean =>
  caller.kind === "machine" || (caller.kind !== "customer" && caller.role === "admin");

/** @throws NotAllowed for the key of another operator */
function expectMine(use: Use, operator: string): void {
  if (isOfAll(use) || operator === use.by.name) return;
  throw new NotAllowed(`operator ${operator} is another operator: ask an administrator`);
}

/** @throws NotAllowed for a role above that of the caller */
function expectWithin({ caller }: Use, role: OperatorRole): void {
  if (caller.kind === "machine" || caller.kind === "customer" || includesRole(caller.role, role)) return;
  throw new NotAllowed(`a key has at most the role of its maker: ${caller.role}`);
}

const may = { operator: "viewer", identity: "recent" } as const;

/** Creates a key of an operator; recorded without the key. */
export const addOperatorKey = action({
  name: "operator key add",
  help: "Create a key of an operator for the operators' API and print it once. Example: messenger operator key add ann billing --role admin --trusted --expires 90d",
  may,
  button: "Create the key",
  done: "The key was created.",
  keys: { operator: key, name: required(text("Name", undefined, { hint: "of the program" }), keyNameOf) },
  fields: {
    role: requiredOneOf(
      "Role",
      "viewer, support or admin; at most that of the operator",
      "role",
      operatorRoles,
    ),
    trusted: flag(
      "May change money, keys and users",
      "allow actions that need a recent log-in in the console: money, keys, users",
    ),
    ...keyLimits,
  },
  members: { ...members, ...described(["secret"]) },
  run: async ({ operator, name, role, trusted, expires, fromAddresses: ranges = [] }, call) => {
    expectMine(call, operator);
    expectWithin(call, role);
    const found = await call.store.operators.find(operator);
    if (found === undefined) throw unknownThing(`there is no operator ${JSON.stringify(operator)}`);
    if (!includesRole(found.role, role))
      throw new InvalidInput(`invalid role ${role}: operator ${operator} is ${found.role}`, {
        field: "role",
      });
    const { id, key: secret, hash } = newApiKey("mo");
    const scope = { role, trusted, fromAddresses: ranges, expiresAt: expires };
    const made = { id, hash, operator, name, ...scope, createdAt: call.now };
    const row = rowOf({ ...made, usedAt: undefined });
    const after = { role, trusted, fromAddresses: ranges, expires: row.expires };
    const { operatorKeys } = call.recorded({ subject: { operator, key: name }, after });
    const thing = `key ${name} of operator ${operator}`;
    expectDone(await operatorKeys.add(made), { customerId: 0, thing });
    return {
      row: { ...row, secret },
      text: `${thing}, not shown again: ${secret}`,
      secret: { member: "secret", title: `Key ${name}`, label: "Key", of: operator, ownerLabel: "Operator" },
    };
  },
});

const listed = (key: StoredOperatorKey) => rowOf({ ...key, role: keyRole(key) });

export const listOperatorKeys = list({
  name: "operator key list",
  help: "List the keys of operators with their roles, last use and end",
  may: { operator: "viewer" },
  filters: {
    operator: optional(text(undefined, "only of this operator", { form: "<name>" }), (name) => name),
  },
  columns,
  rows: async ({ operator }, reading) => {
    const shown = isOfAll(reading) ? operator : reading.by.name;
    if (operator !== undefined) expectMine(reading, operator);
    return (await reading.store.operatorKeys.list(shown)).map(listed);
  },
});

/** Revokes a key: it is refused from then on. */
export const revokeOperatorKey = action({
  name: "operator key revoke",
  help: "Revoke a key of an operator",
  may,
  ...revoking,
  keys: { operator: key, name: key },
  run: async ({ operator, name }, call) => {
    expectMine(call, operator);
    const thing = `key ${name} of operator ${operator}`;
    const { operatorKeys } = call.recorded({ subject: { operator, key: name } });
    expectDone(await operatorKeys.remove(operator, name), { customerId: 0, thing });
    return { row: { operator, name }, text: `${thing} revoked` };
  },
});

/** Keys with which programs of operators use the operators' API. */
export const operatorKeys: Subject = {
  name: "operator key",
  help: "Keys of operators for the operators' API",
  entries: [addOperatorKey, listOperatorKeys, revokeOperatorKey],
};
