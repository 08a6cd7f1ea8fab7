import type { SmsStatus, SoapUser } from "messenger-client/records";
import { readGuid, type Streamed } from "messenger-gen-runtime";
import { creditText } from "../domain/credit/credit.js";
import { missingParameter, ok, refusals } from "../domain/result-text.js";
import { authenticate } from "./access.js";
import { balanceOf } from "./account.js";
import type { Dependencies } from "./dependencies.js";
import { element, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import { type Status, statusOf, utf16Hex, type TransactionCounts } from "../domain/status.js";
import type { RecipientPage, TransactionDetails } from "../domain/delivery/recipient-paging.js";

/** Input of GetSmsStatus. */
export interface SmsStatusRequest {
  readonly user?: SoapUser | undefined;
  readonly transactionID?: string | undefined;
  readonly detailed: boolean;
}

/** Counts, and recipients if they are requested. */
type FoundTransaction = TransactionCounts & Partial<TransactionDetails>;

/** The response, with what its XML was made of; undefined after a failure. */
export type FoundStatus = Streamed<SmsStatus> & { readonly found?: StatusesAt };

/** A transaction at a time. */
export interface StatusesAt extends FoundTransaction {
  readonly transactionId: string;
  readonly now: number;
}

function refused(refusal: string): SmsStatus {
  return { Result: refusal, NetPoints: "0" };
}

/** GetSmsStatus: the statuses of a transaction of the calling customer. */
export async function smsStatus(dependencies: Dependencies, request: SmsStatusRequest): Promise<FoundStatus> {
  const { store, credentials, now } = dependencies;
  const access = await authenticate(credentials, request.user);
  if (!access.ok) return refused(access.refusal);

  const given = request.transactionID?.trim() ?? "";
  if (given === "") return refused(missingParameter("TransactionID"));

  const transactionId = readGuid(given);
  if (transactionId === undefined) return refused(refusals.unknownTransaction);
  const { customer } = access;
  const { outbox } = store;
  const found: FoundTransaction | undefined = await (request.detailed
    ? outbox.details(customer.id, transactionId)
    : outbox.statistics(customer.id, transactionId));
  if (found === undefined) return refused(refusals.unknownTransaction);

  const at = now();
  const status: FoundStatus = {
    found: { ...found, transactionId, now: at },
    Result: ok,
    Statistics: statisticsContent(found, at),
    NetPoints: creditText(
      customer.payment,
      balanceOf(await store.accounts.balances(customer.id), found.chargedAs),
    ),
  };
  const { pages, dueAt } = found;
  return pages === undefined ? status : { ...status, Details: detailsContent(pages, dueAt, at) };
}

function statusWord({ word }: Status): XmlElement {
  return element("StatusU", [utf16Hex(word)]);
}

/** Content of `Statistics`: recipients counted by status. */
function statisticsContent({ dueAt, counts }: TransactionCounts, now: number): XmlContent {
  const totals = new Map<Status, number>();
  for (const { state, count } of counts) {
    const status = statusOf(state, dueAt, now);
    totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const children = [...totals].map(([status, count]) =>
    element(status.element, [String(count), statusWord(status)]),
  );
  return [element("statistics", children)];
}

type Pages = AsyncIterable<RecipientPage>;

async function* recipientElements(pages: Pages, dueAt: number, now: number): AsyncGenerator<XmlElement> {
  for await (const { recipients } of pages) {
    for (const { phone, state, at } of recipients) {
      const status = statusOf(state, dueAt, now);
      const time = element("TimeStamp", [new Date(at).toISOString()]);
      yield element(status.element, [statusWord(status), element("number", [phone]), time]);
    }
  }
}

/** Content of `Details`: one child per recipient, as they are read. */
function detailsContent(pages: Pages, dueAt: number, now: number): Streamed<XmlContent> {
  return [{ ...element("details"), children: recipientElements(pages, dueAt, now) }];
}
