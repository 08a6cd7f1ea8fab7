import { randomBytes } from "node:crypto";
import type { Use } from "../actions/action.js";
import { addApiKey, revokeApiKey } from "../actions/api-keys.js";
import { keyScopes } from "../domain/accounts/api-keys.js";
import { addCredit } from "../admin/credits.js";
import { addCustomer } from "../admin/customers.js";
import type { Occasion } from "../admin/occasion.js";
import { addOperator, setOperatorPassword } from "../admin/operators.js";
import { addOriginator } from "../admin/originators.js";
import { acceptInvitation, inviteUser } from "../admin/portal-users.js";
import { Refusal } from "../admin/refusal.js";
import { setPassword } from "../admin/users.js";
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
  occasion: Occasion,
): Promise<void> {
  for (const { id, name, originator, credit } of customers) {
    const customer = String(id);
    await addCustomer(store, { id: customer, name, postpaid: false, limit: undefined }, occasion);
    await addOriginator(store, customer, originator, occasion);
    await addCredit(store, { customer, kind: "SMS", amount: credit }, occasion);
    await addCredit(store, { customer, kind: "MMS", amount: "100" }, occasion);
  }
}

const newPassword = (): string => randomBytes(12).toString("base64url");

/** A new password of the owner, who accepts an invitation, and of its programs. */
async function logInOf(store: Store, { id }: DemoCustomer, occasion: Occasion): Promise<string> {
  const [customer, password] = [String(id), newPassword()];
  const { path } = await inviteUser(store, { customer, name: demoName, role: "owner" }, occasion);
  const token = path.slice(path.lastIndexOf("/") + 1);
  await acceptInvitation(store, { token, password }, { address: "127.0.0.1", now: occasion.now });
  await setPassword(store, { customer, name: demoName, password }, occasion);
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

async function operatorLogIn(store: Store, occasion: Occasion): Promise<string> {
  const password = newPassword();
  const isThere = (await store.operators.find(demoName)) !== undefined;
  if (isThere) await setOperatorPassword(store, { name: demoName, password }, occasion);
  else await addOperator(store, { name: demoName, role: "admin", password }, occasion);
  return password;
}

/** Makes the log-ins with new passwords. @throws Refusal */
export async function newPasswords(store: Store, occasion: Use): Promise<DemoPasswords> {
  return {
    visitor: await logInOf(store, visitor, occasion),
    key: await keyOf(store, visitor, occasion),
    sender: await logInOf(store, sender, occasion),
    operator: await operatorLogIn(store, occasion),
  };
}
