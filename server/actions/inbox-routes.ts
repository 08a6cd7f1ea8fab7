import { numberKey } from "../domain/inbox/addressing.js";
import { type ForwardMethod, forwardMethods } from "../domain/inbox/forwards.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import { phoneNumber } from "../domain/recipients/phone-number.js";
import type { Store } from "../ports/store.js";
import { inField, InvalidInput, unknownThing, refusedChange } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { counted, expectAllowedAddress, serverUrlOf, withoutQuery } from "../admin/values.js";
import { customerKey, numberFormsOf } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { flag, key, preset, required, text } from "./fields.js";
import { described } from "./members.js";
import { shownUrl } from "./rights.js";

type Incoming = Pick<Store, "incoming">;

function inboxNumberOf(given: string): string {
  const number = numberKey(given);
  if (!/^[\p{L}\p{N} ._-]{1,20}$/u.test(number) || number.trim() !== number)
    throw new InvalidInput(
      `invalid address ${JSON.stringify(given)}: use a number, or a name of 1 to 20 characters`,
    );
  return number;
}

/** Numbers whose messages go to an inbox. */
export async function inboxNumbersOf({ incoming }: Incoming) {
  return (await incoming.numbers()).map(({ number, customerId }) => ({ number, customer: customerId }));
}

const may = { operator: "admin" } as const;

/** Assigns a number to a customer; messages already received for it go to the inbox. */
export const addInboxNumber = action({
  name: "inbox number add",
  help: "Assign a number to a customer, including messages already received for it",
  may,
  keys: { customer: customerKey, number: required(text(), (typed) => typed) },
  members: described(["number", "customer", "strays"]),
  run: async ({ customer, number: typed }, { store, now, recorded }) => {
    const forms = await numberFormsOf(store, customer);
    const number = phoneNumber(typed, forms) ?? inField("number", () => inboxNumberOf(typed));
    const { incoming } = recorded({ subject: { number, customer } });
    const outcome = await incoming.addNumber({ number, customerId: customer }, now);
    const texts = {
      exists: `number ${number} belongs to a customer already: remove it first with messenger inbox number remove`,
      unknownCustomer: said`there is no ${{ customer }}`,
    };
    if (!outcome.ok) throw refusedChange(outcome.reason, texts[outcome.reason]);
    const { strays } = outcome;
    const before = strays === 0 ? "" : `, with ${counted(strays, "message")} received before`;
    return {
      row: { number, customer, strays },
      text: `number ${number} belongs to customer ${customer}${before}`,
    };
  },
});

/** Unassigns a number. */
export const removeInboxNumber = action({
  name: "inbox number remove",
  help: "Unassign a number; messages in the inbox stay",
  may,
  keys: { number: key },
  run: async ({ number: typed }, { store, recorded }) => {
    const number = inboxNumberOf(typed);
    const before = (await inboxNumbersOf(store)).find((row) => row.number === number);
    const { incoming } = recorded({ subject: { number, customer: before?.customer } });
    if (!(await incoming.removeNumber(number))) throw unknownThing(`number ${typed} belongs to no customer`);
    return { row: { number: typed }, text: `number ${typed} belongs to no customer` };
  },
});

const listInboxNumbers = list({
  name: "inbox number list",
  help: "List numbers and their customers",
  may: { operator: "viewer" },
  columns: ["number", "customer"],
  rows: (_none, { store }) => inboxNumbersOf(store),
});

const inboxNumbers: Subject = {
  name: "inbox number",
  help: "Numbers whose incoming messages go to an inbox",
  entries: [addInboxNumber, removeInboxNumber, listInboxNumbers],
};

/** Where the messages of a customer are posted. */
interface InboxForwardRow {
  readonly customer: number;
  readonly url: string;
  readonly method: ForwardMethod;
  readonly allowPrivate: boolean;
}

/** Forwards of all customers, without the passwords of their URLs. */
export async function inboxForwardsOf({ incoming }: Incoming): Promise<readonly InboxForwardRow[]> {
  return (await incoming.forwards()).map(({ customerId, url, method, private: allowPrivate }) => ({
    customer: customerId,
    url: withoutPassword(url),
    method,
    allowPrivate,
  }));
}

/** The settings of a forward for the audit log. */
const settingsOf = ({ url, method, allowPrivate }: InboxForwardRow) => ({
  url: withoutQuery(url),
  method,
  allowPrivate,
});

async function forwardOf(store: Incoming, customer: number) {
  const row = (await inboxForwardsOf(store)).find((each) => each.customer === customer);
  return row && settingsOf(row);
}

function methodOf(given: string): ForwardMethod {
  const method = forwardMethods.find((name) => name === given.toUpperCase());
  if (method === undefined)
    throw new InvalidInput(`invalid method ${JSON.stringify(given)}: use POST or GET`);
  return method;
}

/** Forwards the messages of a customer to its own server. */
export const setInboxForward = action({
  name: "inbox forward set",
  help: "Forward the incoming messages of a customer to a URL",
  may,
  keys: { customer: customerKey, url: key },
  fields: {
    method: preset(
      "POST",
      text(undefined, "POST: form fields in the body; GET: the same in the query", { form: "<method>" }),
      (given) => given,
    ),
    allowPrivate: flag(undefined, "allow a URL in a private network"),
  },
  members: described(["customer", "url", "method", "allowPrivate"]),
  run: async ({ customer, url: typed, method: given, allowPrivate }, { store, recorded }) => {
    const stored = (await store.incoming.forwards()).find(({ customerId }) => customerId === customer);
    const url = serverUrlOf(typed, stored?.url);
    expectAllowedAddress(url, allowPrivate);
    const method = methodOf(given);
    const before = await forwardOf(store, customer);
    const after = settingsOf({ customer, url, method, allowPrivate });
    const { incoming } = recorded({ subject: { customer }, before, after });
    if (!(await incoming.setForward({ customerId: customer, url, method, private: allowPrivate })))
      throw unknownThing(said`there is no ${{ customer }}`);
    const row = { customer, url: withoutPassword(url), method, allowPrivate };
    return { row, text: `messages of customer ${customer} go to ${row.url}` };
  },
});

/** Stops forwarding. */
export const removeInboxForward = action({
  name: "inbox forward remove",
  help: "Stop forwarding; pending posts are discarded, messages stay in the inbox",
  may,
  keys: { customer: customerKey },
  run: async ({ customer }, { store, recorded }) => {
    const before = await forwardOf(store, customer);
    const { incoming } = recorded({ subject: { customer }, before });
    if (!(await incoming.removeForward(customer)))
      throw unknownThing(said`messages of ${{ customer }} are not forwarded`);
    return { row: { customer }, text: `messages of customer ${customer} are not forwarded` };
  },
});

export const listInboxForwards = list({
  name: "inbox forward list",
  help: "List forwarding URLs",
  may: { operator: "viewer" },
  columns: ["customer", "url", "method", "allowPrivate"],
  rows: async (_none, { store, caller }) =>
    (await inboxForwardsOf(store)).map((row) => ({ ...row, url: shownUrl(row.url, caller) })),
});

const inboxForwards: Subject = {
  name: "inbox forward",
  help: "Forwarding of incoming messages to customers' servers",
  entries: [setInboxForward, removeInboxForward, listInboxForwards],
};

export const inboxRoutes = [inboxNumbers, inboxForwards] as const;
