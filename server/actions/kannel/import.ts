import type { Store } from "../../ports/store.js";
import { setPrice } from "../prices.js";
import { changeCustomer } from "../customer-settings.js";
import { addCustomer } from "../customers.js";
import { addLink } from "../links.js";
import { newLink } from "../../admin/links.js";
import type { Use } from "../action.js";
import { addOriginator } from "../originators.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { said } from "../../admin/sentence.js";
import { addRoute, newRoute } from "../routes.js";
import { importUser } from "../users.js";
import { customerIdOf, customerNameOf, originatorOf, passwordOf, userNameOf } from "../../admin/values.js";
import { type KannelGroup, shownPlace } from "./configuration.js";
import type { AccountPlan } from "./accounts.js";
import type { LinkPlan } from "./links.js";
import type { KannelPlan } from "./plan.js";
import type { CoveragePlan, RoutePlan } from "./routes.js";

const idText = (customer: number | undefined): string | undefined =>
  customer === undefined ? undefined : String(customer);

const settingsOf = ({ settings }: LinkPlan): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${value}`);

const linkInput = (link: LinkPlan) => ({ url: link.url, password: link.password, set: settingsOf(link) });

const routeInput = ({ prefix, link, rank, customer, uncertain }: RoutePlan) => ({
  prefix,
  link,
  rank: String(rank),
  uncertain,
  customer: idText(customer),
});

/** A covered prefix costs one credit, the price that a new database has for every number. */
const priceInput = ({ prefix, customer, covered }: CoveragePlan) => ({
  prefix,
  price: covered ? "1" : "none",
  customer: idText(customer),
});

/** Checks every value of a plan as the commands do, before anything is stored. @throws Refusal with the place of the group */
export function checkPlan({ links, accounts, routes }: KannelPlan): void {
  for (const link of links) at(link.group, () => newLink(link.name, linkInput(link), false));
  for (const account of accounts)
    at(account.group, () => {
      customerIdOf(String(account.customer));
      customerNameOf(account.name);
      userNameOf(account.user);
      passwordOf(account.password);
      account.originators.forEach(originatorOf);
    });
  for (const route of routes) newRoute(routeInput(route), false);
}

function at(group: KannelGroup, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new InvalidInput(`${shownPlace(group.place)}: ${error.message}`, { cause: error });
  }
}

/** Refuses a plan that the store has a part of already: importing twice would double the routes. @throws Refusal */
async function expectNew(store: Store, { links, accounts }: KannelPlan): Promise<void> {
  const names = new Set((await store.links.links()).map(({ name }) => name));
  const link = links.find(({ name }) => names.has(name));
  if (link !== undefined) throw new Refusal(`link ${link.name} exists already: nothing was imported`);
  for (const { customer } of accounts)
    if ((await store.accounts.customer(customer)) !== undefined)
      throw new Refusal(
        said`${{ customer }} exists already: nothing was imported; begin with another number by --first-customer`,
      );
}

/** Stores a plan, as the commands for links, customers, users, originators, routes and prices do; each is recorded. @throws Refusal */
export async function storePlan(store: Store, plan: KannelPlan, use: Use): Promise<void> {
  await expectNew(store, plan);
  for (const link of plan.links) await addLink.run(store, { name: link.name, ...linkInput(link) }, use);
  for (const account of plan.accounts) await storeAccount(store, account, use);
  for (const route of plan.routes) await addRoute.run(store, routeInput(route), use);
  for (const price of plan.coverage) await setPrice.run(store, priceInput(price), use);
}

async function storeAccount(store: Store, account: AccountPlan, use: Use): Promise<void> {
  const id = String(account.customer);
  await addCustomer.run(store, { id, name: account.name, postpaid: "on" }, use);
  await importUser.run(store, { customer: id, name: account.user, password: account.password }, use);
  const { countryCode } = account;
  if (countryCode !== undefined) await changeCustomer.run(store, { id, countryCode }, use);
  for (const originator of account.originators)
    await addOriginator.run(store, { customer: id, value: originator }, use);
}
