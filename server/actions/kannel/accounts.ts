import type { KannelGroup } from "./configuration.js";
import { type Note, Reading } from "./reading.js";

/** A customer with one user, postpaid: Kannel counts no credit. */
export interface AccountPlan {
  readonly customer: number;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  readonly originators: readonly string[];
  /** Calling code of recipients in national form. */
  readonly countryCode: string | undefined;
  /** The smsc-id that all its messages have. */
  readonly smscId: string | undefined;
  readonly group: KannelGroup;
}

/** Keys without a counterpart, with what happens here instead. */
const notes: Readonly<Record<string, string>> = {
  "user-allow-ip": "addresses are restricted for API keys: messenger key add --from",
  "user-deny-ip": "addresses are restricted for API keys: messenger key add --from",
  "dlr-url":
    "receipts are sent to the callback URL of the customer: messenger customer change --callback-url",
  "max-messages": "a message has at most 255 parts",
  concatenation: "long messages are always concatenated",
  "allowed-prefix": "set prices, or none, for the prefixes of the customer: messenger price set --customer",
  "denied-prefix": "set prices, or none, for the prefixes of the customer: messenger price set --customer",
  "white-list": "only a blacklist exists: messenger blacklist import --customer",
  "black-list": "add the numbers of the list: messenger blacklist import --customer",
  omitempty: "an empty text is refused",
  header: "texts are sent as they are",
  footer: "texts are sent as they are",
};

/** Customers for the groups `sendsms-user`, numbered in their order. */
export function accountsOf(
  groups: readonly KannelGroup[],
  { firstCustomer, country }: { readonly firstCustomer: number; readonly country: string | undefined },
  found: Note[],
): readonly AccountPlan[] {
  return groups.map((group, index) => {
    const reading = new Reading(group, found);
    const user = reading.text("username");
    const [faked, own] = [reading.take("faked-sender")?.value, reading.take("default-sender")?.value];
    const [forced, usual] = [reading.take("forced-smsc")?.value, reading.take("default-smsc")?.value];
    const account = {
      customer: firstCustomer + index,
      name: reading.take("name")?.value ?? user,
      user,
      password: reading.text("password"),
      originators: [...new Set([faked, own].flatMap((sender = "") => (sender === "" ? [] : [sender])))],
      countryCode: country,
      smscId: forced ?? usual,
      group,
    };
    if (account.originators.length === 0)
      found.push({
        place: group.place,
        subject: "sendsms-user",
        text: `a customer sends with its own originators only: messenger originator add ${account.customer} NAME`,
      });
    reading.noteRest(notes);
    return account;
  });
}
