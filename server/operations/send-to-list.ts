import type {
  HttpSendSmsToDistributionListInput,
  SendSmsToDistributionListInput,
  SendSmsToSmartListInput,
} from "messenger-client/messages";
import type { SoapUser } from "messenger-client/records";
import { schedule, type SmsRequest, textRules } from "../domain/message/compose.js";
import { missing } from "../domain/refusals.js";
import { authenticateSender } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { type MemberRequest, membersOf } from "./list-members.js";
import { plainSms, type SendOutcome, submitFor } from "./submit-message.js";

/** A message to members of a list. */
interface ListMessage extends MemberRequest {
  readonly sms: Omit<SmsRequest, "recipientPhone">;
}

/** SendSmsToDistributionList. */
export function sendToDistributionList(
  dependencies: Dependencies,
  operation: string,
  { user, sendingDetails: details }: SendSmsToDistributionListInput,
): Promise<SendOutcome> {
  const message: ListMessage | undefined = details && {
    sms: smsOf(details),
    type: "DistributionList",
    listId: details.DistributionListID,
    offset: details.DistributionListOffset,
    count: details.DistributionListCount,
    filters: [],
  };
  return sendToList(dependencies, operation, user, message);
}

/** HTTP_SendSmsToDistributionList. */
export function httpSendToDistributionList(
  dependencies: Dependencies,
  operation: string,
  user: SoapUser,
  input: HttpSendSmsToDistributionListInput,
): Promise<SendOutcome> {
  return sendToList(dependencies, operation, user, {
    sms: input,
    type: "DistributionList",
    listId: input.distributionListId,
    offset: input.distributionListOffset,
    count: input.distributionListCount,
    filters: [],
  });
}

/** SendSmsToSmartList. */
export function sendToSmartList(
  dependencies: Dependencies,
  operation: string,
  { user, sendingDetails: details }: SendSmsToSmartListInput,
): Promise<SendOutcome> {
  const message: ListMessage | undefined = details && {
    sms: smsOf(details),
    type: "SmartList",
    listId: details.SmartListID,
    offset: 0,
    count: details.Count,
    filters: details.Filters ?? [],
  };
  return sendToList(dependencies, operation, user, message);
}

type TextDetails = NonNullable<
  SendSmsToDistributionListInput["sendingDetails"] | SendSmsToSmartListInput["sendingDetails"]
>;

function smsOf({ Originator, SmsText, MessageType, DefDate }: TextDetails): ListMessage["sms"] {
  return { originator: Originator, smsText: SmsText, messageType: MessageType, defDate: DefDate };
}

/** The same way as SendSms goes, with the list in place of the recipients. */
async function sendToList(
  dependencies: Dependencies,
  operation: string,
  credentials: SoapUser | undefined,
  message: ListMessage | undefined,
): Promise<SendOutcome> {
  const access = await authenticateSender(dependencies.credentials, credentials);
  if (!access.ok) return access;
  if (message === undefined) return missing("details");

  const viewer = { customerId: access.customer.id, userName: access.user.name };
  return submitFor(dependencies, operation, access, async (sender, at) => {
    const text = schedule(message.sms, textRules(message.sms, sender), sender, at);
    if (!text.ok) return text;
    const members = await membersOf(dependencies.store.lists, viewer, message);
    if (!members.ok) return members;
    const sms = plainSms({ ...text.content, recipients: members.phones, rejected: [] });
    return { ok: true, message: { ...sms, toList: true } };
  });
}
