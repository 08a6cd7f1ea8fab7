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
  type SmppSettings,
} from "../domain/smpp/accounts.js";
import type { WaitingDeliveries } from "../ports/smpp.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import { addressRangesOf, customerIdOf, customerUserOf, switchOf, wholeNumberOf } from "./values.js";

type Accounts = Pick<Store, "smpp" | "recording">;

/** An account of the SMPP server as the commands print it. */
export interface SmppAccountRow {
  readonly systemId: string;
  readonly customer: number;
  readonly user: string;
  readonly window: number;
  readonly fromAddresses: readonly string[];
  readonly receipts: string;
  readonly receiptId: string;
  readonly interim: boolean;
  readonly incoming: boolean;
  readonly alphabet: string;
  /** command_status, `0x45`. */
  readonly creditStatus: string;
  /** Bound sessions of all processes. */
  readonly sessions: number;
  /** Receipts and messages that wait for a receiver. */
  readonly waiting: number;
  /** When the oldest of them was added, ISO 8601, UTC; null for none. */
  readonly oldestWaiting: string | null;
}

/** Settings as text; absent fields stay, or have their defaults. */
export interface SmppOptions {
  readonly window?: string | undefined;
  /** `none` alone for any address. */
  readonly fromAddress?: readonly string[] | undefined;
  readonly receipts?: string | undefined;
  readonly receiptId?: string | undefined;
  readonly interim?: string | undefined;
  readonly incoming?: string | undefined;
  readonly alphabet?: string | undefined;
  readonly creditStatus?: string | undefined;
}

/** A password of an account as it is chosen. */
export interface ChosenPassword {
  /** Undefined for a random one. */
  readonly password?: string | undefined;
  /** Whether it may be longer than SMPP 3.4 allows. */
  readonly allowLong?: boolean | undefined;
}

export interface NewSmppInput extends SmppOptions, ChosenPassword {
  /** CUSTOMER/USER. */
  readonly user: string;
  readonly systemId: string;
}

function oneOf<const T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((each) => each === text);
  if (value === undefined)
    throw new InvalidInput(`invalid ${name} ${JSON.stringify(text)}: use ${values.join(" or ")}`);
  return value;
}

function statusOf(text: string): number {
  const value = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(text) ? Number(text) : 0;
  if (value < 1 || value > 0xffffffff)
    throw new InvalidInput(`invalid command_status ${JSON.stringify(text)}: use a number such as 0x45`);
  return value;
}

const statusText = (value: number): string => `0x${value.toString(16).padStart(2, "0")}`;

