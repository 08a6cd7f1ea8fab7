import { keyScopes } from "../domain/accounts/api-keys.js";
import { portalRoles } from "../domain/accounts/portal-users.js";
import { creditsText } from "../domain/credit/credit.js";
import { InvalidInput } from "../admin/refusal.js";
import { keyNameOf, originatorOf, prefixOf, priceOf, thousandthsOf, userNameOf } from "../admin/values.js";
import { type Action, action, type Outcome, type Subject } from "./action.js";
import { addApiKey, scopeWords } from "./api-keys.js";
import { addCredit } from "./credits.js";
import {
  addCustomer,
  blockCustomer,
  listCustomers,
  newCustomer,
  releaseCustomer,
  unblockCustomer,
} from "./customers.js";
import { changeCustomer, showCustomer } from "./customer-settings.js";
import { removeCustomer } from "./erasures.js";
import {
  choice,
  choices,
  type Field,
  type Fields,
  type GivenFor,
  oneOf,
  optional,
  password,
  preset,
  several,
  text,
  type Typed,
} from "./fields.js";
import { described, nullable, secretMember, textMember, wholeMember } from "./members.js";
import { addOriginator } from "./originators.js";
import { inviteUser } from "./portal-users.js";
import { importPrices } from "./prices.js";
import { addSmppAccount } from "./smpp-accounts.js";
import { runTogether, type TogetherStep } from "./together.js";
import { listCountrySpending } from "./country-spending.js";
import { listUnusual } from "./unusual-traffic.js";
import { addUser } from "./users.js";

/** A new customer with all that it needs to send: one form, one transaction. */

/** A line of a price list: `49=0.8`, or as a spreadsheet has it. */
function priceLine(line: string): string {
  const [, prefix, price] = /^\s*(\S+?)\s*[=;,\t ]\s*(\S+)\s*$/u.exec(line) ?? [];
  if (prefix === undefined || price === undefined)
    throw new InvalidInput(`invalid price ${JSON.stringify(line)}: use a prefix and credits, such as 49=0.8`);
  return `${prefixOf(prefix) === "" ? "*" : prefixOf(prefix)},${priceOf(price) === undefined ? "none" : price}`;
}

const prices: Field<readonly string[] | undefined> = several(
  {
    label: "Prices",
    option: "price",
    form: "<prefix=credits>",
    meaning:
      "price of its own in credits per part, such as 49=0.8; may be repeated (default: the general prices)",
    hint: "a prefix and credits per part, one a line, such as 49=0.8; empty: the general prices",
  },
  (lines) => (lines.length === 0 ? undefined : lines.map(priceLine)),
  "settings",
);

const fields = {
  ...newCustomer.fields,
  credit: optional(
    text("SMS credits", "SMS credits that it begins with", {
      form: "<credits>",
      hint: "that it begins with; empty: none",
      width: "short",
    }),
    (given) => creditsText(thousandthsOf(given)),
  ),
  originator: optional(
    text("Sender", "originator that it may use", { hint: "name or number; empty: none", width: "medium" }),
    originatorOf,
  ),
  prices,
  user: preset(
    "api",
    text("User", "name of its first user (default: api)", {
      hint: "of its programs, or a person",
      width: "medium",
    }),
    userNameOf,
  ),
  role: preset(
    "owner",
    choice("Invitation as", "role in the portal of the user, who is invited if no password is given", {
      choices: portalRoles,
      form: `<${portalRoles.join("|")}>`,
      width: "medium",
    }),
    oneOf("role", portalRoles, portalRoles.join(", ")),
  ),
  password: optional(
    password("Password", undefined, { hint: "of its programs; empty: an invitation to the portal" }),
    (given) => given,
  ),
  key: optional(
    text("API key", "name of an API key for the user", { hint: "its name; empty: none", width: "medium" }),
    keyNameOf,
  ),
  scopes: preset(
    "send,read",
    choices("The key may", `scopes of the key: some of ${keyScopes.join(", ")} (default: send,read)`, {
      option: "scope",
      choices: keyScopes,
      words: scopeWords,
    }),
    (given) => given,
  ),
  systemId: optional(
    text("SMPP account", "system_id of an SMPP account for the user", {
      hint: "its system_id; empty: none",
      width: "medium",
    }),
    (given) => given,
  ),
};

type Values = Typed<typeof newCustomer.keys> & Typed<typeof fields>;

