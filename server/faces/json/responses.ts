import type { HostResponse, JsonHost, JsonMembers, PlacedItem } from "messenger-gen-runtime/json";
import type { RecipientPage } from "../../domain/delivery/submitting/recipient-paging.js";
import { statusOf, type Status } from "../../domain/status.js";
import type { CampaignOutcome } from "../../operations/campaign-start.js";
import type { LocationsOutcome } from "../../operations/campaigns.js";
import type { ListsOutcome } from "../../operations/find-lists.js";
import type { FoundMessage, FoundMessages, InboxOutcome } from "../../operations/inbox.js";
import type { Placed } from "../../operations/placed.js";
import type { FoundStatus, StatusOutcome } from "../../operations/sms-status.js";
import type { SendOutcome } from "../../operations/submit-message.js";
import { idCursor, type IdList, idPlace, recipientCursor, recipientPlace } from "./cursors.js";
import { unknownResource } from "./problems.js";
import { refusalProblem, type ResultText } from "./refusals.js";

/** Outcomes of calls that have more in a response than their record; of others it is only of interest that they succeeded. */
type Responded =
  | SendOutcome
  | CampaignOutcome
  | StatusOutcome
  | ListsOutcome
  | LocationsOutcome
  | InboxOutcome
  | { readonly ok: true; readonly kind?: undefined };

/**
 * Responses to outputs, which have their outcomes with them.
 * @param resultText the Result text of a refusal of an operation
 */
export function responses(resultText: ResultText): NonNullable<JsonHost["respond"]> {
  return ({ name, answer, operation }, output, { path }) => {
    const { outcome } = output as { readonly outcome: Responded };
    if (!outcome.ok) {
      const { refusal } = outcome;
      throw refusalProblem(refusal, resultText(refusal, operation.name), name);
    }
    switch (outcome.kind) {
      case "sent":
        return { headers: ["Location", `${path}/messages/${outcome.transactionId}`] };
      case "started":
        return { headers: ["Location", `${path}/campaigns/${outcome.campaignId}`] };
      case "status":
        return statusResponse(outcome, answer?.kind === "own" && answer.page === true);
      case "lists":
      case "locations": {
        const { kind, itemsAfter } = outcome;
        return { page: (cursor) => placedItems(kind, itemsAfter(idPlace(kind, cursor))) };
      }
      case "counts":
        return { value: { unread: outcome.unread, total: outcome.total } };
      case "messages":
        return messagesResponse(outcome.messages);
      case "deleted":
        if (outcome.deleted === 0) throw unknownResource("The inbox has no such message.");
        return { value: { deleted: outcome.deleted } };
      case undefined:
        return undefined;
    }
  };
}

function shown({ element, word, final }: Status): JsonMembers {
  return { status: element, statusName: word, final };
}

function statusResponse(found: FoundStatus, isPage: boolean): HostResponse {
  const { transactionId, pages, pagesAfter, dueAt, now, netPoints } = found;
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

function messagesResponse(found: FoundMessages): HostResponse {
  const { after } = found;
  if (after === undefined) return { items: messages(found) };
  return { page: (cursor) => placedMessages(after(idPlace("inbox", cursor))) };
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
