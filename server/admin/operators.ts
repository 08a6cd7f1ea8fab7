import { hashPassword } from "../credentials/hash.js";
import { newTotpSecret, totpUri } from "../credentials/totp.js";
import { isCommonPassword, wantedPassword } from "../domain/accounts/common-passwords.js";
import { type OperatorLogin, type OperatorRole, operatorRoles } from "../domain/accounts/operators.js";
import { forgottenAfter, silentAfter } from "../ports/service.js";
import type { Store } from "../ports/store.js";
import type { Occasion } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { passwordOf } from "./values.js";

type Operators = Pick<Store, "operators">;

/**
 * An earlier version logs operators in with the password alone, and nothing in the store could prevent it. A silent process counts: it may
 * be suspended, and come back. @throws Refusal
 */
async function expectOneVersion(
  { processes }: Pick<Store, "processes">,
  version: string,
  now: number,
): Promise<void> {
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

/** An operator as the commands print it. */
export interface OperatorRow {
  readonly name: string;
  readonly role: OperatorRole;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** Whether the log-in asks for a one-time code. */
  readonly totp: boolean;
}

/** Minimum length of an operator's password. */
export const shortestPassword = 12;

function rowOf({ name, role, createdAt, totpSecret }: Omit<OperatorLogin, "passwordHash">): OperatorRow {
  return { name, role, created: new Date(createdAt).toISOString(), totp: totpSecret !== undefined };
}

function operatorNameOf(name: string): string {
  if (!/^[a-z0-9][a-z0-9_.-]{0,31}$/u.test(name))
    throw new InvalidInput(
      `invalid operator name ${JSON.stringify(name)}: use 1-32 of a-z, 0-9, . _ -, and start with a letter or digit`,
    );
  return name;
}

function roleOf(text: string): OperatorRole {
  const role = operatorRoles.find((one) => one === text);
  if (role === undefined)
    throw new InvalidInput(`invalid role ${JSON.stringify(text)}: use ${operatorRoles.join(", ")}`);
  return role;
}

function operatorPasswordOf(text: string, name: string): string {
  const password = passwordOf(text);
  if (Array.from(password).length < shortestPassword)
    throw new InvalidInput(`the password of an operator must have at least ${shortestPassword} characters`);
  if (isCommonPassword(password, [name])) throw new InvalidInput(`invalid password: ${wantedPassword}`);
  return password;
}

/** Adds an operator of the console. @throws Refusal */
export async function addOperator(
  { operators }: Operators,
  input: { readonly name: string; readonly role: string; readonly password: string },
  { by, now }: Occasion,
): Promise<OperatorRow> {
  const [name, role] = [operatorNameOf(input.name), roleOf(input.role)];
  const passwordHash = await hashPassword(operatorPasswordOf(input.password, name));
  const operator = { name, role, passwordHash, createdAt: now };
  if (!(await operators.add(operator, by))) throw new Refusal(`operator ${name} exists already`);
  return rowOf(operator);
}

export async function listOperators({ operators }: Operators): Promise<readonly OperatorRow[]> {
  return (await operators.list()).map((operator) => ({ ...rowOf(operator), totp: operator.totp === 1 }));
}

async function expectFound({ operators }: Operators, name: string, found: boolean): Promise<OperatorRow> {
  const operator = found ? await operators.find(name) : undefined;
  if (operator === undefined) throw new Refusal(`there is no operator ${JSON.stringify(name)}`);
  return rowOf(operator);
}

/** Changes the role of an operator, and closes the operator's sessions. @throws Refusal */
export async function changeOperator(
  store: Operators,
  { name, role }: { readonly name: string; readonly role: string },
  { by, now }: Occasion,
): Promise<OperatorRow> {
  const found = await store.operators.change(name, { role: roleOf(role) }, by, now);
  return expectFound(store, name, found);
}

/** Replaces the password of an operator, and closes the operator's sessions. @throws Refusal */
export async function setOperatorPassword(
  store: Operators,
  { name, password }: { readonly name: string; readonly password: string },
  { by, now }: Occasion,
): Promise<OperatorRow> {
  const passwordHash = await hashPassword(operatorPasswordOf(password, name));
  return expectFound(store, name, await store.operators.change(name, { passwordHash }, by, now));
}

/** The secret of one-time codes, which is not shown again. */
export interface Enrolled extends OperatorRow {
  readonly secret: string;
  /** For an authenticator app: `otpauth://totp/...`. */
  readonly uri: string;
}

/**
 * Makes a secret for one-time codes, which replaces an earlier one, and closes the operator's sessions. `version`: of this program.
 * @throws Refusal also while a server process of another version runs, or is silent and may come back
 */
export async function enrolOperator(
  store: Operators & Pick<Store, "processes">,
  { name, version }: { readonly name: string; readonly version: string },
  { by, now }: Occasion,
): Promise<Enrolled> {
  await expectOneVersion(store, version, now);
  const secret = newTotpSecret();
  const row = await expectFound(
    store,
    name,
    await store.operators.change(name, { totpSecret: secret }, by, now),
  );
  return { ...row, secret, uri: totpUri(name, secret) };
}

/** Lets an operator log in with the password alone, and closes the operator's sessions. @throws Refusal */
export async function removeTotp(
  store: Operators,
  name: string,
  { by, now }: Occasion,
): Promise<OperatorRow> {
  const { totp } = await expectFound(store, name, true);
  if (!totp) throw new Refusal(`operator ${name} logs in without a code`);
  return expectFound(store, name, await store.operators.change(name, { totpSecret: null }, by, now));
}

/** Removes an operator, and closes the operator's sessions. @throws Refusal */
export async function removeOperator(
  { operators }: Operators,
  name: string,
  { by, now }: Occasion,
): Promise<{ readonly name: string }> {
  if (!(await operators.remove(name, by, now)))
    throw new Refusal(`there is no operator ${JSON.stringify(name)}`);
  return { name };
}