/** An action as a step. @param names of its values that the whole has under others */
const step = <R extends object, G extends GivenFor<Fields>>(
  used: Action<R, G>,
  given: G,
  about: string,
  names: Readonly<Record<string, string>> = {},
): TogetherStep<Outcome<R>> => ({ about, fields: names, run: (store, use) => used.run(store, given, use) });

const when = <T, S>(value: T | undefined, made: (value: T) => S): S | undefined =>
  value === undefined ? undefined : made(value);

/** The actions, each with what a refusal is about: the customer first. */
function stepsOf({ id, name, postpaid, limit, credit, originator, ...given }: Values) {
  const customer = String(id);
  const { user: userName, role, password: chosen, key, scopes, systemId, prices: lines } = given;
  const user = `${customer}/${userName}`;
  const terms = {
    ...(postpaid ? { postpaid: "on" } : {}),
    ...(limit === undefined ? {} : { limit: creditsText(limit) }),
  };
  return {
    customer: step(addCustomer, { id: customer, name, ...terms }, "id"),
    prices: when(lines, (all) =>
      step(importPrices, { file: `prefix,price\n${all.join("\n")}\n`, customer }, "prices", {
        file: "prices",
      }),
    ),
    credit: when(credit, (amount) =>
      step(addCredit, { customer, kind: "SMS", amount }, "credit", { amount: "credit" }),
    ),
    originator: when(originator, (value) =>
      step(addOriginator, { customer, value }, "originator", { value: "originator" }),
    ),
    invitation:
      chosen === undefined
        ? step(inviteUser, { customer, name: userName, role }, "user", { name: "user" })
        : undefined,
    user: when(chosen, (given) =>
      step(addUser, { customer, name: userName, password: given }, "user", { name: "user" }),
    ),
    key: when(key, (made) => step(addApiKey, { user, name: made, scopes }, "key", { name: "key" })),
    smpp: when(systemId, (made) => step(addSmppAccount, { user, systemId: made }, "systemId")),
  };
}

/** Adds a customer with credit, prices, an originator, a user or an invitation, a key and an SMPP account: all of it, or nothing. */
export const openCustomer = action({
  name: "customer open",
  help: "Add a customer with all that it needs to send, all or nothing; without a password, the user is invited to the portal. Example: messenger customer open 42 --name Shop --credit 100 --originator Shop --key shop",
  may: { operator: "admin", identity: "recent" },
  once: true,
  creates: true,
  button: "Open the account",
  done: "The account was opened.",
  keys: newCustomer.keys,
  fields,
  members: {
    ...described(["id", "name", "payment", "limit", "originator"]),
    credit: nullable(textMember("SMS credits; null for none")),
    originator: nullable(textMember("originator; null for none")),
    prices: wholeMember("prices of its own"),
    user: textMember("name of its user"),
    invitation: nullable(
      secretMember("path below the address of the portal, with which the user chooses a password"),
    ),
    expires: nullable(textMember("end of the invitation; null without one")),
    key: nullable(secretMember("API key; null without one")),
    systemId: nullable(textMember("system_id of its SMPP account; null without one")),
    smppPassword: nullable(secretMember("password of its SMPP account; null without one")),
  },
  run: async (values, call) => {
    const done = await runTogether(call.store, call, stepsOf(values));
    const { id, user } = values;
    const { name, payment, limit } = done.customer.row;
    const row = {
      id,
      name,
      payment,
      limit,
      user,
      credit: done.credit?.row.balance ?? null,
      originator: done.originator?.row.value ?? null,
      prices: done.prices?.row.prices ?? 0,
      invitation: done.invitation?.row.path ?? null,
      expires: done.invitation?.row.expires ?? null,
      key: done.key?.row.secret ?? null,
      systemId: done.smpp?.row.systemId ?? null,
      smppPassword: done.smpp?.row.password ?? null,
    };
    const texts = Object.values(done).flatMap((each) => each?.text ?? []);
    return { row, text: texts.join("\n") };
  },
});

/** An account that was opened, with what is shown once. */
export type OpenedCustomer = Awaited<ReturnType<typeof openCustomer.run>>["row"];

/** Customers. */
export const customers: Subject = {
  name: "customer",
  help: "Customers",
  entries: [
    showCustomer,
    changeCustomer,
    addCustomer,
    openCustomer,
    listCustomers,
    removeCustomer,
    listUnusual,
    listCountrySpending,
    releaseCustomer,
    blockCustomer,
    unblockCustomer,
  ],
};
