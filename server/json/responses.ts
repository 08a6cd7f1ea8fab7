import type { HostedRequest, HostResponse, JsonCall, JsonMembers } from "messenger-gen-runtime/json";
import { statusOf, type RecipientStatus, type Status } from "../domain/status.js";
import type { FoundMessage, InboxContent, InboxOutcome } from "../operations/inbox-answer.js";
import type { FoundStatus, StatusesAt } from "../operations/sms-status.js";
import { checkResult, unknownResource } from "./problems.js";

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
  const { Result = "", found, NetPoints, TransactionID, AdZoneCampaignID } = output as Result;
  checkResult(Result);
  if (found !== undefined)
    return statusResponse(found, NetPoints ?? "", answer?.kind === "own" && answer.page === true);
  const location =
    TransactionID !== undefined
      ? `${path}/messages/${TransactionID}`
      : AdZoneCampaignID !== undefined
        ? `${path}/campaigns/${String(AdZoneCampaignID)}`
        : undefined;
  return location === undefined ? undefined : { headers: ["Location", location] };
}

/** Members of results that decide about responses. */
interface Result extends Pick<FoundStatus, "Result" | "NetPoints" | "found"> {
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
  const { transactionId, pages, dueAt, now } = found;
  if (isPage && pages !== undefined) return { items: recipients(pages, dueAt, now) };
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
  pages: AsyncIterable<readonly RecipientStatus[]>,
  dueAt: number,
  now: number,
): AsyncGenerator<JsonMembers, void> {
  for await (const page of pages)
    for (const { phone, state, at } of page)
      yield { number: phone, ...shown(statusOf(state, dueAt, now)), at: new Date(at).toISOString() };
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
  if ("inboxlist" in outcome && "message" in outcome.inboxlist)
    return { items: messages(outcome.inboxlist.message) };
  throw new TypeError(`The inbox gives no response to ${call}.`);
}

async function* messages(found: AsyncIterable<FoundMessage>): AsyncGenerator<JsonMembers, void> {
  for await (const { id, unread, from, to, at, size, subject, ...more } of found)
    yield {
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
