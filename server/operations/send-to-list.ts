import type {
  HttpSendSmsToDistributionListInput,
  SendSmsToDistributionListInput,
  SendSmsToSmartListInput,
} from "messenger-client/messages";
import type { SendResult, SoapUser } from "messenger-client/records";
import { schedule, type SmsRequest, textRules } from "../domain/message/compose.js";
import { missingParameter } from "../domain/result-text.js";
import { authenticateSender } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { type MemberNames, type MemberRequest, membersOf } from "./list-members.js";
import { plainSms, refusedSend, submitFor } from "./submit-message.js";

/** Names of the parameters in the call. */
interface ParameterNames extends MemberNames {
  readonly text: string;
}

/** A message to members of a list. */
interface ListMessage extends MemberRequest {
  readonly sms: Omit<SmsRequest, "recipientPhone">;
  readonly names: ParameterNames;
}

const recordNames: ParameterNames = {
  text: "SmsText",
  list: "DistributionListID",
  offset: "DistributionListOffset",
  count: "DistributionListCount",
};

const fieldNames: ParameterNames = {
  text: "smsText",
  list: "distributionListId",
  offset: "distributionListOffset",
  count: "distributionListCount",
};

const smartListNames: ParameterNames = { ...recordNames, list: "SmartListID", count: "Count" };

/** SendSmsToDistributionList. */
export function sendToDistributionList(
  dependencies: Dependencies,
  operation: string,
  { user, sendingDetails: details }: SendSmsToDistributionListInput,
): Promise<SendResult> {
  const message: ListMessage | undefined = details && {
    sms: smsOf(details),
    type: "DistributionList",
    listId: details.DistributionListID,
    offset: details.DistributionListOffset,
    count: details.DistributionListCount,
    filters: [],
    names: recordNames,
  };
  return sendToList(dependencies, operation, user, message);
}

/** HTTP_SendSmsToDistributionList. */
export function httpSendToDistributionList(
  dependencies: Dependencies,
  operation: string,
  user: SoapUser,
  input: HttpSendSmsToDistributionListInput,
): Promise<SendResult> {
  return sendToList(dependencies, operation, user, {
    sms: input,
    type: "DistributionList",
    listId: input.distributionListId,
    offset: input.distributionListOffset,
    count: input.distributionListCount,
    filters: [],
    names: fieldNames,
  });
}

/** SendSmsToSmartList. */
export function sendToSmartList(
  dependencies: Dependencies,
  operation: string,
  { user, sendingDetails: details }: SendSmsToSmartListInput,
): Promise<SendResult> {
  const message: ListMessage | undefined = details && {
    sms: smsOf(details),
    type: "SmartList",
    listId: details.SmartListID,
    offset: 0,
    count: details.Count,
    filters: details.Filters ?? [],
    names: smartListNames,
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
): Promise<SendResult> {
  const access = await authenticateSender(dependencies.credentials, credentials);
  if (!access.ok) return refusedSend(access.refusal);
  if (message === undefined) return refusedSend(missingParameter("sendingDetails"));

  const viewer = { customerId: access.customer.id, userName: access.user.name };
  return submitFor(dependencies, operation, access, async (sender, at) => {
    const rules = textRules(message.sms, sender, message.names.text);
    const text = schedule(message.sms, rules, sender, at);
    if (!text.ok) return text;
    const members = await membersOf(dependencies.store.lists, viewer, message);
    if (!members.ok) return members;
    return { ok: true, message: plainSms({ ...text.content, recipients: members.phones, rejected: [] }) };
  });
}
