import { deliverabilityReport, reportGroupings } from "../admin/deliverability.js";
import { list } from "./action.js";
import { optional, preset, text } from "./fields.js";
import { nullable, switchMember, textMember, wholeMember } from "./members.js";

const typed = (given: string): string => given;

/** The share of messages that was delivered, against the period before. */
export const deliverability = list({
  name: "deliverability",
  help: "Print the share of messages delivered (%), the delay of receipts (s) and the first reason of failures, against the period before, from counters. Example: messenger deliverability --by prefix --country 49",
  may: { operator: "viewer" },
  isReport: true,
  filters: {
    by: preset(
      "country",
      text(undefined, `one of ${reportGroupings.join(", ")}`, { form: "<grouping>" }),
      typed,
    ),
    period: preset("7d", text(undefined, "24h, or 7d or 30d with today, UTC", { form: "<period>" }), typed),
    customer: optional(text(undefined, "only of this customer", { form: "<id>" }), typed),
    link: optional(text(undefined, "only over this link", { form: "<name>" }), typed),
    country: optional(text(undefined, "only to this country calling code", { form: "<code>" }), typed),
  },
  members: {
    key: textMember("calling code, prefix, name of the link or number of the customer"),
    messages: wholeMember("messages with a final status"),
    delivered: textMember("share that was delivered, percent"),
    before: nullable(textMember("the same in the period before; null without messages")),
    change: nullable(textMember("change in percent points")),
    changed: switchMember("whether the change is more than chance"),
    delay50: nullable(
      textMember("seconds within which half of the receipts came; null without any, or beyond an hour"),
    ),
    delay95: nullable(textMember("the same for 95 of 100")),
    status: nullable(textMember("status of the most frequent failure")),
    code: nullable(textMember("its code")),
    reason: nullable(textMember("the reason as text")),
    reasonShare: nullable(textMember("its share of all failures, percent")),
  },
  columns: [
    ...(["key", "messages", "delivered", "before", "change", "changed", "delay50", "delay95"] as const),
    ...(["status", "code", "reason", "reasonShare"] as const),
  ],
  rows: (input, { store, now }) => deliverabilityReport(store, input, now),
});