function settingsOf(given: SmppOptions): Partial<SmppSettings> {
  const fields: { readonly [K in keyof SmppSettings]: SmppSettings[K] | undefined } = {
    window: fieldOf("window", given.window, (text) => wholeNumberOf("window", text, 1, 1_000)),
    fromAddresses: given.fromAddress && inField("addresses", () => rangesOf(given.fromAddress ?? [])),
    receipts: fieldOf("receipts", given.receipts, (text) => oneOf("choice of binds", text, receiptBinds)),
    receiptId: fieldOf("receiptId", given.receiptId, (text) => oneOf("form of ids", text, receiptIds)),
    interim: fieldOf("interim", given.interim, switchOf),
    incoming: fieldOf("incoming", given.incoming, switchOf),
    alphabet: fieldOf("alphabet", given.alphabet, (text) => oneOf("alphabet", text, defaultAlphabets)),
    creditStatus: fieldOf("creditStatus", given.creditStatus, statusOf),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const rangesOf = (texts: readonly string[]): readonly string[] =>
  texts.length === 1 && texts[0] === "none" ? [] : addressRangesOf(texts);

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

/** Characters of passwords that are made here: none that is mistaken for another one. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Longest password of SMPP 3.4. A random one has 46 bits, and attempts are limited. */
const specifiedLength = 8;

/** The password to store; `made` is to be shown once, and null for one that was chosen. */
function passwordFor({ password, allowLong = false }: ChosenPassword) {
  if (password !== undefined)
    return { stored: inField("password", () => chosenOf(password, allowLong)), made: null };
  const made = Array.from({ length: specifiedLength }, () => letters[randomInt(letters.length)]).join("");
  return { stored: made, made };
}

/**
 * Adds an account; returns it with its password if that is random, which is not shown again. Recorded without it.
 * @throws Refusal
 */
export async function addSmppAccount(
  store: Accounts,
  input: NewSmppInput,
  occasion: Occasion,
): Promise<{ readonly systemId: string; readonly user: string; readonly password: string | null }> {
  const { customerId, userName } = customerUserOf(input.user);
  const systemId = inField("systemId", () => systemIdOf(input.systemId));
  const settings = { ...defaultSmppSettings, ...settingsOf(input) };
  const { stored, made } = passwordFor(input);
  const subject = { customer: customerId, user: userName, systemId };
  const { smpp } = recorded(store, occasion, { action: "smpp add", subject, after: { ...settings } });
  const passwordHash = await hashPassword(stored);
  const change = await smpp.add({ ...settings, systemId, customerId, userName, passwordHash });
  const user = `user ${userName}`;
  const taken = `system_id ${systemId}, or an account of ${user},`;
  expectDone(change, { customerId, thing: !change.ok && change.reason === "exists" ? taken : user });
  return { systemId, user: input.user, password: made };
}

/** What entries of the audit log are about. */
type Subject = Readonly<Record<"systemId" | "user", string>> & { readonly customer: number };

/** Customer and user see changes of their account. @throws Refusal if there is no account */
async function subjectOf({ smpp }: Pick<Store, "smpp">, systemId: string): Promise<Subject> {
  const account = await smpp.account(systemId);
  expectFound(account !== undefined, systemId);
  return { customer: account.customerId, user: account.userName, systemId };
}

function expectFound(found: boolean, systemId: string): asserts found {
  if (!found) throw new Refusal(`there is no SMPP account ${systemId}`);
}

/** Changes the given settings of an account; bound sessions keep theirs. Recorded. @throws Refusal */
export async function changeSmppAccount(
  store: Accounts,
  systemId: string,
  given: SmppOptions,
  occasion: Occasion,
): Promise<void> {
  const change = settingsOf(given);
  if (Object.keys(change).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  const subject = await subjectOf(store, systemId);
  const { smpp } = recorded(store, occasion, { action: "smpp change", subject, after: { ...change } });
  expectFound(await smpp.change(systemId, change), systemId);
}

/**
 * Replaces the password of an account by the chosen one, or a random one, and closes its sessions; returns a random one. Recorded.
 * @throws Refusal
 */
export async function setSmppPassword(
  store: Accounts,
  systemId: string,
  chosen: ChosenPassword,
  occasion: Occasion,
): Promise<string | null> {
  const { stored, made } = passwordFor(chosen);
  const subject = await subjectOf(store, systemId);
  const { smpp } = recorded(store, occasion, { action: "smpp password", subject });
  expectFound(await smpp.change(systemId, { passwordHash: await hashPassword(stored) }), systemId);
  return made;
}

/** Removes an account: its sessions are closed, and its pending deliveries are discarded. Recorded. @throws Refusal */
export async function removeSmppAccount(
  store: Accounts,
  systemId: string,
  occasion: Occasion,
): Promise<void> {
  const subject = await subjectOf(store, systemId);
  const { smpp } = recorded(store, occasion, { action: "smpp remove", subject });
  expectFound(await smpp.remove(systemId), systemId);
}

function rowOf(
  { systemId, customerId, userName, ...account }: SmppAccount,
  sessions: number,
  found: WaitingDeliveries | undefined,
): SmppAccountRow {
  const { window, fromAddresses, receipts, receiptId, interim, incoming, alphabet, creditStatus } = account;
  const settings = { window, fromAddresses, receipts, receiptId, interim, incoming, alphabet };
  const row = { systemId, customer: customerId, user: userName, ...settings };
  const oldestWaiting = found === undefined ? null : new Date(found.oldest).toISOString();
  return {
    ...row,
    creditStatus: statusText(creditStatus),
    sessions,
    waiting: found?.waiting ?? 0,
    oldestWaiting,
  };
}

/** Accounts of one customer, or of all. @throws Refusal */
export async function listSmppAccounts(
  { smpp }: Pick<Store, "smpp">,
  now: number,
  customer?: string,
): Promise<readonly SmppAccountRow[]> {
  const accounts = await smpp.accounts(customer === undefined ? undefined : customerIdOf(customer));
  const binds = await smpp.binds(now);
  const waiting = new Map((await smpp.waiting()).map((each) => [each.userId, each]));
  return accounts.map((account) => {
    const sessions = binds.filter(({ userId }) => userId === account.userId).length;
    return rowOf(account, sessions, waiting.get(account.userId));
  });
}

/** A bound session as the commands print it. Counters begin with the bind. */
export interface SmppSessionRow {
  readonly id: string;
  readonly systemId: string;
  readonly customer: number;
  readonly user: string;
  readonly kind: string;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly submitted: number;
  readonly refused: number;
  readonly throttled: number;
  readonly delivered: number;
}

/** Bound sessions of all processes; their counters are some seconds old. */
export async function listSmppSessions(
  { smpp }: Pick<Store, "smpp">,
  now: number,
): Promise<readonly SmppSessionRow[]> {
  return (await smpp.binds(now)).map(
    ({
      id,
      systemId,
      customerId,
      userName,
      kind,
      address,
      since,
      submitted,
      refused,
      throttled,
      delivered,
    }) => {
      const counts = { submitted, refused, throttled, delivered };
      const names = { id, systemId, customer: customerId, user: userName, kind, address };
      return { ...names, since: new Date(since).toISOString(), ...counts };
    },
  );
}

/** The account of a session, which may have ended. */
async function ownerOf(
  { smpp }: Pick<Store, "smpp">,
  session: string,
  now: number,
): Promise<Partial<Subject>> {
  const found = (await smpp.binds(now)).find(({ id }) => id === session);
  return found === undefined
    ? {}
    : { customer: found.customerId, user: found.userName, systemId: found.systemId };
}

/** Asks the processes to close sessions: that with the id, or all of a system_id. Returns how many. Recorded. @throws Refusal */
export async function kickSmppSessions(store: Accounts, which: string, occasion: Occasion): Promise<number> {
  const isId = /^[0-9a-f-]{36}$/.test(which);
  const subject = isId
    ? { session: which, ...(await ownerOf(store, which, occasion.now)) }
    : await subjectOf(store, which);
  const { smpp } = recorded(store, occasion, { action: "smpp kick", subject });
  const kicked = await smpp.kick(isId ? { id: which } : { systemId: which });
  if (kicked === 0) throw new Refusal(`there is no SMPP session of ${which}`);
  return kicked;
}
