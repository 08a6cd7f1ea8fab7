import { createHash } from "node:crypto";
import { GivingUp } from "messenger-gen-runtime/host";
import { maySend } from "../domain/accounts/accounts.js";
import type { PhoneNumbers } from "../domain/delivery/submitting/submission.js";
import { confirmOperation, type OptOutReply } from "../domain/inbox/opt-outs.js";
import { type SenderRules, textRules } from "../domain/message/compose.js";
import { refuse } from "../domain/refusals.js";
import {
  plainSms,
  type Preparation,
  type SendDependencies,
  type SendOutcome,
  submitFor,
} from "./submit-message.js";

/** Name of the user in the place of one: recipients have asked for these messages. */
const userName = "opt-out";

/** How long a confirmation is known, in milliseconds: it is not sent again if its end could not be stored. */
const keepFor = 24 * 3_600_000;

/** The customer of the blacklist for all. */
const everybody = 0;

function prepare(
  { from: originator, phone, text }: OptOutReply,
  { plainPunctuation }: SenderRules,
  dueAt: number,
): Preparation {
  const settings = { strictEncoding: false, plainPunctuation };
  const read = textRules({ smsText: text, messageType: "Latin" }, settings).read();
  if (!read.ok) return read;
  return {
    ok: true,
    message: plainSms({ ...read.content, originator, dueAt, recipients: [phone], rejected: [] }),
  };
}

/**
 * Sends the confirmation of an opt-out from the number that the recipient wrote to, and charges it to the customer. The blacklist of the customer does not
 * keep it back, that of all customers does.
 */
export async function sendOptOutReply(
  dependencies: Omit<SendDependencies, "limit">,
  reply: OptOutReply,
): Promise<SendOutcome> {
  const { accounts, coverage } = dependencies.store;
  const customer = await accounts.customer(reply.customerId);
  if (customer?.state !== "active" || !maySend(customer)) return refuse("sendingOff");
  const blacklisted = (_customer: number, phones: PhoneNumbers) => coverage.blacklisted(everybody, phones);
  const store = { ...dependencies.store, coverage: { ...coverage, blacklisted } };
  const contentHash = createHash("sha256").update(reply.text).digest("hex");
  const transaction = { id: `opt-out ${reply.id}`, contentHash, keepFor };
  const user = { customerId: customer.id, name: userName, state: "active", inboxActive: true } as const;
  const sender = { customer, user };
  return submitFor(
    { ...dependencies, store, limit: { givenUp: new GivingUp() } },
    confirmOperation,
    sender,
    (rules, at) => prepare(reply, rules, at),
    transaction,
  );
}
