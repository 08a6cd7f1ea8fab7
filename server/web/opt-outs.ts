import { addToBlacklist, blacklistPage, type BlacklistRow, removeFromBlacklist } from "../admin/coverage.js";
import { counted } from "../admin/values.js";
import { inboxNumbersOf } from "../actions/inbox-routes.js";
import { listOptOuts, type OptOutInput, type OptOutRow, removeOptOut, setOptOut } from "../admin/opt-outs.js";
import { inField } from "../admin/refusal.js";
import { phoneOf } from "../admin/values.js";
import { isNational } from "../domain/credit/coverage.js";
import { replyLanguages } from "../domain/inbox/opt-outs.js";
import type { Store } from "../ports/store.js";
import { mostCsvRows } from "./csv.js";
import { textOf, type Values } from "./form.js";
import { type ActionRoute, changeAction, type Visit } from "./page.js";
import { mostRows } from "./paging.js";
import { type Cell, type Choice, type Form, phoneCell, type Section, timeCell } from "./view.js";

/** Numbers that opted out of the messages of a customer, and the words by which they do: cards and actions of every site. */

interface Shown {
  /** Number of the customer. */
  readonly customer: string;
  /** Path of the page. */
  readonly base: string;
  readonly mayChange: boolean;
  /** A number as the visitor may see it. */
  readonly shown: (number: string) => string;
  /** `?from=` begins at a place in the list. */
  readonly query: Values;
}

const hidden = (name: string, value: string) => ({ name, label: "", type: "hidden", value }) as const;

/** How a number came to the list. One that begins with 0 counts in every country. */
function howText(number: string, repliedTo: string | null): string {
  const how = repliedTo === null ? "added" : `replied to ${repliedTo}`;
  return isNational(number) ? `${how}; country unknown` : how;
}

function numberRow(
  { number, since, repliedTo }: BlacklistRow,
  { base, mayChange, shown }: Shown,
): readonly Cell[] {
  const form: Form = {
    action: `${base}/remove`,
    button: "Remove",
    danger: true,
    fields: [hidden("number", number)],
  };
  return [
    phoneCell(shown(number)),
    timeCell(since),
    { text: howText(number, repliedTo) },
    ...(mayChange ? [{ text: "", form }] : []),
  ];
}

function addForm(base: string): Form {
  const hint = "with its country code";
  return {
    action: `${base}/add`,
    button: "Add the number",
    caption: "Add an opt-out",
    folded: true,
    fields: [{ name: "number", label: "Number", type: "text", required: true, width: "medium", hint }],
  };
}

const csvName = "opt-outs";

async function numbersCard(store: Store, on: Shown): Promise<Section> {
  const { customer, base, mayChange, query } = on;
  const isCsv = query.get("csv") === csvName;
  const from = isCsv ? undefined : query.get("from");
  const limit = isCsv ? mostCsvRows : mostRows;
  const { rows: numbers, next } = await blacklistPage(store, customer, from, limit);
  const rows = numbers.map((row) => numberRow(row, on));
  const columns = ["Number", "Since", "How", ...(mayChange ? [""] : [])];
  const empty = {
    icon: "ban",
    title: "No opt-out",
    text: "Messages to a number that opted out are rejected before they are sent, and cost nothing.",
  } as const;
  return {
    heading: "Opt-outs",
    tables: [
      {
        caption: "Opt-outs",
        columns,
        rows,
        empty,
        csv: csvName,
        foot: {
          text: counted(rows.length, "number"),
          words: { newer: "First page", older: "Next page" },
          newer: from === undefined ? undefined : base,
          older: next === undefined ? undefined : `${base}?from=${next}`,
        },
      },
    ],
    forms: mayChange ? [addForm(base)] : [],
  };
}

const allNumbers = "All numbers";

function ruleRow(rule: OptOutRow, { base, mayChange }: Shown): readonly Cell[] {
  const { number, languages, stopWords, startWords, stopText, startText, helpText } = rule;
  const form: Form = {
    action: `${base}/words/remove`,
    button: "Remove",
    danger: true,
    fields: [hidden("of", number ?? "")],
  };
  return [
    number === null ? { text: allNumbers } : phoneCell(number),
    { text: languages.join(", ") },
    { text: ["STOP", ...stopWords].join(", "), layout: "long" },
    { text: ["START", ...startWords].join(", "), layout: "long" },
    { text: [stopText, startText, helpText].filter(Boolean).join(" / ") || "none", layout: "long" },
    ...(mayChange ? [{ text: "", form }] : []),
  ];
}

