import type { KnownKind } from "../../actions/fields.js";
import type { Store } from "../../ports/store.js";
import { callingCodes } from "./countries.js";
import type { Choice } from "./view.js";

/** What selects of forms offer, by the kind of the value. A field of another kind is typed. */
export type Known = Readonly<Partial<Record<KnownKind, readonly Choice[]>>>;

const same = (value: string): Choice => ({ value, text: value });

/** Of every service. */
export const noKnown: Known = {
  timeZone: ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(same),
  countryCode: callingCodes,
};

/** Most customers of a select; with more of them, the number is typed. */
const mostCustomers = 300;

/** With the links and the customers that there are. */
export async function knownOf({ accounts, links }: Store): Promise<Known> {
  const customers = await accounts.customers();
  const link = (await links.links()).map(({ name }) => same(name));
  if (customers.length > mostCustomers) return { ...noKnown, link };
  const customer = customers.map(({ id, name }) => ({ value: String(id), text: `${name} (${id})` }));
  return { ...noKnown, link, customer };
}

/** With the users of a customer, as CUSTOMER/USER. */
export async function withUsers(known: Known, { accounts }: Store, customer: number): Promise<Known> {
  const user = (await accounts.users(customer)).map(({ name }) => ({
    value: `${customer}/${name}`,
    text: name,
  }));
  return { ...known, user };
}
