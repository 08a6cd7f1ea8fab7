import type {
  HostedRequest,
  HostResponse,
  JsonCall,
  JsonMembers,
  PlacedItem,
} from "messenger-gen-runtime/json";
import type { SendResult } from "messenger-client/records";
import type { RecipientPage } from "../domain/delivery/recipient-paging.js";
import { statusOf, type Status } from "../domain/status.js";
import type { FoundMessage, InboxContent, InboxOutcome } from "../operations/inbox-answer.js";
import type { ItemsAfter, Placed } from "../operations/placed.js";
import type { StillRunning } from "../operations/running-transactions.js";
import type { FoundStatus, StatusesAt } from "../operations/sms-status.js";
import { idCursor, type IdList, idPlace, recipientCursor, recipientPlace } from "./cursors.js";
import { checkResult, stillRunning, unknownResource } from "./problems.js";

/**
 * The response to an output.
 * @throws HostProblem for a Result that reports a failure
 */
export function respond(
  { name, answer }: JsonCall,
  output: unknown,
  { path }: HostedRequest,
): HostResponse | undefined {
  if (isInboxContent(output)) return inboxResponse(name, output.outcome);
  const result = output as Result;
  const {
    Result = "",
    RejectedNumbers,
    found,
    NetPoints,
    TransactionID,
    AdZoneCampaignID,
    itemsAfter,
  } = result;
  if (result.stillRunning === true) throw stillRunning();
  checkResult(Result, name, RejectedNumbers);
  if (found !== undefined)
    return statusResponse(found, NetPoints ?? "", answer?.kind === "own" && answer.page === true);
  if (itemsAfter !== undefined) {
    const list = name === "listLists" ? "lists" : "locations";
    return { page: (cursor) => placedItems(list, itemsAfter(idPlace(list, cursor))) };
  }
  const location =
    TransactionID !== undefined
      ? `${path}/messages/${TransactionID}`
      : AdZoneCampaignID !== undefined
        ? `${path}/campaigns/${String(AdZoneCampaignID)}`
        : undefined;
  return location === undefined ? undefined : { headers: ["Location", location] };
}

/** Members of results that decide about responses. */
interface Result
  extends
    Pick<FoundStatus, "Result" | "NetPoints" | "found">,
    Pick<SendResult, "RejectedNumbers">,
    ItemsAfter<unknown> {
  readonly stillRunning?: StillRunning["stillRunning"];
  readonly TransactionID?: string;
  readonly AdZoneCampaignID?: number;
}

function isInboxContent(output: unknown): output is InboxContent {
  return Array.isArray(output) && "outcome" in output;
}

function shown({ element, word, final }: Status): JsonMembers {
  return { status: element, statusName: word, final };
}

function statusResponse(found: StatusesAt, netPoints: string, isPage: boolean): HostResponse {
  const { transactionId, pages, pagesAfter, dueAt, now } = found;
  if (isPage && pages !== undefined && pagesAfter !== undefined)
    return {
      page: (cursor) =>
        recipients(cursor === undefined ? pages : pagesAfter(recipientPlace(cursor)), dueAt, now),
    };
  const totals = new Map<Status, number>();
  for (const { state, count } of found.counts) {
    const status = statusOf(state, dueAt, now);
    totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const statuses = [...totals].map(([status, count]) => ({ ...shown(status), recipients: count }));
  const final = [...totals.keys()].every((status) => status.final);
  return { value: { transactionId, final, statuses, netPoints } };
}

async function* recipients(
  pages: AsyncIterable<RecipientPage>,
  dueAt: number,
  now: number,
): AsyncGenerator<PlacedItem, void> {
  for await (const page of pages)
    for (const [index, { phone, state, at }] of page.recipients.entries())
      yield {
        value: { number: phone, ...shown(statusOf(state, dueAt, now)), at: new Date(at).toISOString() },
        cursor: recipientCursor(page.placeAfter(index + 1)),
      };
}

function inboxResponse(call: string, outcome: InboxOutcome): HostResponse {
  for (const { result } of Object.values<{ readonly result: string }>(outcome)) checkResult(result);
  if ("inboxinfo" in outcome && "total" in outcome.inboxinfo) {
    const { new: unread, total } = outcome.inboxinfo;
    return { value: { unread, total } };
  }
  if ("inboxdel" in outcome && "deleted" in outcome.inboxdel) {
    const { deleted } = outcome.inboxdel;
    if (deleted === 0) throw unknownResource("The inbox has no such message.");
    return { value: { deleted } };
  }
  if ("inboxlist" in outcome && "message" in outcome.inboxlist) {
    const { message } = outcome.inboxlist;
    const { after } = message;
    if (after === undefined) return { items: messages(message) };
    return { page: (cursor) => placedMessages(after(idPlace("inbox", cursor))) };
  }
  throw new TypeError(`The inbox gives no response to ${call}.`);
}

async function* placedMessages(found: AsyncIterable<FoundMessage>): AsyncGenerator<PlacedItem, void> {
  for await (const message of found)
    yield { value: shownMessage(message), cursor: idCursor("inbox", message.id) };
}

async function* placedItems(
  list: IdList,
  found: AsyncIterable<Placed<unknown>>,
): AsyncGenerator<PlacedItem, void> {
  for await (const { item, place } of found) yield { value: item, cursor: idCursor(list, place) };
}

async function* messages(found: AsyncIterable<FoundMessage>): AsyncGenerator<JsonMembers, void> {
  for await (const message of found) yield shownMessage(message);
}

function shownMessage({ id, unread, from, to, at, size, subject, ...more }: FoundMessage): JsonMembers {
  return {
    id,
    unread,
    type: subject === undefined ? "SMS" : "MMS",
    from,
    to,
    receivedAt: new Date(at).toISOString(),
    size,
    ...(subject === undefined ? {} : { subject }),
    ...("text" in more ? { text: more.text } : {}),
  };
}
