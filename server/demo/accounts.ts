import { randomBytes } from "node:crypto";
import type { Use } from "../actions/action.js";
import { addApiKey, revokeApiKey } from "../actions/api-keys.js";
import { keyScopes } from "../domain/accounts/api-keys.js";
import { addCredit } from "../actions/credits.js";
import { addCustomer } from "../actions/customers.js";
import { addOriginator } from "../actions/originators.js";
import { addOperator, setOperatorPassword } from "../actions/operators.js";
import { inviteUser } from "../actions/portal-users.js";
import { setPassword } from "../actions/users.js";
import { acceptInvitation } from "../admin/invitations.js";
import { Refusal } from "../admin/refusal.js";
import type { Store } from "../ports/store.js";

/** A customer of the demo. */
export interface DemoCustomer {
  readonly id: number;
  readonly name: string;
  readonly originator: string;
  /** Credits that it begins with. */
  readonly credit: string;
}

/** The one whose log-in is printed. */
export const visitor: DemoCustomer = { id: 7, name: "Example Shop", originator: "Shop", credit: "5000" };

/** The one that sends while the demo runs. */
export const sender: DemoCustomer = {
  id: 9,
  name: "Example Parcels",
  originator: "Parcels",
  credit: "500000",
};

/** All customers of the demo. */
export const demoCustomers: readonly DemoCustomer[] = [
  visitor,
  { id: 8, name: "Example Clinic", originator: "Clinic", credit: "1000" },
  sender,
];

/** User of each customer, and operator of the console. */
export const demoName = "demo";

/** Passwords of the log-ins; each start makes new ones. */
export interface DemoPasswords {
  readonly visitor: string;
  /** API key of the visitor. */
  readonly key: string;
  readonly sender: string;
  readonly operator: string;
}

/** The customers of the demo that a database lacks. @throws Refusal if it has others */
export async function missingCustomers({
  accounts,
}: Pick<Store, "accounts">): Promise<readonly DemoCustomer[]> {
  const stored = new Map((await accounts.customers()).map(({ id, name }) => [id, name]));
  const missing = demoCustomers.filter(({ id }) => !stored.has(id));
  const known = demoCustomers.filter(({ id, name }) => stored.get(id) === name);
  if (known.length === stored.size) return missing;
  throw new Refusal(
    "the database has customers that are not those of the demo: messenger serve serves it; messenger start needs a database of its own",
  );
}

/** Adds customers of the demo. @throws Refusal */
export async function addDemoCustomers(
  store: Store,
  customers: readonly DemoCustomer[],
  use: Use,
): Promise<void> {
  for (const { id, name, originator, credit } of customers) {
    const customer = String(id);
    await addCustomer.run(store, { id: customer, name }, use);
    await addOriginator.run(store, { customer, value: originator }, use);
    await addCredit.run(store, { customer, kind: "SMS", amount: credit }, use);
    await addCredit.run(store, { customer, kind: "MMS", amount: "100" }, use);
  }
}

const newPassword = (): string => randomBytes(12).toString("base64url");

/** A new password of the owner, who accepts an invitation, and of its programs. */
async function logInOf(store: Store, { id }: DemoCustomer, use: Use): Promise<string> {
  const [customer, password] = [String(id), newPassword()];
  const { row } = await inviteUser.run(store, { customer, name: demoName, role: "owner" }, use);
  const token = row.path.slice(row.path.lastIndexOf("/") + 1);
  await acceptInvitation(store, { token, password }, { address: "127.0.0.1", now: use.now });
  await setPassword.run(store, { customer, name: demoName, password }, use);
  return password;
}

/** A key for everything, in place of that of the last start. */
async function keyOf(store: Store, { id }: DemoCustomer, use: Use): Promise<string> {
  const user = `${id}/${demoName}`;
  const known = await store.apiKeys.list(id);
  if (known.some(({ name }) => name === demoName))
    await revokeApiKey.run(store, { user, name: demoName }, use);
  const { row } = await addApiKey.run(store, { user, name: demoName, scopes: keyScopes.join(",") }, use);
  return row.secret;
}

async function operatorLogIn(store: Store, use: Use): Promise<string> {
  const password = newPassword();
  const isThere = (await store.operators.find(demoName)) !== undefined;
  if (isThere) await setOperatorPassword.run(store, { name: demoName, password }, use);
  else await addOperator.run(store, { name: demoName, role: "admin", password }, use);
  return password;
}

/** Makes the log-ins with new passwords. @throws Refusal */
export async function newPasswords(store: Store, use: Use): Promise<DemoPasswords> {
  return {
    visitor: await logInOf(store, visitor, use),
    key: await keyOf(store, visitor, use),
    sender: await logInOf(store, sender, use),
    operator: await operatorLogIn(store, use),
  };
}
