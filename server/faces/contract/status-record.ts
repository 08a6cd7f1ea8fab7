import type { SmsStatus } from "messenger-client/records";
import type { Streamed } from "messenger-gen-runtime";
import { element, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import type { RecipientPage } from "../../domain/delivery/submitting/recipient-paging.js";
import { type Status, statusOf, type TransactionCounts, utf16Hex } from "../../domain/status.js";
import type { StatusOutcome } from "../../operations/sms-status.js";
import { ok, resultText } from "./result-texts.js";

/** `Details` of recipients as they are read, if they are requested. */
export function statusResult(outcome: StatusOutcome, operation: string): Streamed<SmsStatus> {
  if (!outcome.ok) return { Result: resultText(outcome.refusal, operation), NetPoints: "0" };
  const { pages, dueAt, now, netPoints } = outcome;
  const status = { Result: ok, Statistics: statisticsContent(outcome, now), NetPoints: netPoints };
  return pages === undefined ? status : { ...status, Details: detailsContent(pages, dueAt, now) };
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
