import { randomInt } from "node:crypto";
import { hashPassword } from "../credentials/hash.js";
import {
  defaultAlphabets,
  defaultSmppSettings,
  maxBindPassword,
  maxSystemId,
  receiptBinds,
  receiptIds,
  type SmppAccount,
} from "../domain/smpp/accounts.js";
import type { WaitingDeliveries } from "../ports/smpp.js";
import type { Store } from "../ports/store.js";
import { expectDone, inField, InvalidInput, unknownThing } from "../admin/refusal.js";
import { addressRangesOf } from "../admin/values.js";
import { customerFilter, customerUser, fromAddresses } from "./account-fields.js";
import { action, list } from "./action.js";
import {
  flag,
  changesIn,
  givenAlone,
  key,
  number,
  oneOfListed,
  onOff,
  optional,
  password,
  required,
  text,
  integer,
} from "./fields.js";
import { described, nullable, secretMember, typedUser } from "./members.js";

function statusOf(text: string): number {
  const value = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(text) ? Number(text) : 0;
  if (value < 1 || value > 0xffffffff)
    throw new InvalidInput(`invalid command_status ${JSON.stringify(text)}: use a number such as 0x45`);
  return value;
}

const columns = [
  ...(["systemId", "customer", "user", "window", "fromAddresses", "receipts", "receiptId"] as const),
  ...(["interim", "incoming", "alphabet", "creditStatus"] as const),
  ...(["sessions", "waiting", "oldestWaiting"] as const),
];
const ofPassword = {
  ...described(["systemId"]),
  password: nullable(secretMember("the random password; null for a chosen one")),
};

const rangesOf = (texts: readonly string[]): readonly string[] =>
  texts.length === 1 && texts[0] === "none" ? [] : addressRangesOf(texts);

/** The settings of an account; the meanings name the defaults of a new one. */
const settings = {
  window: optional(
    number("Window", "messages without a response on a session, in each direction (default: 10)", {
      width: "short",
    }),
    integer("window", 1, 1_000),
  ),
  fromAddresses: fromAddresses(
    "accept binds from this address or CIDR range only; may be repeated; none for any (default: any)",
    "address or range from which it may bind, one a line, for example 192.0.2.0/24; empty: any",
    rangesOf,
  ),
  receipts: oneOfListed(
    "Receipts to",
    "bind that gets receipts first (default: any)",
    "choice of binds",
    receiptBinds,
  ),
  receiptId: oneOfListed(
    "Ids in receipts",
    "ids in receipts: as in the response, or hexadecimal there and decimal in receipts (default: same)",
    "form of ids",
    receiptIds,
  ),
  interim: onOff(
    "Intermediate notifications",
    "send intermediate notifications to messages that request them (default: off)",
  ),
  incoming: onOff("Incoming messages", "deliver messages to the numbers of the customer (default: on)"),
  alphabet: oneOfListed(
    "data_coding 0",
    "alphabet of data_coding 0 (default: gsm)",
    "alphabet",
    defaultAlphabets,
  ),
  creditStatus: optional(
    text("command_status without credit", "command_status of a message without credit (default: 0x45)", {
      form: "<number>",
      width: "short",
    }),
    statusOf,
  ),
};

/** Settings in the order of forms. */
export const settingNames = [
  ...(["window", "fromAddresses", "receipts", "receiptId"] as const),
  ...(["alphabet", "creditStatus", "interim", "incoming"] as const),
];

/** Letters of passwords that are made here: none that is mistaken for another one. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Longest password of SMPP 3.4. A random one has 46 bits, and attempts are limited. */
const specifiedLength = 8;

/** A password that is chosen, or random. */
const chosenPassword = {
  password: optional(
    password("Password", undefined, {
      hint: `1 to ${specifiedLength} characters; empty: a random one, which is shown once`,
    }),
    (given) => given,
  ),
  allowLong: flag(
    "Allow 9 to 64 characters, which many clients cut to 8",
    "accept a password of 9 to 64 characters, which many clients cut to 8",
  ),
};

