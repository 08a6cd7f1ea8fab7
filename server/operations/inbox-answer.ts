import type { Streamed } from "messenger-gen-runtime";
import { element, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import { utf16Hex } from "../domain/status.js";
import type { InboxRoot } from "../domain/inbox/inbox.js";
import type { InboxEntry, InboxMessage } from "../domain/inbox/messages.js";

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
type Refused = { readonly result: string };

/**
 * Response of an inbox operation: one member with the name of the XML element. Its JSON text is the response of
 * HTTP_Json_InboxProcessing.
 */
export type InboxAnswer =
  | { readonly inboxinfo: (Done & { readonly new: number; readonly total: number }) | Refused }
  | { readonly inboxlist: (Done & { readonly message: readonly InboxItem[] }) | Refused }
  | { readonly inboxdel: (Done & { readonly deleted: number }) | Refused }
  | { readonly inbox: Refused };

/** A message with its text, or an entry of a list without it. */
export type FoundMessage = InboxEntry | InboxMessage;

/** Messages, read on demand. */
export interface FoundMessages extends AsyncIterable<FoundMessage> {
  /** Those with ids above one; absent where reading changes them. */
  readonly after?: (id: number) => AsyncIterable<FoundMessage>;
}

/** Result of an inbox operation: its response, whose messages are read on demand. */
export type InboxOutcome =
  | Exclude<InboxAnswer, { readonly inboxlist: unknown }>
  | { readonly inboxlist: (Done & { readonly message: FoundMessages }) | Refused };

/** The response as XML, with what it was made of. */
export type InboxContent = Streamed<XmlContent> & { readonly outcome: InboxOutcome };

/** The response of a call that was refused; `root` is undefined when the operation is unknown. */
export function refusedInbox(root: InboxRoot | undefined, result: string): InboxOutcome {
  switch (root) {
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

/** The messages of pages one by one. */
export async function* eachMessage(
  pages: AsyncIterable<readonly FoundMessage[]>,
): AsyncGenerator<FoundMessage, void> {
  for await (const page of pages) yield* page;
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
export function inboxContent(outcome: InboxOutcome): InboxContent {
  const content = Object.entries<Fields>({ ...outcome }).map(([root, fields]) => ({
    ...element(root),
    children: fieldElements(fields),
  }));
  return Object.assign(content, { outcome });
}

/** The response as JSON text; that with messages in pieces, as they are read. */
export function inboxJson(outcome: InboxOutcome): string | AsyncGenerator<string, void> {
  if (!("inboxlist" in outcome) || !("message" in outcome.inboxlist)) return JSON.stringify(outcome);
  const { message, ...done } = outcome.inboxlist;
  const empty: InboxAnswer = { inboxlist: { ...done, message: [] } };
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