function wordsForm(base: string, numbers: readonly string[], rule: OptOutRow | undefined): Form {
  const choices: readonly Choice[] = [
    { value: "", text: allNumbers },
    ...numbers.map((number) => ({ value: number, text: number })),
  ];
  return {
    action: `${base}/words`,
    button: "Set the stop words",
    caption: "Set the stop words",
    icon: "message-square-text",
    folded: true,
    fields: [
      { name: "of", label: "Sent to", type: "select", options: choices, width: "medium" },
      {
        name: "languages",
        label: "Languages",
        type: "text",
        value: (rule?.languages ?? ["en"]).join(" "),
        hint: `whose usual words count: ${replyLanguages.join(", ")}`,
      },
      {
        name: "stopWords",
        label: "Further stop words",
        type: "text",
        value: rule?.stopWords.join(" "),
        hint: "separated by spaces; STOP always counts",
      },
      {
        name: "startWords",
        label: "Further start words",
        type: "text",
        value: rule?.startWords.join(" "),
        hint: "separated by spaces; START always counts",
      },
      {
        name: "stopText",
        label: "Confirmation of a stop",
        type: "lines",
        value: rule?.stopText ?? "",
        hint: "sent once, at the usual price; empty: none",
      },
      {
        name: "startText",
        label: "Confirmation of a start",
        type: "lines",
        value: rule?.startText ?? "",
        hint: "sent once, at the usual price; empty: none",
      },
      {
        name: "helpText",
        label: "Response to HELP",
        type: "lines",
        value: rule?.helpText ?? "",
        hint: "who sends, and how to stop; empty: none",
      },
    ],
  };
}

async function wordsCard(store: Store, on: Shown): Promise<Section> {
  const { customer, base, mayChange } = on;
  const rules = await listOptOuts(store, customer);
  const numbers = (await inboxNumbersOf(store)).filter((each) => String(each.customer) === customer);
  const columns = [
    "Sent to",
    "Languages",
    "Stop words",
    "Start words",
    "Responses",
    ...(mayChange ? [""] : []),
  ];
  const empty = {
    icon: "message-square-text",
    title: "Replies change nothing",
    text: "With stop words, a person who replies STOP to a number of this account gets no more messages, until START.",
  } as const;
  const forAll = rules.find(({ number }) => number === null);
  const form = wordsForm(
    base,
    numbers.map(({ number }) => number),
    forAll,
  );
  return {
    heading: "Stop words",
    note: "a reply counts if it is nothing but one of the words",
    tables: [{ caption: "Stop words", columns, rows: rules.map((rule) => ruleRow(rule, on)), empty }],
    forms: mayChange ? [form] : [],
  };
}

export async function optOutCards(store: Store, on: Shown): Promise<readonly Section[]> {
  return [await numbersCard(store, on), await wordsCard(store, on)];
}

/** Words with spaces between them; an empty field is `none`. */
function wordsIn(form: Values, name: string): readonly string[] {
  const words = (form.get(name) ?? "").split(/[\s,]+/u).filter((word) => word !== "");
  return words.length === 0 ? ["none"] : words;
}

const ruleIn = (customer: string, form: Values): OptOutInput => ({
  customer,
  number: textOf(form, "of"),
  languages: wordsIn(form, "languages"),
  stopWords: wordsIn(form, "stopWords"),
  startWords: wordsIn(form, "startWords"),
  stopText: textOf(form, "stopText") ?? "none",
  startText: textOf(form, "startText") ?? "none",
  helpText: textOf(form, "helpText") ?? "none",
});

interface OptOutActions<V extends Visit, Need> {
  readonly store: Store;
  /** Pattern of the path of the page. */
  readonly path: string;
  readonly role: Need;
  readonly customerOf: (visit: V) => string;
  readonly back: ActionRoute<V, Need>["back"];
}

export function optOutActions<V extends Visit, Need>({
  store,
  path,
  role,
  customerOf,
  back,
}: OptOutActions<V, Need>): readonly ActionRoute<V, Need>[] {
  const route = { role, back } as const;
  const numberIn = (form: Values): string => inField("number", () => phoneOf(textOf(form, "number") ?? ""));
  return [
    changeAction<V, Need>(
      { ...route, path: `${path}/add`, done: "The number is on the list of opt-outs." },
      (visit, form) => addToBlacklist(store, [numberIn(form)], customerOf(visit), visit),
    ),
    changeAction<V, Need>(
      {
        ...route,
        path: `${path}/remove`,
        done: "The number was removed.",
        danger: {
          button: "Remove the opt-out",
          text: "The next message to this number is sent. Remove it only if its owner has asked for it.",
        },
      },
      (visit, form) => removeFromBlacklist(store, [textOf(form, "number") ?? ""], customerOf(visit), visit),
    ),
    changeAction<V, Need>(
      { ...route, path: `${path}/words`, done: "The stop words were set." },
      (visit, form) => setOptOut(store, ruleIn(customerOf(visit), form), visit),
    ),
    changeAction<V, Need>(
      {
        ...route,
        path: `${path}/words/remove`,
        done: "The stop words were removed.",
        danger: {
          button: "Remove the stop words",
          text: "Replies change nothing from then on. Numbers that have opted out stay on the list.",
        },
      },
      (visit, form) =>
        removeOptOut(store, { customer: customerOf(visit), number: textOf(form, "of") }, visit),
    ),
  ];
}