function systemIdOf(text: string): string {
  if (!/^[!-~]+$/.test(text) || text.length > maxSystemId)
    throw new InvalidInput(
      `invalid system_id ${JSON.stringify(text)}: use 1 to ${maxSystemId} printable ASCII characters without spaces`,
    );
  return text;
}

/** Checks a password that was chosen; the message never repeats it. */
function chosenOf(text: string, allowLong: boolean): string {
  const most = allowLong ? maxBindPassword : specifiedLength;
  if (/^[ -~]+$/.test(text) && text.length <= most) return text;
  const hint = allowLong
    ? ""
    : `; SMPP 3.4 allows no more, and a longer one (up to ${maxBindPassword}) has to be allowed, as many clients cut it`;
  throw new InvalidInput(
    `the password of an account must have 1 to ${most} printable ASCII characters${hint}`,
  );
}

/** The password to store; `made` is to be shown once, and null for one that was chosen. */
function passwordFor(chosen: string | undefined, allowLong: boolean) {
  if (chosen !== undefined)
    return { stored: inField("password", () => chosenOf(chosen, allowLong)), made: null };
  const made = Array.from({ length: specifiedLength }, () => letters[randomInt(letters.length)]).join("");
  return { stored: made, made };
}

const shownPassword = (made: string | null): string =>
  made === null ? "with the password that was given" : `password not shown again: ${made}`;

/** What follows from a password; the page of a random one. */
function madeFor(systemId: string, password: string | null) {
  if (password === null) return {};
  const words = { title: `SMPP account ${systemId}`, label: "Password" };
  return { secret: { member: "password", ...words } as const };
}

const may = { operator: "admin" } as const;
const mayGetPassword = { ...may, identity: "recent" } as const;

/** Adds an account, with a random password unless one is given; recorded without it. */
export const addSmppAccount = action({
  name: "smpp add",
  help: "Add an account for CUSTOMER/USER, with a random password that is printed once unless one is given. Example: messenger smpp add 42/api --system-id shop01",
  may: mayGetPassword,
  button: "Add the account",
  done: "The account was added.",
  keys: { user: customerUser("User") },
  fields: {
    systemId: required(
      text("system_id", `system_id, at most ${maxSystemId} characters, unique`, {
        hint: `at most ${maxSystemId} characters`,
      }),
      systemIdOf,
    ),
    ...settings,
    ...chosenPassword,
  },
  members: { ...ofPassword, user: typedUser },
  run: async ({ user, systemId, password: chosen, allowLong, ...given }, { recorded }) => {
    const { customerId, userName, typed } = user;
    const { stored, made } = passwordFor(chosen, allowLong);
    const account = { ...defaultSmppSettings, ...givenAlone(given) };
    const subject = { customer: customerId, user: userName, systemId };
    const { smpp } = recorded({ subject, after: { ...account } });
    const passwordHash = await hashPassword(stored);
    const change = await smpp.add({ ...account, systemId, customerId, userName, passwordHash });
    const owner = `user ${userName}`;
    const taken = `system_id ${systemId}, or an account of ${owner},`;
    expectDone(change, { customerId, thing: !change.ok && change.reason === "exists" ? taken : owner });
    return {
      row: { systemId, user: typed, password: made },
      text: `account ${systemId} of user ${typed}, ${shownPassword(made)}`,
      ...madeFor(systemId, made),
    };
  },
});

/** What entries of the audit log are about. */
type About = Readonly<Record<"systemId" | "user", string>> & { readonly customer: number };

/** Customer and user see changes of their account. @throws Refusal if there is no account */
export async function aboutAccount({ smpp }: Pick<Store, "smpp">, systemId: string): Promise<About> {
  const account = await smpp.account(systemId);
  expectFound(account !== undefined, systemId);
  return { customer: account.customerId, user: account.userName, systemId };
}

function expectFound(found: boolean, systemId: string): asserts found {
  if (!found) throw unknownThing(`there is no SMPP account ${systemId}`);
}

