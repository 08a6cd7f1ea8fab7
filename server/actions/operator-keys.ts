import { newApiKey } from "../credentials/api-keys.js";
import { keyRole, type OperatorKey, type StoredOperatorKey } from "../domain/accounts/operator-keys.js";
import { includesRole, type OperatorRole, operatorRoles } from "../domain/accounts/operators.js";
import { expectDone, InvalidInput, unknownThing } from "../admin/refusal.js";
import { expiryOf, keyNameOf } from "../admin/values.js";
import { fromAddresses } from "./account-fields.js";
import { action, list, type Subject, type Use } from "./action.js";
import { choice, flag, key, oneOf, optional, required, text, time } from "./fields.js";
import { described } from "./members.js";
import { NotAllowed } from "./rights.js";

const isoTime = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

const rowOf = ({ id, expiresAt, usedAt, createdAt, ...made }: Omit<OperatorKey, "hash">) => ({
  operator: made.operator,
  name: made.name,
  key: `mo_${id}`,
  role: made.role,
  trusted: made.trusted,
  fromAddresses: made.fromAddresses,
  expires: isoTime(expiresAt),
  used: isoTime(usedAt),
  created: isoTime(createdAt),
});

/** A key of an operator as the commands print it: with the role that it has now. */
export type OperatorKeyRow = ReturnType<typeof rowOf>;

const columns = [
  ...(["operator", "name", "key", "role", "trusted", "fromAddresses", "expires", "used", "created"] as const),
];
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
    role: required(
      choice("Role", "viewer, support or admin; at most that of the operator", {
        choices: operatorRoles,
        form: `<${operatorRoles.join("|")}>`,
      }),
      oneOf("role", operatorRoles, operatorRoles.join(", ")),
    ),
    trusted: flag(
      "May change money, keys and users",
      "allow actions that need a recent log-in in the console: money, keys, users",
    ),
    expires: optional(
      time("Expires", "end: 2030-01-15, 2030-01-15T12:00:00Z, or 90d from now (default: none)", {
        hint: "as this day begins; empty: never",
      }),
      expiryOf,
    ),
    fromAddresses: fromAddresses(
      "accept it from this address or CIDR range only; may be repeated (default: any)",
      "address or range of the program, one a line, for example 192.0.2.0/24; empty: any",
    ),
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
  button: "Revoke",
  done: "The key was revoked.",
  danger: {
    button: "Revoke the key",
    text: "Programs that use it are refused at once. A revoked key cannot be used again.",
  },
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
  help: "Keys of operators for the operators' API: add, list, revoke",
  entries: [addOperatorKey, listOperatorKeys, revokeOperatorKey],
};
