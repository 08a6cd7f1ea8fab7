import { hashPassword } from "../credentials/hash.js";
import { newTotpSecret, totpUri } from "../credentials/totp.js";
import { isCommonPassword, wantedPassword } from "../domain/accounts/common-passwords.js";
import { type OperatorChange, type OperatorLogin, operatorRoles } from "../domain/accounts/operators.js";
import { packageVersion } from "../package-version.js";
import { forgottenAfter, type OperatorChanged, silentAfter } from "../ports/service.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, Refusal, existsAlready, unknownThing } from "../admin/refusal.js";
import { passwordOf } from "../admin/values.js";
import { action, type Call, list, type Subject } from "./action.js";
import { flag, key, password, required, requiredOneOf, text } from "./fields.js";
import { described } from "./members.js";
import { operatorKeys } from "./operator-keys.js";

/**
 * An earlier version logs operators in with the password alone, and nothing in the store could prevent it. A silent process counts: it may
 * be suspended, and come back. @throws Refusal
 */
async function expectOneVersion({ processes }: Pick<Store, "processes">, now: number): Promise<void> {
  const version = packageVersion();
  const listed = (await processes.list(now)).filter(({ silentFor }) => silentFor <= forgottenAfter);
  const other = listed.find((process) => process.version !== version);
  if (other === undefined) return;
  const { pid, host, silentFor } = other;
  const hint =
    silentFor > silentAfter
      ? `it has been silent for ${Math.floor(silentFor / 1000)} seconds; make sure that it has ended, and wait until it has been silent for ${forgottenAfter / 60_000} minutes`
      : "restart all processes with one version first";
  throw new Refusal(
    `process ${pid} on ${host} runs version ${other.version}, this command ${version}: earlier versions ignore one-time codes; ${hint}`,
  );
}

/** Minimum length of an operator's password. */
export const shortestPassword = 12;

const rowOf = ({ name, role, createdAt, totpSecret }: Omit<OperatorLogin, "passwordHash">) => ({
  name,
  role,
  /** ISO 8601, UTC. */
  created: new Date(createdAt).toISOString(),
  /** Whether the log-in asks for a one-time code. */
  totp: totpSecret !== undefined,
});

function operatorNameOf(name: string): string {
  if (!/^[a-z0-9][a-z0-9_.-]{0,31}$/u.test(name))
    throw new InvalidInput(
      `invalid operator name ${JSON.stringify(name)}: use 1-32 of a-z, 0-9, . _ -, and start with a letter or digit`,
    );
  return name;
}

function operatorPasswordOf(given: string, name: string): string {
  const chosen = passwordOf(given);
  if (Array.from(chosen).length < shortestPassword)
    throw new InvalidInput(`the password of an operator must have at least ${shortestPassword} characters`);
  if (isCommonPassword(chosen, [name])) throw new InvalidInput(`invalid password: ${wantedPassword}`);
  return chosen;
}

const unknown = (name: string): Refusal => unknownThing(`there is no operator ${JSON.stringify(name)}`);

/** The machine can add an administrator when there is none; nobody else can. */
const keptBy = ({ caller }: Pick<Call, "caller">): "admin" | undefined =>
  caller.kind === "machine" ? undefined : "admin";

/** @throws Refusal unless an operator was changed */
function expectChanged(done: OperatorChanged, name: string): void {
  if (done === "lastAdmin")
    throw new Refusal(`operator ${name} is the last administrator: give another operator the role first`);
  if (!done) throw unknown(name);
}

/** Nobody takes the own role away, or the own name. @throws Refusal */
function expectOther({ caller, by }: Pick<Call, "by" | "caller">, name: string): void {
  if (caller.kind !== "machine" && by.name === name)
    throw new Refusal(`operator ${name} is you: another administrator changes your role or removes you`);
}

/** Changes an operator, and closes the operator's sessions. @throws Refusal */
async function changed(call: Call, name: string, change: OperatorChange) {
  const { store, by, now } = call;
  expectChanged(await store.operators.change(name, change, by, now, keptBy(call)), name);
  const operator = await store.operators.find(name);
  if (operator === undefined) throw unknown(name);
  return rowOf(operator);
}

const may = { operator: "admin", identity: "recent" } as const;

const columns = ["name", "role", "created", "totp"] as const;
const members = described(columns);

const role = requiredOneOf(
  "Role",
  "viewer, support or admin; each includes the ones before it",
  "role",
  operatorRoles,
);

