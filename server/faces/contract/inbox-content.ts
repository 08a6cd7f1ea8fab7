import type { Streamed } from "messenger-gen-runtime";
import { element, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import { utf16Hex } from "../../domain/status.js";
import { inboxOperation } from "../../domain/inbox/inbox.js";
import type { FoundMessage, FoundMessages, InboxOutcome, InboxRequest } from "../../operations/inbox.js";
import { ok, resultText } from "./result-texts.js";

/** A message as an inbox operation shows it. */
export interface InboxItem {
  readonly id: number;
  /** True when no fetch has returned it before. */
  readonly new: boolean;
  readonly from: string;
  readonly to: string;
  /** `YYYYMMDDHHMMSS` in the time zone of the server. */
  readonly timestamp: string;
  /** Bytes of the text in UTF-8. */
  readonly size: number;
  readonly msgtype: "SMS" | "MMS";
  /** Lower-case hexadecimal digits of the text in UTF-16BE; empty in a list. */
  readonly textU: string;
  /** Of an MMS; empty for an SMS. */
  readonly subject: string;
}

type Done = {
  readonly result: "OK";
  /** As `NetPoints` of a send. */
  readonly credits: string;
};

/** The only field of a refused call. */
type RefusedAnswer = { readonly result: string };

type Answer<Message> =
  | { readonly inboxinfo: (Done & { readonly new: number; readonly total: number }) | RefusedAnswer }
  | { readonly inboxlist: (Done & { readonly message: Message }) | RefusedAnswer }
  | { readonly inboxdel: (Done & { readonly deleted: number }) | RefusedAnswer }
  | { readonly inbox: RefusedAnswer };

/**
 * Response of an inbox operation: one member with the name of the XML element. Its JSON text is the response of
 * HTTP_Json_InboxProcessing.
 */
export type InboxResponse = Answer<readonly InboxItem[]>;

/** Input of the inbox operations, as far as the response depends on it. */
type Asked = Pick<InboxRequest, "operation">;

function shown(outcome: InboxOutcome, operation: string, asked: Asked): Answer<FoundMessages> {
  if (!outcome.ok) return refused(asked, resultText(outcome.refusal, operation));
  const { credits } = outcome;
  switch (outcome.kind) {
    case "counts":
      return { inboxinfo: { result: ok, credits, new: outcome.unread, total: outcome.total } };
    case "messages":
      return { inboxlist: { result: ok, credits, message: outcome.messages } };
    case "deleted":
      return { inboxdel: { result: ok, credits, deleted: outcome.deleted } };
  }
}

function refused({ operation = "" }: Asked, result: string): Answer<FoundMessages> {
  switch (inboxOperation(operation)?.root) {
    case "inboxinfo":
      return { inboxinfo: { result } };
    case "inboxlist":
      return { inboxlist: { result } };
    case "inboxdel":
      return { inboxdel: { result } };
    case undefined:
      return { inbox: { result } };
  }
}

/** A time as 14 digits in the time zone of this process. */
export function localTimestamp(at: number): string {
  const time = new Date(at);
  const parts = [time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes(), time.getSeconds()];
  return (
    String(time.getFullYear()).padStart(4, "0") + parts.map((part) => String(part).padStart(2, "0")).join("")
  );
}

/** Shows a message. */
function inboxItem(message: FoundMessage): InboxItem {
  return {
    id: message.id,
    new: message.unread,
    from: message.from,
    to: message.to,
    timestamp: localTimestamp(message.at),
    size: message.size,
    msgtype: message.subject === undefined ? "SMS" : "MMS",
    textU: "text" in message ? utf16Hex(message.text) : "",
    subject: message.subject ?? "",
  };
}

type Fields = Readonly<Record<string, string | number | AsyncIterable<FoundMessage>>>;

function itemElement(message: FoundMessage): XmlElement {
  const { id, new: unread, ...fields } = inboxItem(message);
  const attributes = { id: String(id), new: unread ? "1" : "0" };
  return element("message", Object.entries(fields).map(fieldElement), { attributes });
}

function fieldElement([name, value]: readonly [string, string | number]): XmlElement {
  return element(name, value === "" ? [] : [String(value)]);
}

async function* fieldElements(fields: Fields): AsyncGenerator<XmlElement, void> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== "object") yield fieldElement([name, value]);
    else for await (const item of value) yield itemElement(item);
  }
}

/** The response as the one element of the XML form, in no namespace. */
export function inboxContent(outcome: InboxOutcome, operation: string, asked: Asked): Streamed<XmlContent> {
  return Object.entries<Fields>({ ...shown(outcome, operation, asked) }).map(([root, fields]) => ({
    ...element(root),
    children: fieldElements(fields),
  }));
}

/** The response as JSON text; that with messages in pieces, as they are read. */
export function inboxJson(
  outcome: InboxOutcome,
  operation: string,
  asked: Asked,
): string | AsyncGenerator<string, void> {
  const answer = shown(outcome, operation, asked);
  if (!("inboxlist" in answer) || !("message" in answer.inboxlist)) return JSON.stringify(answer);
  const { message, ...done } = answer.inboxlist;
  const empty: InboxResponse = { inboxlist: { ...done, message: [] } };
  return jsonPieces(JSON.stringify(empty), message);
}

const endOfList = "]}}";

/** `empty` is the response without messages. */
async function* jsonPieces(
  empty: string,
  messages: AsyncIterable<FoundMessage>,
): AsyncGenerator<string, void> {
  yield empty.slice(0, -endOfList.length);
  let separator = "";
  for await (const message of messages) {
    yield separator + JSON.stringify(inboxItem(message));
    separator = ",";
  }
  yield endOfList;
}
