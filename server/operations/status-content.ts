import { element, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import type { Streamed } from "messenger-gen-runtime";
import {
  type Status,
  statusOf,
  utf16Hex,
  type RecipientStatus,
  type TransactionCounts,
} from "../domain/status.js";

function statusWord({ word }: Status): XmlElement {
  return element("StatusU", [utf16Hex(word)]);
}

/** Content of `Statistics`: recipients counted by status. */
export function statisticsContent({ dueAt, counts }: TransactionCounts, now: number): XmlContent {
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

type Pages = AsyncIterable<readonly RecipientStatus[]>;

async function* recipientElements(pages: Pages, dueAt: number, now: number): AsyncGenerator<XmlElement> {
  for await (const page of pages) {
    for (const { phone, state, at } of page) {
      const status = statusOf(state, dueAt, now);
      const time = element("TimeStamp", [new Date(at).toISOString()]);
      yield element(status.element, [statusWord(status), element("number", [phone]), time]);
    }
  }
}

/** Content of `Details`: one child per recipient, as they are read. */
export function detailsContent(pages: Pages, dueAt: number, now: number): Streamed<XmlContent> {
  return [{ ...element("details"), children: recipientElements(pages, dueAt, now) }];
}