/** Changes the given settings of an account; bound sessions keep theirs. */
export const changeSmppAccount = action({
  name: "smpp change",
  help: "Change the given settings of an account, from the next bind on",
  may,
  button: "Change the account",
  done: "The account was changed.",
  keys: { systemId: key },
  fields: settings,
  run: async ({ systemId, ...given }, { store, recorded }) => {
    const change = changesIn(given);
    const subject = await aboutAccount(store, systemId);
    const { smpp } = recorded({ subject, after: { ...change } });
    expectFound(await smpp.change(systemId, change), systemId);
    return { row: { systemId }, text: `account ${systemId} changed` };
  },
});

/** Replaces the password of an account by the chosen one, or a random one, and closes its sessions. */
export const setSmppPassword = action({
  name: "smpp password",
  help: "Replace the password of an account and close its sessions; a random one is printed once unless one is given",
  may: mayGetPassword,
  button: "Replace the password",
  done: "The password was replaced.",
  danger: {
    button: "Replace the password",
    text: "Sessions of the account are closed within 3 seconds, and the client binds again only with the new password.",
  },
  keys: { systemId: key },
  fields: chosenPassword,
  members: ofPassword,
  run: async ({ systemId, password: chosen, allowLong }, { store, recorded }) => {
    const { stored, made } = passwordFor(chosen, allowLong);
    const subject = await aboutAccount(store, systemId);
    const passwordHash = await hashPassword(stored);
    expectFound(await recorded({ subject }).smpp.change(systemId, { passwordHash }), systemId);
    return {
      row: { systemId, password: made },
      text: `account ${systemId}, ${shownPassword(made)}`,
      ...madeFor(systemId, made),
    };
  },
});

/** Removes an account: its sessions are closed, and its pending deliveries are discarded. */
export const removeSmppAccount = action({
  name: "smpp remove",
  help: "Remove an account: its sessions are closed, and its waiting receipts are discarded",
  may,
  button: "Remove the account",
  done: "The account was removed.",
  danger: {
    button: "Remove the account",
    text: "Its sessions are closed, and receipts and messages that wait for it are discarded.",
  },
  keys: { systemId: key },
  run: async ({ systemId }, { store, recorded }) => {
    const subject = await aboutAccount(store, systemId);
    expectFound(await recorded({ subject }).smpp.remove(systemId), systemId);
    return { row: { systemId }, text: `account ${systemId} removed` };
  },
});

/** An account of the SMPP server as the commands print it. */
export type SmppAccountRow = ReturnType<typeof rowOf>;

const rowOf = (account: SmppAccount, sessions: number, found: WaitingDeliveries | undefined) => ({
  systemId: account.systemId,
  customer: account.customerId,
  user: account.userName,
  window: account.window,
  fromAddresses: account.fromAddresses,
  receipts: account.receipts,
  receiptId: account.receiptId,
  interim: account.interim,
  incoming: account.incoming,
  alphabet: account.alphabet,
  /** `0x45`. */
  creditStatus: `0x${account.creditStatus.toString(16).padStart(2, "0")}`,
  /** Bound, of all processes. */
  sessions,
  /** Receipts and messages that wait for a receiver. */
  waiting: found?.waiting ?? 0,
  /** When the oldest of them was added, ISO 8601, UTC; null for none. */
  oldestWaiting: found === undefined ? null : new Date(found.oldest).toISOString(),
});

/** Accounts of one customer, or of all. */
export const listSmppAccounts = list({
  name: "smpp list",
  help: "List accounts with their settings, sessions and waiting receipts",
  may: { operator: "viewer" },
  filters: { customer: customerFilter },
  columns,
  rows: async ({ customer }, { store: { smpp }, now }) => {
    const accounts = await smpp.accounts(customer);
    const binds = await smpp.binds(now);
    const waiting = new Map((await smpp.waiting()).map((each) => [each.userId, each]));
    return accounts.map((account) => {
      const sessions = binds.filter(({ userId }) => userId === account.userId).length;
      return rowOf(account, sessions, waiting.get(account.userId));
    });
  },
});
