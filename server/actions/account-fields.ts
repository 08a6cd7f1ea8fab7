import { inField } from "../admin/refusal.js";
import { addressRangesOf, customerIdOf, customerUserOf, phoneIn } from "../admin/values.js";
import type { NumberForms } from "../domain/recipients/phone-number.js";
import type { Store } from "../ports/store.js";
import { type Field, number, optional, required, several, text } from "./fields.js";
import { typedUser } from "./members.js";

/** How numbers of a customer are read: as those of its calls; without a customer, international ones alone. */
export async function numberFormsOf(
  { accounts }: Pick<Store, "accounts">,
  customerId: number | undefined,
): Promise<NumberForms> {
  const customer = customerId === undefined ? undefined : await accounts.customer(customerId);
  return { country: customer?.countryCode };
}

/** The numbers that were typed in the field `numbers`. @throws InvalidInput */
export const typedPhones = (typed: readonly string[], forms: NumberForms): readonly string[] =>
  inField("numbers", () => typed.map((each) => phoneIn(each, forms)));

/** The condition of a list that is about one customer. */
export const customerFilter: Field<number | undefined> = {
  ...optional(number(undefined, "only of this customer", { form: "<id>" }), customerIdOf),
  customerOf: (customer) => customer,
};

/** The customer for whom alone something is; all customers if it is absent. */
export const customerScope: Field<number | undefined> = {
  ...optional(number(undefined, "for this customer alone", { form: "<id>" }), customerIdOf),
  customerOf: (customer) => customer,
};

/** The customer that something is about. */
export const customerKey: Field<number> = {
  ...required(number(undefined, "number of the customer"), customerIdOf),
  customerOf: (customer) => customer,
};

/** A user of a customer, as it is typed: CUSTOMER/USER. */
export interface CustomerUser {
  readonly customerId: number;
  readonly userName: string;
  readonly typed: string;
}

/** A user of a customer; `label`: in forms in which it is typed. */
export const customerUser = (label?: string): Field<CustomerUser> => ({
  ...required(
    text(label, typedUser.meaning, { hint: "CUSTOMER/USER, for example 42/api", known: "user" }),
    (typed) => ({
      ...customerUserOf(typed),
      typed,
    }),
  ),
  customerOf: ({ customerId }) => customerId,
});

/** Addresses and CIDR ranges from which something is accepted; empty for any. */
export const fromAddresses = (
  meaning: string,
  hint: string,
  read = addressRangesOf,
): Field<readonly string[] | undefined> =>
  several({ label: "Addresses", meaning, hint, option: "from-address", form: "<range>" }, read);

/** An end of a period, which its readers check together with the other one. */
export const dayFilter = (meaning: string): Field<string | undefined> =>
  optional(text(undefined, meaning, { form: "<day>" }), (given) => given);