const newPassword = required(
  password("Password", undefined, {
    hint: `at least ${shortestPassword} characters, and not a common one`,
  }),
  (given) => given,
);

/** Adds an operator of the console. */
export const addOperator = action({
  name: "operator add",
  help: "Add an operator of the console. Example: messenger operator add ann --role support --password-file FILE",
  may,
  button: "Add the operator",
  done: "The operator was added.",
  keys: {
    name: required(
      text("Name", undefined, { hint: "1 to 32 of a-z, 0-9, . _ -", width: "medium" }),
      operatorNameOf,
    ),
  },
  fields: { role, password: newPassword },
  members,
  run: async ({ name, role: given, password: chosen }, { store: { operators }, by, now }) => {
    const passwordHash = await hashPassword(operatorPasswordOf(chosen, name));
    const operator = { name, role: given, passwordHash, createdAt: now };
    if (!(await operators.add(operator, by))) throw existsAlready(`operator ${name} exists already`);
    return { row: rowOf(operator), text: `operator ${name} added, ${given}` };
  },
});

export const listOperators = list({
  name: "operator list",
  help: "List operators",
  may: { operator: "admin" },
  columns,
  rows: async (_none, { store }) =>
    (await store.operators.list()).map((operator) => ({ ...rowOf(operator), totp: operator.totp === 1 })),
});

export const changeOperator = action({
  name: "operator change",
  help: "Change the role of an operator, and close the operator's sessions",
  may,
  button: "Change the role",
  done: "The role was changed.",
  keys: { name: key },
  fields: { role },
  members,
  run: async ({ name, role: given }, call) => {
    expectOther(call, name);
    const row = await changed(call, name, { role: given });
    return { row, text: `operator ${row.name} is ${row.role}` };
  },
});

export const setOperatorPassword = action({
  name: "operator password",
  help: "Replace the password of an operator, and close the operator's sessions",
  may,
  button: "Replace",
  done: "The password was replaced.",
  keys: { name: key },
  fields: { password: newPassword },
  members,
  run: async ({ name, password: chosen }, call) => {
    const passwordHash = await hashPassword(operatorPasswordOf(chosen, name));
    const row = await changed(call, name, { passwordHash });
    return { row, text: `password of operator ${row.name} replaced` };
  },
});

/** Makes a secret for one-time codes, which replaces an earlier one, or takes it away. */
export const setTotp = action({
  name: "operator totp",
  help: "Make the log-in of an operator ask for a one-time code (TOTP), and print the secret for an authenticator app once; sessions are closed. Example: messenger operator totp ann",
  may,
  button: "Make a secret",
  done: "The log-in asks for a one-time code.",
  keys: { name: key },
  fields: { off: flag(undefined, "log-ins need the password alone") },
  members: { ...members, ...described(["secret", "uri"]) },
  run: async ({ name, off }, call) => {
    if (off) {
      const operator = await call.store.operators.find(name);
      if (operator === undefined) throw unknown(name);
      if (operator.totpSecret === undefined) throw new Refusal(`operator ${name} logs in without a code`);
      const row = await changed(call, name, { totpSecret: null });
      return { row, text: `operator ${row.name} logs in without a code` };
    }
    await expectOneVersion(call.store, call.now);
    const secret = newTotpSecret();
    const row = await changed(call, name, { totpSecret: secret });
    /** For an authenticator app: `otpauth://totp/...`. */
    const uri = totpUri(name, secret);
    return {
      row: { ...row, secret, uri },
      text: `${uri}\noperator ${row.name} logs in with a code; the secret is not shown again`,
    };
  },
});

export const removeOperator = action({
  name: "operator remove",
  help: "Remove an operator, and close the operator's sessions",
  may,
  button: "Remove",
  done: "The operator was removed.",
  danger: {
    button: "Remove the operator",
    text: "The operator's sessions and keys end at once. Entries of the audit log stay.",
  },
  keys: { name: key },
  run: async ({ name }, call) => {
    const { store, by, now } = call;
    expectOther(call, name);
    expectChanged(await store.operators.remove(name, by, now, keptBy(call)), name);
    return { row: { name }, text: `operator ${name} removed` };
  },
});

/** Operators, who log in at the console. */
export const operators: Subject = {
  name: "operator",
  help: "Operators, who log in at the console",
  entries: [
    addOperator,
    listOperators,
    changeOperator,
    setOperatorPassword,
    setTotp,
    removeOperator,
    operatorKeys,
  ],
};
