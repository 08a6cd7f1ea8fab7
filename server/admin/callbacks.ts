import { randomBytes } from "node:crypto";
import type { Actor } from "../domain/audit.js";
import type { CallbackTarget, ListedCallback } from "../domain/callbacks/callbacks.js";
import type { ListedAlert } from "../domain/callbacks/alerts.js";
import type { CreditKind } from "../domain/credit/balance.js";
import { creditsText } from "../domain/credit/credit.js";
import { statusTable } from "../domain/status.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import { maskedNumber } from "../domain/recipients/recipients.js";
import type { RecordedChanges, Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { type Occasion, recorded } from "./occasion.js";
import { fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import {
  wholeNumberOf,
  customerIdOf,
  expectAllowedAddress,
  serverUrlOf,
  switchOf,
  withoutQuery,
} from "./values.js";

type Callbacks = Pick<Store, "callbacks" | "recording">;

/** Settings of callbacks as the commands print them. */
export interface CallbackCard {
  /** Null without callbacks. */
  readonly callbackUrl: string | null;
  readonly callbackParts: boolean;
  readonly callbackAllowPrivate: boolean;
}

/** Changes as text; absent fields stay as they are. */
export interface CallbackOptions {
  /** `none` removes the URL, the secret and all callbacks. */
  readonly callbackUrl?: string | undefined;
  readonly callbackSecret?: string | undefined;
  readonly callbackParts?: string | undefined;
  readonly callbackAllowPrivate?: string | undefined;
}

/** Bytes of the key in a secret: as the Standard Webhooks specification has it. */
const keyBytes = { least: 24, made: 32, most: 64 };

const secretForm = /^whsec_(?<key>[A-Za-z0-9+/]{1,100}={0,2})$/u;

/** Checks a secret; the message never repeats it. */
function secretOf(text: string): string {
  const { length } = Buffer.from(secretForm.exec(text)?.groups?.["key"] ?? "", "base64");
  if (length < keyBytes.least || length > keyBytes.most)
    throw new InvalidInput(
      `invalid callback secret: use whsec_ and ${keyBytes.least} to ${keyBytes.most} random bytes in base64, or leave it out to have one made`,
    );
  return text;
}

function newSecret(): string {
  return `whsec_${randomBytes(keyBytes.made).toString("base64")}`;
}

function cardOf(target: CallbackTarget | undefined): CallbackCard {
  const { url, parts = false, private: callbackAllowPrivate = false } = target ?? {};
  return {
    callbackUrl: url === undefined ? null : withoutPassword(url),
    callbackParts: parts,
    callbackAllowPrivate,
  };
}

/** Settings of the callbacks of a customer, without the secret. */
export async function showCallbacks({ callbacks }: Callbacks, customerId: number): Promise<CallbackCard> {
  return cardOf(await callbacks.target(customerId));
}

const placeOf = ({ callbackUrl, ...card }: CallbackCard): Readonly<Record<string, unknown>> => ({
  ...card,
  callbackUrl: callbackUrl === null ? null : withoutQuery(callbackUrl),
});

function changedTarget(
  customerId: number,
  before: CallbackTarget | undefined,
  options: CallbackOptions,
): CallbackTarget {
  const { callbackUrl, callbackSecret, callbackParts, callbackAllowPrivate } = options;
  const url = fieldOf("url", callbackUrl, (text) => serverUrlOf(text, before?.url)) ?? before?.url;
  if (url === undefined)
    throw new Refusal(`customer ${customerId} has no callbacks: give --callback-url too`);
  const allowPrivate =
    callbackAllowPrivate === undefined ? before?.private === true : switchOf(callbackAllowPrivate);
  if (callbackUrl !== undefined || callbackAllowPrivate !== undefined)
    inField("url", () => {
      expectAllowedAddress(url, allowPrivate);
    });
  return {
    customerId,
    url,
    secret: callbackSecret === undefined ? (before?.secret ?? newSecret()) : secretOf(callbackSecret),
    parts: callbackParts === undefined ? before?.parts === true : switchOf(callbackParts),
    private: allowPrivate,
  };
}

/** Settings after a change, with the secret if it was made now: it is not shown again. */
export interface ChangedCallbacks extends CallbackCard {
  readonly callbackSecret?: string;
}

async function removeCallbacks(
  { callbacks }: RecordedChanges,
  customerId: number,
  { callbackSecret, callbackParts, callbackAllowPrivate }: CallbackOptions,
): Promise<void> {
  if ([callbackSecret, callbackParts, callbackAllowPrivate].some((option) => option !== undefined))
    throw new InvalidInput("--callback-url none removes the callbacks: give no other callback option");
  if (!(await callbacks.removeTarget(customerId)))
    throw new Refusal(`customer ${customerId} has no callbacks`);
}

/** Changes the callback settings of a customer; recorded. @throws Refusal */
export async function changeCallbacks(
  store: Callbacks,
  customer: string,
  options: CallbackOptions,
  occasion: Occasion,
): Promise<ChangedCallbacks> {
  const customerId = customerIdOf(customer);
  const before = await store.callbacks.target(customerId);
  const after = options.callbackUrl === "none" ? undefined : changedTarget(customerId, before, options);
  const card = cardOf(after);
  const isNewSecret = after !== undefined && after.secret !== before?.secret;
  const changes = recorded(store, occasion, {
    action: "customer change",
    subject: { customer: customerId },
    before: placeOf(cardOf(before)),
    after: { ...placeOf(card), ...(isNewSecret ? { callbackSecret: "changed" } : {}) },
  });
  if (after === undefined) await removeCallbacks(changes, customerId, options);
  else if (!(await changes.callbacks.setTarget(after, occasion.now)))
    throw new Refusal(`there is no customer ${customerId}`);
  const isMade = isNewSecret && options.callbackSecret === undefined;
  return isMade ? { ...card, callbackSecret: after.secret } : card;
}

/** A callback as the commands print it. */
export interface CallbackRow {
  readonly id: number;
  readonly customer: number;
  readonly transaction: string;
  readonly message: number;
  readonly part: number | null;
  /** The last two digits only. */
  readonly number: string;
  readonly status: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly attempts: number;
  /** ISO 8601, UTC; null if it was given up. */
  readonly next: string | null;
  /** Reason why the last attempt failed; null before the first. */
  readonly reason: string | null;
}

function rowOf({ nextAt, part, failure, ...callback }: ListedCallback): CallbackRow {
  const { id, customerId: customer, transactionId: transaction, messageId: message } = callback;
  const { phone, state, at, attempts } = callback;
  return {
    id,
    customer,
    transaction,
    message,
    part: part ?? null,
    number: maskedNumber(phone),
    status: statusTable[state].element,
    at: new Date(at).toISOString(),
    attempts,
    next: nextAt === undefined ? null : new Date(nextAt).toISOString(),
    reason: failure ?? null,
  };
}

const mostListed = 10_000;

interface ListInput {
  readonly customer?: string | undefined;
  readonly waiting: boolean;
  readonly limit: string;
  readonly before?: string | undefined;
}

function selectionOf(input: ListInput) {
  const customerId = input.customer === undefined ? undefined : customerIdOf(input.customer);
  return {
    selection: { customerId, failed: !input.waiting },
    limit: wholeNumberOf("limit", input.limit, 1, mostListed),
    before: input.before === undefined ? undefined : storedIdOf("callback", input.before),
  };
}

/** Callbacks that were given up or wait, latest first; behind the callback `before` if given. @throws Refusal */
export async function listCallbacks(
  { callbacks }: Callbacks,
  input: ListInput,
): Promise<readonly CallbackRow[]> {
  const { selection, limit, before } = selectionOf(input);
  return (await callbacks.list(selection, limit, before)).map(rowOf);
}

/** A callback about a low balance as the commands print it. */
export interface AlertRow {
  readonly id: number;
  readonly customer: number;
  readonly kind: CreditKind;
  /** Credits that were left when it was found, and the threshold. */
  readonly left: string;
  readonly threshold: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly attempts: number;
  /** ISO 8601, UTC; null if it was given up. */
  readonly next: string | null;
  /** Reason why the last attempt failed; null before the first. */
  readonly reason: string | null;
}

function alertRow({
  id,
  customerId,
  kind,
  left,
  threshold,
  at,
  attempts,
  nextAt,
  failure,
}: ListedAlert): AlertRow {
  return {
    id,
    customer: customerId,
    kind,
    left: creditsText(left),
    threshold: creditsText(threshold),
    at: new Date(at).toISOString(),
    attempts,
    reason: failure ?? null,
    next: nextAt === undefined ? null : new Date(nextAt).toISOString(),
  };
}

/** Callbacks about low balances that were given up or wait, latest first, as `listCallbacks`. @throws Refusal */
export async function listAlerts(
  { alerts }: Pick<Store, "alerts">,
  input: ListInput,
): Promise<readonly AlertRow[]> {
  const { selection, limit, before } = selectionOf(input);
  return (await alerts.list(selection, limit, before)).map(alertRow);
}

/** Callbacks that are retried in one commit. */
const retriedAtOnce = 500;

/** Posts callbacks again that were given up, step by step; each step is recorded. */
async function retryFailed(
  store: Callbacks,
  customer: string | undefined,
  occasion: Occasion,
): Promise<number> {
  const { name, source, form } = occasion.by;
  const entry = { action: "callback retry", subject: { customer } } as const;
  const some = {
    customerId: customer === undefined ? undefined : customerIdOf(customer),
    limit: retriedAtOnce,
  };
  const step = (by: Actor) => recorded(store, { ...occasion, by }, entry).callbacks.retry(some, occasion.now);
  let retried = await step({ name, source, form });
  // A form is recorded once: further steps are entries without it.
  for (let count = retried; count === retriedAtOnce; retried += count) count = await step({ name, source });
  return retried;
}

/** Callbacks to post again: those with the ids, or all callbacks and alerts that were given up (of a customer). */
export type Retried =
  | { readonly ids: readonly string[] }
  | { readonly alerts: readonly string[] }
  | { readonly customer: string | undefined };

/** Posts callbacks again for a day; recorded. @throws Refusal */
export async function retryCallbacks(store: Callbacks, which: Retried, occasion: Occasion): Promise<number> {
  if ("customer" in which) return retryFailed(store, which.customer, occasion);
  const idsOf = (texts: readonly string[]): readonly number[] =>
    texts.map((id) => storedIdOf("callback", id));
  const chosen = "ids" in which ? { ids: idsOf(which.ids) } : { alerts: idsOf(which.alerts) };
  const { callbacks } = recorded(store, occasion, { action: "callback retry", subject: { ...which } });
  const retried = await callbacks.retry(chosen, occasion.now);
  if (retried === 0) throw new Refusal("there is no such callback");
  return retried;
}
