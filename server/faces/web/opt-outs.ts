import { countWords } from "./number-texts.js";
import {
  addToBlacklist,
  type BlacklistRow,
  listBlacklist,
  removeFromBlacklist,
} from "../../actions/blacklist.js";
import { inboxNumbersOf } from "../../actions/inbox-routes.js";
import { type OptOutRow, optOutRulesOf, removeOptOut, setOptOut } from "../../actions/opt-outs.js";
import { mayChange } from "../../actions/rights.js";
import { isNational } from "../../domain/credit/coverage.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm, actionRoute, type NeedOf } from "./action-forms.js";
import { textOf, type Values } from "./form.js";
import { listedTable, type ListedColumn, partFoot, wantedIn } from "./listed.js";
import type { ActionRoute, Visit } from "./page.js";
import { mostRows } from "./paging.js";
import { type Choice, type Form, phoneCell, type Section, timeCell } from "./view.js";

/** Numbers that opted out of the messages of a customer, and the words by which they do: cards and actions of every site. */

interface Shown {
  /** Number of the customer. */
  readonly customer: string;
  /** Path of the page. */
  readonly base: string;
  /** `?from=` begins at a place in the list. */
  readonly visit: Visit;
}

/** How a number came to the list. One that begins with 0 counts in every country. */
function howText(number: string, repliedTo: string | null): string {
  const how = repliedTo === null ? "added" : `replied to ${repliedTo}`;
  return isNational(number) ? `${how}; country unknown` : how;
}

const numberColumns: readonly ListedColumn<BlacklistRow>[] = [
  ["Number", ({ number }) => phoneCell(number)],
  ["Since", ({ since }) => timeCell(since)],
  ["How", ({ number, repliedTo }) => ({ text: howText(number, repliedTo) })],
];

const addForm = (base: string): Form => ({
  ...actionForm(addToBlacklist, `${base}/add`, { caption: "Add an opt-out", folded: true }),
  fields: [
    {
      ...({ name: "numbers", label: "Number", type: "text", required: true, width: "medium" } as const),
      hint: "with its country code",
    },
  ],
});

async function numbersCard(store: Store, { customer, base, visit }: Shown): Promise<Section> {
  const wanted = wantedIn(visit.query, { cursor: "from", csv: "opt-outs", limit: mostRows });
  const { rows, next } = await listBlacklist.part(store, { customer }, visit, wanted);
  const changes = mayChange(removeFromBlacklist.may, visit.caller);
  const hrefOf = (cursor?: string): string => (cursor === undefined ? base : `${base}?from=${cursor}`);
  const table = await listedTable(rows, numberColumns, {
    caption: "Opt-outs",
    empty: {
      icon: "ban",
      title: "No opt-out",
      text: "Messages to a number that opted out are rejected before they are sent, and cost nothing.",
    },
    csv: "opt-outs",
    foot: {
      ...partFoot(countWords(rows.length, "number"), wanted, next, hrefOf),
      words: { newer: "First page", older: "Next page" },
    },
    action: changes && {
      heading: "",
      button: ({ number }) => actionButton(removeFromBlacklist, `${base}/remove`, { number }),
    },
  });
  return { heading: "Opt-outs", tables: [table], forms: changes ? [addForm(base)] : [] };
}

const allNumbers = "All numbers";

const columns: readonly ListedColumn<OptOutRow>[] = [
  ["Sent to", ({ number }) => (number === null ? { text: allNumbers } : phoneCell(number))],
  ["Languages", ({ languages }) => ({ text: languages.join(", ") })],
  ["Stop words", ({ stopWords }) => ({ text: ["STOP", ...stopWords].join(", "), layout: "long" })],
  ["Start words", ({ startWords }) => ({ text: ["START", ...startWords].join(", "), layout: "long" })],
  [
    "Responses",
    ({ stopText, startText, helpText }) => ({
      text: [stopText, startText, helpText].filter(Boolean).join(" / ") || "none",
      layout: "long",
    }),
  ],
];

function wordsForm(base: string, numbers: readonly string[], rule: OptOutRow | undefined): Form {
  const choices: readonly Choice[] = [
    { value: "", text: allNumbers },
    ...numbers.map((number) => ({ value: number, text: number })),
  ];
  const words = (of: readonly string[] | undefined) => ({ type: "text", value: of?.join(" ") }) as const;
  const lines = (of: string | null | undefined) => ({ type: "lines", value: of ?? "" }) as const;
  return actionForm(setOptOut, `${base}/words`, {
    caption: "Set the stop words",
    icon: "message-square-text",
    folded: true,
    fields: {
      number: { type: "select", options: choices },
      languages: words(rule?.languages ?? ["en"]),
      stopWords: words(rule?.stopWords),
      startWords: words(rule?.startWords),
      stopText: lines(rule?.stopText),
      startText: lines(rule?.startText),
      helpText: lines(rule?.helpText),
    },
  });
}

async function wordsCard(store: Store, on: Shown): Promise<Section> {
  const { customer, base, visit } = on;
  const changes = mayChange(setOptOut.may, visit.caller);
  const rules = await optOutRulesOf(store, Number(customer));
  const numbers = (await inboxNumbersOf(store)).filter((each) => String(each.customer) === customer);
  const table = await listedTable(rules, columns, {
    caption: "Stop words",
    empty: {
      icon: "message-square-text",
      title: "Replies change nothing",
      text: "With stop words, a person who replies STOP to a number of this account gets no more messages, until START.",
    },
    action: changes && {
      heading: "",
      button: ({ number }) => actionButton(removeOptOut, `${base}/words/remove`, { number: number ?? "" }),
    },
  });
  const form = wordsForm(
    base,
    numbers.map(({ number }) => number),
    rules.find(({ number }) => number === null),
  );
  return {
    heading: "Stop words",
    note: "a reply counts if it is nothing but one of the words",
    tables: [table],
    forms: changes ? [form] : [],
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

const ruleIn = (customer: string, form: Values) => ({
  customer,
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
  readonly needOf: NeedOf<Need>;
  readonly customerOf: (visit: V) => string;
  readonly back: ActionRoute<V, Need>["back"];
}

export function optOutActions<V extends Visit, Need>({
  store,
  path,
  needOf,
  customerOf,
  back,
}: OptOutActions<V, Need>): readonly ActionRoute<V, Need>[] {
  const given = (visit: V) => ({ customer: customerOf(visit) });
  return [
    actionRoute(store, addToBlacklist, needOf(addToBlacklist), {
      path: `${path}/add`,
      back,
      given: (visit: V, form) => ({
        ...given(visit),
        numbers: [textOf(form, "numbers") ?? ""],
      }),
    }),
    actionRoute(store, removeFromBlacklist, needOf(removeFromBlacklist), {
      path: `${path}/remove`,
      back,
      given: (visit: V, form) => ({ ...given(visit), numbers: [textOf(form, "number") ?? ""] }),
    }),
    actionRoute(store, setOptOut, needOf(setOptOut), {
      path: `${path}/words`,
      back,
      given: (visit: V, form) => ruleIn(customerOf(visit), form),
    }),
    actionRoute(store, removeOptOut, needOf(removeOptOut), {
      path: `${path}/words/remove`,
      back,
      given,
    }),
  ];
}
