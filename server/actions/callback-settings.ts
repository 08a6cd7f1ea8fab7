import { randomBytes } from "node:crypto";
import type { CallbackTarget } from "../domain/callbacks/callbacks.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import type { Store } from "../ports/store.js";
import { fieldOf, inField, InvalidInput, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { expectAllowedAddress, serverUrlOf, withoutQuery } from "../admin/values.js";
import { customerKey } from "./account-fields.js";
import { action, type Call } from "./action.js";
import { givenAlone, onOff, optional, required, secret, text } from "./fields.js";
import { described, type Members, secretMember } from "./members.js";
import { type Caller, shownUrl } from "./rights.js";

/** Settings of callbacks as the commands print them. */
export interface CallbackCard {
  /** Null without callbacks. */
  readonly callbackUrl: string | null;
  readonly callbackParts: boolean;
  readonly callbackAllowPrivate: boolean;
}

/** Bytes of the key in a secret: as the Standard Webhooks specification has it. */
const keyBytes = { least: 24, made: 32, most: 64 };

const secretForm = /^whsec_(?<key>[A-Za-z0-9+/]{1,100}={0,2})$/u;

/** Checks a secret; the message never repeats it. */
function secretOf(given: string): string {
  const { length } = Buffer.from(secretForm.exec(given)?.groups?.["key"] ?? "", "base64");
  if (length < keyBytes.least || length > keyBytes.most)
    throw new InvalidInput(
      `invalid callback secret: use whsec_ and ${keyBytes.least} to ${keyBytes.most} random bytes in base64, or leave it out to have one made`,
    );
  return given;
}

function newSecret(): string {
  return `whsec_${randomBytes(keyBytes.made).toString("base64")}`;
}

function cardOf(target: CallbackTarget | undefined, shown = withoutPassword): CallbackCard {
  const { url, parts = false, private: callbackAllowPrivate = false } = target ?? {};
  return {
    callbackUrl: url === undefined ? null : shown(url),
    callbackParts: parts,
    callbackAllowPrivate,
  };
}

const urlText = text("URL", "post the final status of each message to this URL, or none", {
  form: "<url>",
  hint: "none removes the URL, the secret and all callbacks",
});

/** Checked with the URL before: it may stay without its password. */
export const callbackFields = {
  callbackUrl: optional(urlText, (given) => given),
  callbackParts: onOff("Also for each part", "post the final status of each part too (default off)"),
  callbackAllowPrivate: {
    ...onOff("Allow private addresses", "allow a callback URL in a private network (default off)"),
    operatorsOnly: true,
  },
  callbackSecret: optional(
    {
      ...secret(undefined, "the secret that signs callbacks"),
      form: "whsec_ and base64 (default: generated and printed once)",
    },
    secretOf,
  ),
};

export const callbackMembers: Members = {
  ...described(["callbackUrl", "callbackParts", "callbackAllowPrivate"]),
  callbackSecret: secretMember("the secret that signs callbacks, if it was made now"),
};

/** Settings that are changed; absent ones stay as they are. */
interface Changes {
  /** `none` removes the URL, the secret and all callbacks. */
  readonly callbackUrl?: string;
  readonly callbackSecret?: string;
  readonly callbackParts?: boolean;
  readonly callbackAllowPrivate?: boolean;
}

/** Settings of the callbacks of a customer, without the secret. */
export async function callbacksOf(
  { callbacks }: Pick<Store, "callbacks">,
  customerId: number,
  caller: Caller,
): Promise<ChangedCallbacks> {
  return cardOf(await callbacks.target(customerId), (url) => shownUrl(url, caller));
}

/** For the audit log. */
const placeOf = ({ callbackUrl, ...rest }: CallbackCard): Readonly<Record<string, unknown>> => ({
  ...rest,
  callbackUrl: callbackUrl === null ? null : withoutQuery(callbackUrl),
});

/** What a user of a customer, who cannot allow private addresses, is told of one. */
const publicAdvice = " that is reachable from the internet";

function changedTarget(
  customerId: number,
  before: CallbackTarget | undefined,
  { callbackUrl: given, ...changes }: Changes,
  { caller }: Pick<Call, "caller">,
): CallbackTarget {
  const url = fieldOf("callbackUrl", given, (typed) => serverUrlOf(typed, before?.url)) ?? before?.url;
  if (url === undefined)
    throw unknownThing(said`${{ customer: customerId }} has no callbacks: give --callback-url too`);
  const allowPrivate = changes.callbackAllowPrivate ?? before?.private === true;
  if (given !== undefined || changes.callbackAllowPrivate !== undefined)
    inField("callbackUrl", () => {
      expectAllowedAddress(url, allowPrivate, caller.kind === "customer" ? publicAdvice : undefined);
    });
  return {
    customerId,
    url,
    secret: changes.callbackSecret ?? before?.secret ?? newSecret(),
    parts: changes.callbackParts ?? before?.parts === true,
    private: allowPrivate,
  };
}

/** Settings after a change, with the secret if it was made now: it is not shown again. */
export interface ChangedCallbacks extends CallbackCard {
  readonly callbackSecret?: string;
}

/** A change of callbacks that was checked. */
interface CheckedCallbacks {
  readonly before: CallbackTarget | undefined;
  readonly after: CallbackTarget | undefined;
  /** The secret was made now. */
  readonly isMade: boolean;
}

/** Checks a change of callbacks, and stores nothing. @throws Refusal */
export async function checkedCallbacks(
  customerId: number,
  changes: Changes,
  call: Pick<Call, "store" | "caller">,
): Promise<CheckedCallbacks> {
  const { callbackUrl, ...others } = changes;
  const before = await call.store.callbacks.target(customerId);
  if (callbackUrl === "none") {
    if (Object.keys(others).length > 0)
      throw new InvalidInput("--callback-url none removes the callbacks: give no other callback option");
    if (before === undefined) throw unknownThing(said`${{ customer: customerId }} has no callbacks`);
    return { before, after: undefined, isMade: false };
  }
  const after = changedTarget(customerId, before, changes, call);
  return { before, after, isMade: changes.callbackSecret === undefined && before === undefined };
}

/** Stores settings of callbacks; recorded. @throws Refusal */
export async function storeCallbacks(
  customerId: number,
  { before, after, isMade }: CheckedCallbacks,
  { now, recorded }: Pick<Call, "now" | "recorded">,
): Promise<ChangedCallbacks> {
  const shown = cardOf(after);
  const isNewSecret = after !== undefined && after.secret !== before?.secret;
  const { callbacks } = recorded({
    subject: { customer: customerId },
    before: placeOf(cardOf(before)),
    after: { ...placeOf(shown), ...(isNewSecret ? { callbackSecret: "changed" } : {}) },
  });
  if (after === undefined) {
    if (!(await callbacks.removeTarget(customerId)))
      throw unknownThing(said`${{ customer: customerId }} has no callbacks`);
  } else if (!(await callbacks.setTarget(after, now)))
    throw unknownThing(said`there is no ${{ customer: customerId }}`);
  return isMade && after !== undefined ? { ...shown, callbackSecret: after.secret } : shown;
}

/** Changes the callbacks as pages do: the URL is in each form. */
export const changeCallbacks = action({
  name: "customer change",
  help: "Change the callbacks of a customer",
  may: { operator: "admin", portal: "develop", identity: "recent" },
  button: "Change the callbacks",
  done: "The callbacks were changed.",
  keys: { customer: customerKey },
  members: callbackMembers,
  fields: { ...callbackFields, callbackUrl: required(urlText, urlOf) },
  run: async ({ customer, callbackUrl, ...given }, call) => {
    // A form always has the switches.
    const switches = callbackUrl === "none" ? {} : givenAlone(given);
    const checked = await checkedCallbacks(customer, { callbackUrl, ...switches }, call);
    const row = await storeCallbacks(customer, checked, call);
    const secretOnce = { member: "callbackSecret", title: "Callbacks", label: "Secret" } as const;
    return { row, ...(row.callbackSecret === undefined ? {} : { secret: secretOnce }) };
  },
});

/** The field was emptied, which must not remove the callbacks. @throws InvalidInput */
function urlOf(given: string): string {
  if (given === "") throw new InvalidInput("give a URL, or none to remove the callbacks");
  return given;
}
