import { element, type XmlContent, type XmlElement } from "../../runtime/xml/content.js";
import { type Status, statusOf, utf16Hex } from "../domain/status.js";
import type { RecipientStatus, TransactionCounts } from "../ports/store.js";

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

/** Content of `Details`: one child per recipient. */
export function detailsContent(rows: readonly RecipientStatus[], dueAt: number, now: number): XmlContent {
  const children = rows.map(({ phone, state, at }) => {
    const status = statusOf(state, dueAt, now);
    const time = new Date(at).toISOString();
    return element(status.element, [
      statusWord(status),
      element("number", [phone]),
      element("TimeStamp", [time]),
    ]);
  });
  return [element("details", children)];
}
