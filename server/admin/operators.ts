import { hashPassword } from "../credentials/hash.js";
import { type Operator, type OperatorRole, operatorRoles } from "../domain/accounts/operators.js";
import type { Store } from "../ports/store.js";
import type { Occasion } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { passwordOf } from "./values.js";

type Operators = Pick<Store, "operators">;

/** An operator as the commands print it. */
export interface OperatorRow {
  readonly name: string;
  readonly role: OperatorRole;
  /** ISO 8601, UTC. */
  readonly created: string;
}

/** Minimum length of an operator's password. */
export const shortestPassword = 12;

function rowOf({ name, role, createdAt }: Operator): OperatorRow {
  return { name, role, created: new Date(createdAt).toISOString() };
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

function operatorPasswordOf(text: string): string {
  const password = passwordOf(text);
  if (Array.from(password).length < shortestPassword)
    throw new InvalidInput(`the password of an operator must have at least ${shortestPassword} characters`);
  return password;
}

/** Adds an operator of the console. @throws Refusal */
export async function addOperator(
  { operators }: Operators,
  input: { readonly name: string; readonly role: string; readonly password: string },
  { by, now }: Occasion,
): Promise<OperatorRow> {
  const [name, role] = [operatorNameOf(input.name), roleOf(input.role)];
  const passwordHash = await hashPassword(operatorPasswordOf(input.password));
  const operator = { name, role, passwordHash, createdAt: now };
  if (!(await operators.add(operator, by))) throw new Refusal(`operator ${name} exists already`);
  return rowOf(operator);
}

export async function listOperators({ operators }: Operators): Promise<readonly OperatorRow[]> {
  return (await operators.list()).map(rowOf);
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
  const passwordHash = await hashPassword(operatorPasswordOf(password));
  return expectFound(store, name, await store.operators.change(name, { passwordHash }, by, now));
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
