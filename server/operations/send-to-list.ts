import type {
  HttpSendSmsToDistributionListInput,
  SendSmsToDistributionListInput,
  SendSmsToSmartListInput,
} from "../../generated/messages.js";
import type { SearchFilter, SendResult, SoapUser } from "../../generated/records.js";
import { parseGuid, zeroGuid } from "../../runtime/guid.js";
import { schedule, type SmsRequest, textRules } from "../domain/compose.js";
import type { Filter } from "../domain/filter.js";
import { incorrectParameter, missingParameter, refusals } from "../domain/result-text.js";
import { dataCoding } from "../domain/sms-text.js";
import type { DistributionListType, ListStore, ListViewer, MemberSelection } from "../ports/lists.js";
import { authenticateSender } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { refusedSend, smsFields, submitFor } from "./submit-message.js";

/** Names by which the caller knows the parameters. */
interface ParameterNames {
  readonly text: string;
  readonly list: string;
  readonly offset: string;
  readonly count: string;
}

/** A message to members of a list. */
interface ListMessage {
  readonly sms: Omit<SmsRequest, "recipientPhone">;
  readonly type: DistributionListType;
  readonly listId: string | undefined;
  readonly offset: number;
  readonly count: number;
  readonly filters: readonly (SearchFilter | null)[];
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

/** The same way as SendSms goes, with the list in the place of the recipients. */
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
    const { content } = text;
    return {
      ok: true,
      message: {
        ...smsFields({ ...content, recipients: members.phones, rejected: [] }, content.parts),
        ...{ text: content.text, dataCoding: dataCoding(content.coding, false) },
        ...{ flash: false, blink: false, hidden: false, clientTransaction: undefined },
      },
    };
  });
}

type Refused = { readonly ok: false; readonly refusal: string };

function refuse(refusal: string): Refused {
  return { ok: false, refusal };
}

/** The members of a list that are sent to, or the Result text that refuses the call. */
async function membersOf(
  lists: ListStore,
  viewer: ListViewer,
  message: ListMessage,
): Promise<{ readonly ok: true; readonly phones: Float64Array } | Refused> {
  const selection = selectionOf(message);
  if (!selection.ok) return selection;
  const slices: Float64Array[] = [];
  const outcome = await lists.select(viewer, selection.selection, (phones) => {
    // A number has at most 15 digits, which a double holds.
    slices.push(Float64Array.from(phones, Number));
  });
  if (!outcome.ok) {
    const wrong = { unknownList: message.names.list, unknownColumn: "ColumnName", badOperands: "Operands" };
    return refuse(incorrectParameter(outcome.reason === "tooMany" ? "Filters" : wrong[outcome.reason]));
  }
  const phones = joined(slices);
  return phones.length === 0 ? refuse(refusals.noPhone) : { ok: true, phones };
}

function joined(slices: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(slices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const slice of slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
}

function selectionOf({
  type,
  listId: given = "",
  offset,
  count,
  filters,
  names,
}: ListMessage): { readonly ok: true; readonly selection: MemberSelection } | Refused {
  const text = given.trim();
  if (text === "" || text === zeroGuid) return refuse(missingParameter(names.list));
  const listId = parseGuid(text);
  if (listId === undefined) return refuse(incorrectParameter(names.list));
  if (offset < 0) return refuse(incorrectParameter(names.offset));
  if (count < 0) return refuse(incorrectParameter(names.count));
  const conditions = filters.map(conditionOf).filter((filter) => filter !== undefined);
  if (conditions.length < filters.length) return refuse(incorrectParameter("Filters"));
  return { ok: true, selection: { listId, type, filters: conditions, offset, count } };
}

/** A filter without nil operands; undefined for a nil filter, which must not let everybody pass. */
function conditionOf(filter: SearchFilter | null): Filter | undefined {
  if (filter === null) return undefined;
  const { ColumnName: column = "", Operator: operator, Operands = [] } = filter;
  return { column, operator, operands: Operands.map((operand) => operand ?? "") };
}
