import type { SendMMSResult } from "messenger-client/records";
import type { Content } from "../domain/message/compose.js";
import { readEntries } from "../domain/recipients/recipients.js";
import { numberInAddress } from "../gateways/mm7/documents/address.js";
import { readMmsContent } from "../gateways/mm7/documents/mms-content.js";
import type { MmsPart } from "../domain/message/mms-message.js";
import { incorrectParameter, refusals } from "../domain/result-text.js";
import { type Access, authenticateSender } from "./access.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { type Mm7Data, readMm7Data } from "./mm7-submit.js";
import { inSlices } from "./slices.js";
import { type Prepare, refusedSend, smsFields, submitFor } from "./submit-message.js";

/** CustomerID of a response to data that names no customer. */
const noCustomer = -1;

function refused(refusal: string, CustomerID = noCustomer): SendMMSResult {
  return { ...refusedSend(refusal), MMWLTransactionID: "", CustomerID };
}

/** A number that identifies a customer or a user; undefined for any other text. */
function numberOf(text: string): number | undefined {
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

/** SendMMS: an MMS, given as an MM7 SubmitReq that names the customer and carries the credentials. */
export async function sendMms(
  dependencies: Dependencies,
  operation: string,
  mm7Data: Uint8Array | undefined,
): Promise<SendMMSResult> {
  if (mm7Data === undefined || mm7Data.length === 0) return refused(refusals.noMmsData);
  const data = readMm7Data(mm7Data, dependencies.now());
  if (data === undefined) return refused(incorrectParameter("mm7Data"));
  const customerId = numberOf(data.submit.vaspId);
  const userNumber = numberOf(data.submit.vasId);
  if (customerId === undefined || (userNumber === undefined && data.submit.vasId !== "")) {
    return refused(refusals.vasIdNotNumeric);
  }

  const access = await authenticateVas(dependencies, data, customerId, userNumber);
  if (!access.ok) return refused(access.refusal);
  const { chargedParty } = data.submit;
  if (chargedParty !== "" && chargedParty !== "Sender") {
    return refused(refusals.chargedPartyNotSender, customerId);
  }
  const result = await submitFor(dependencies, operation, access, prepareMms(data));
  return { ...result, MMWLTransactionID: result.TransactionID, CustomerID: customerId };
}

/** Checks name and password of the data; a VASID must be the number of the user they belong to. */
async function authenticateVas(
  { credentials, store }: Dependencies,
  { login }: Mm7Data,
  CustomerID: number,
  userNumber: number | undefined,
): Promise<Access> {
  const user = login && { CustomerID, Name: login.name, Password: login.password };
  const access = await authenticateSender(credentials, user);
  if (!access.ok || userNumber === undefined) return access;
  const known = await store.tube.user(CustomerID, access.user.name);
  return known?.userNumber === userNumber ? access : { ok: false, refusal: refusals.unknownUser };
}

function prepareMms({ submit, content }: Mm7Data): Prepare {
  const { sender, recipients, subject, earliest, wishes } = submit;
  const request = { originator: sender };
  const empty = content === undefined && subject === "";
  const read = (): Content<{ readonly parts: readonly MmsPart[] }> =>
    content === undefined ? { ok: true, content: { parts: [] } } : readMmsContent(content);
  return async (rules, at) => {
    const missing = empty ? refusals.emptyMessage : undefined;
    const composition = await composeMessage(request, { missing, read }, rules, at, () =>
      inSlices(readEntries(recipients, numberInAddress)),
    );
    if (!composition.ok) return composition;
    const { sms: mms } = composition;
    const dueAt = Math.max(earliest ?? at, at);
    if (wishes.expiresAt !== undefined && wishes.expiresAt <= dueAt)
      return { ok: false, refusal: incorrectParameter("mm7Data") };
    const message = {
      ...smsFields(mms, 1),
      chargedAs: "MMS",
      dueAt,
      text: subject,
      body: { kind: "mms", parts: mms.parts, wishes },
      dataCoding: 0,
      flash: false,
      blink: false,
      hidden: false,
    } as const;
    return { ok: true, message };
  };
}
