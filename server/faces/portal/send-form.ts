import type { Customer } from "../../domain/accounts/accounts.js";
import { maxFileNumbers } from "../../domain/recipients/recipient-file.js";
import { sizeText, textSize } from "../../domain/text/text-size.js";
import { countText } from "../web/number-texts.js";
import { zoneText } from "../web/times.js";
import type { Field, Form } from "../web/view.js";
import { type ListChoice, offered } from "./list-choices.js";
import { type Draft, dueOf } from "./send-draft.js";
import type { Visit } from "./visit.js";

/** Checks the cost; its form may have a file. */
export const checkPath = "/send/check";

/** What the form of a message offers. */
export interface Choices {
  readonly customer: Customer;
  readonly originators: readonly string[];
  readonly lists: readonly ListChoice[];
}

function listField(lists: readonly ListChoice[], chosen: string | undefined): readonly Field[] {
  if (lists.length === 0) return [];
  const none = { value: "", text: "None: to the numbers below" };
  return [
    {
      name: "list",
      label: "To a list or a group",
      type: "select",
      options: [none, ...lists.map(offered)],
      value: chosen,
      ...(lists.some(({ isGroup }) => isGroup)
        ? { hint: "A group is all its lists together: each number gets one message." }
        : {}),
    },
  ];
}

/** The two times of a clock that is set back, for the person to choose. */
function whichField(draft: Draft, customer: Customer): readonly Field[] {
  const due = dueOf(draft, customer);
  if (due?.twice === undefined) return [];
  const [first, second] = due.twice.map(
    (time) => `${draft.when.replace("T", " ")} ${zoneText(due.zone, time)}`,
  );
  return [
    {
      name: "which",
      label: "Which of the two times",
      type: "select",
      value: draft.which,
      options: [
        { value: "", text: `the first: ${first ?? ""}` },
        { value: "second", text: `the second: ${second ?? ""}` },
      ],
      hint: "Clocks are set back that night and show this time twice.",
    },
  ];
}

function whenFields(customer: Customer, draft: Draft | undefined, visit: Visit): readonly Field[] {
  const own = visit.zone;
  const zones = [...new Set([own, customer.timeZone, "UTC"])];
  return [
    {
      name: "when",
      label: "When",
      type: "datetime",
      width: "medium",
      value: draft?.when.replace(" ", "T"),
      hint: "Empty: at once.",
    },
    {
      name: "zone",
      label: "Time zone",
      type: "select",
      width: "medium",
      value: draft?.zone || own,
      options: zones.map((zone) => ({ value: zone, text: zoneText(zone, visit.now) })),
    },
    ...(draft === undefined ? [] : whichField(draft, customer)),
  ];
}

/** The form of a message; `draft`: what was checked. */
export function messageForm(
  { customer, originators, lists }: Choices,
  draft: Draft | undefined,
  visit: Visit,
): Form {
  const isPlain = customer.plainPunctuation;
  const fields: readonly Field[] = [
    { name: "originator", label: "From", type: "select", options: originators, value: draft?.originator },
    ...listField(lists, draft?.list ?? visit.query.get("list")),
    {
      name: "numbers",
      label: "To",
      type: "lines",
      value: draft?.numbers,
      hint: "One number a line, with its country code, for example 12025550101.",
    },
    { name: "upload", label: "", type: "hidden", value: draft?.upload },
    {
      name: "file",
      label: "File of numbers",
      type: "file",
      hint: draft?.upload
        ? "The file of before is kept; choose another one in its place."
        : `Text, a number a line, at most ${countText(maxFileNumbers)}.`,
    },
    {
      name: "text",
      label: "Text",
      type: "lines",
      required: true,
      value: draft?.text,
      counter: { isPlain },
      hint: draft === undefined ? "Its parts are counted." : sizeText(textSize(draft.text, isPlain)),
    },
    ...whenFields(customer, draft, visit),
  ];
  const button = draft === undefined ? "Check the cost" : "Check the cost again";
  return { action: checkPath, button, caption: "Message", primary: draft === undefined, fields };
}
