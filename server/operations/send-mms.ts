import type { MessengerService } from "messenger-client/server";
import type { Content } from "../domain/message/compose.js";
import { readEntries } from "../domain/recipients/recipients.js";
import { addressReader } from "../networks/mm7/documents/address.js";
import { readMmsContent } from "../networks/mm7/documents/mms-content.js";
import type { MmsPart } from "../domain/message/mms-message.js";
import { incorrect, type PlainRefusal, refuse } from "../domain/refusals.js";
import { type Access, authenticateSender } from "./access.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { type Mm7Data, readMm7Data } from "./mm7-submit.js";
import { inSlices } from "./slices.js";
import { type Prepare, type SendOutcome, submitFor } from "./submit-message.js";

/** A caller of `/v1` has credentials of its own, and those in the data do not count then. */
type MmsRequest = Parameters<MessengerService["sendMMS"]>[0];

/** The outcome of a send, and the customer once it is known. */
export type MmsOutcome = SendOutcome & { readonly customerId?: number };

/** A number that identifies a customer or a user; undefined for any other text. */
function numberOf(text: string): number | undefined {
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

/**
 * SendMMS: an MMS, given as an MM7 SubmitReq. It names the customer and carries the credentials, unless the request has some: these
 * are checked before anything else.
 */
export async function sendMms(
  dependencies: Dependencies,
  operation: string,
  { mm7Data, user }: MmsRequest,
): Promise<MmsOutcome> {
  const caller = user && (await authenticateSender(dependencies.credentials, user));
  if (caller?.ok === false) return caller;
  if (mm7Data === undefined || mm7Data.length === 0) return refuse("noMmsData");
  const data = readMm7Data(mm7Data, dependencies.now());
  if (data === undefined) return incorrect("mm7Data");
  const { vaspId, vasId, chargedParty } = data.submit;
  const named = { customer: numberOf(vaspId), user: numberOf(vasId) };
  const isUnnamed = caller !== undefined && vaspId === "";
  if ((named.customer === undefined && !isUnnamed) || (named.user === undefined && vasId !== "")) {
    return refuse("vasIdNotNumeric");
  }
  const access = await (caller === undefined
    ? authenticateVas(dependencies, data, named)
    : asNamed(dependencies, caller, named));
  if (!access.ok) return access;
  const customerId = access.customer.id;
  const outcome =
    chargedParty === "" || chargedParty === "Sender"
      ? await submitFor(dependencies, operation, access, prepareMms(data))
      : refuse("chargedPartyNotSender");
  return { ...outcome, customerId };
}

/** VASPID and VASID: the numbers of a customer and of a user; undefined for absent ones. */
interface Named {
  readonly customer: number | undefined;
  readonly user: number | undefined;
}

type Caller = Extract<Access, { readonly ok: true }>;

/** Checks name and password of the data; a VASID must be the number of the user they belong to. */
async function authenticateVas(
  { credentials, store }: Dependencies,
  { login }: Mm7Data,
  { customer = 0, user }: Named,
): Promise<Access> {
  const given = login && { CustomerID: customer, Name: login.name, Password: login.password };
  const access = await authenticateSender(credentials, given);
  if (!access.ok || (await isUser(store, access, user))) return access;
  return refuse("unknownUser");
}

/** A caller who was authenticated before; the data may name nobody else. */
async function asNamed({ store }: Dependencies, caller: Caller, { customer, user }: Named): Promise<Access> {
  const isCustomer = customer === undefined || customer === caller.customer.id;
  if (isCustomer && (await isUser(store, caller, user))) return caller;
  return incorrect("mm7Data");
}

/** True for the number of the user, and for none. */
async function isUser(
  store: Dependencies["store"],
  { customer, user }: Caller,
  userNumber: number | undefined,
): Promise<boolean> {
  if (userNumber === undefined) return true;
  return (await store.tube.user(customer.id, user.name))?.userNumber === userNumber;
}

function prepareMms({ submit, content }: Mm7Data): Prepare {
  const { sender, recipients, subject, earliest, wishes } = submit;
  const request = { originator: sender };
  const empty = content === undefined && subject === "";
  const read = (): Content<{ readonly parts: readonly MmsPart[] }> => {
    const parts = content === undefined ? [] : readMmsContent(content);
    return parts === undefined ? incorrect("mm7Data") : { ok: true, content: { parts } };
  };
  return async (rules, at) => {
    const missing: PlainRefusal | undefined = empty ? "emptyMessage" : undefined;
    const composition = await composeMessage(request, { missing, read }, rules, at, () =>
      inSlices(readEntries(recipients, addressReader(rules.numbers))),
    );
    if (!composition.ok) return composition;
    const { sms: mms } = composition;
    const dueAt = Math.max(earliest ?? at, at);
    if (wishes.expiresAt !== undefined && wishes.expiresAt <= dueAt) return incorrect("mm7Data");
    const { originator, recipients: accepted, rejected } = mms;
    const body = { kind: "mms", parts: mms.parts, wishes } as const;
    const content = { originator, dueAt, text: subject, parts: 1, body };
    return { ok: true, message: { recipients: accepted, rejected, chargedAs: "MMS", content } };
  };
}
