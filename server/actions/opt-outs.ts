import { numberKey } from "../domain/inbox/addressing.js";
import { type OptOutRule, replyKey, replyLanguages } from "../domain/inbox/opt-outs.js";
import { smsText } from "../domain/text/sms-text.js";
import type { Store } from "../ports/store.js";
import { expectDone, InvalidInput, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { customerFilter, customerKey } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { givenAlone, oneOf, optional, several, text } from "./fields.js";
import { described, nullable, textMember } from "./members.js";

/** A rule before anything was set. */
const newRule = {
  ...({ languages: ["en"], stopWords: [], startWords: [] } as const),
  ...({ stopText: "", startText: "", helpText: "" } as const),
};

/** Maximum words of a rule for each change, their length in UTF-16 code units, and parts of a confirmation. */
export const mostOfRule = { words: 20, length: 30, parts: 4 };

/** A rule of opt-outs as the commands print it. */
export type OptOutRow = ReturnType<typeof rowOf>;

const orNull = (given: string): string | null => (given === "" ? null : given);

const rowOf = ({ customerId, number, stopText, startText, helpText, ...rule }: OptOutRule) => ({
  customer: customerId,
  /** Null for all numbers of the customer that have no rule of their own. */
  number: orNull(number),
  ...rule,
  /** Texts of the confirmations; null for none. */
  stopText: orNull(stopText),
  startText: orNull(startText),
  /** Response to HELP; null for none. */
  helpText: orNull(helpText),
});

const languageOf = oneOf("language", replyLanguages, replyLanguages.join(", "));

function wordOf(given: string): string {
  if (given.length > mostOfRule.length || /\s|\p{C}/u.test(given) || replyKey(given) === "")
    throw new InvalidInput(
      `invalid word ${JSON.stringify(given)}: use one word of 1 to ${mostOfRule.length} characters, with a letter or digit`,
    );
  return given;
}

/** Reads several values, or `none`. */
const eachOf =
  <T>(read: (given: string, now: number) => T) =>
  (texts: readonly string[]): readonly T[] => {
    if (texts.length === 1 && texts[0] === "none") return [];
    const values = [...new Set(texts.map((each) => read(each, 0)))];
    if (values.length > mostOfRule.words)
      throw new InvalidInput(`invalid list: use at most ${mostOfRule.words} words`);
    return values;
  };

function confirmationOf(given: string): string {
  if (given === "none") return "";
  const parts = smsText(given, "Latin")?.parts ?? Infinity;
  if (given.trim() === "" || parts > mostOfRule.parts)
    throw new InvalidInput(`invalid text of a response: use 1 to ${mostOfRule.parts} parts, or none`);
  return given;
}

const may = { operator: "admin", portal: "send" } as const;

const ofNumber = optional(
  text("Sent to", "for this number of the customer alone", { form: "<number>", width: "medium" }),
  numberKey,
);

/** What a rule says, for the audit log. */
function wordsOf(rule: OptOutRule): Readonly<Record<string, unknown>> {
  const { languages, stopWords, startWords, stopText, startText, helpText } = rowOf(rule);
  return { languages, stopWords, startWords, stopText, startText, helpText };
}

const columns = [
  ...(["customer", "number", "languages", "stopWords", "startWords"] as const),
  ...(["stopText", "startText", "helpText"] as const),
];
const members = {
  ...described(columns),
  number: nullable(textMember("number of the customer; null for all that have no rule of their own")),
};

const aboutOf = (customer: number, number: string) => ({ customer, number: orNull(number) });

/** Sets the words of a customer, or of one of its numbers; what is left out stays. */
export const setOptOut = action({
  name: "opt-out set",
  help: 'Set stop words; what is left out stays (a new rule: English, no confirmation). Example: messenger opt-out set 42 --languages en de --stop-text "You get no more messages. START resumes them."',
  may,
  button: "Set the stop words",
  done: "The stop words were set.",
  keys: { customer: customerKey },
  fields: {
    number: ofNumber,
    languages: several(
      {
        label: "Languages",
        meaning: `standard words of these languages: ${replyLanguages.join(", ")}; or none`,
        hint: `whose usual words count: ${replyLanguages.join(", ")}`,
        form: "<code...>",
      },
      eachOf(languageOf),
    ),
    stopWords: several(
      {
        label: "Further stop words",
        meaning: "words besides those of the languages that stop messages, or none",
        hint: "separated by spaces; STOP always counts",
        option: "stop",
        form: "<word...>",
      },
      eachOf(wordOf),
    ),
    startWords: several(
      {
        label: "Further start words",
        meaning: "words besides those of the languages that resume messages, or none",
        hint: "separated by spaces; START always counts",
        option: "start",
        form: "<word...>",
      },
      eachOf(wordOf),
    ),
    stopText: optional(
      text("Confirmation of a stop", "confirmation after a stop word, charged to the customer; or none", {
        hint: "sent once, at the usual price; empty: none",
      }),
      confirmationOf,
    ),
    startText: optional(
      text("Confirmation of a start", "confirmation after a start word, charged to the customer; or none", {
        hint: "sent once, at the usual price; empty: none",
      }),
      confirmationOf,
    ),
    helpText: optional(
      text("Response to HELP", "response to HELP, charged to the customer; or none", {
        hint: "who sends, and how to stop; empty: none",
      }),
      confirmationOf,
    ),
  },
  members,
  run: async ({ customer: customerId, number = "", ...given }, { store, recorded }) => {
    const before = (await store.optOuts.rules(customerId)).find((rule) => rule.number === number);
    const rule: OptOutRule = { ...newRule, ...before, ...givenAlone(given), customerId, number };
    const { optOuts } = recorded({
      subject: aboutOf(customerId, number),
      before: before && wordsOf(before),
      after: wordsOf(rule),
    });
    const thing = said`number ${number} of ${{ customer: customerId }}`;
    expectDone(await optOuts.setRule(rule), { customerId, thing });
    return { row: rowOf(rule) };
  },
});

/** Removes a rule; numbers that opted out stay on the list. */
export const removeOptOut = action({
  name: "opt-out remove",
  help: "Remove stop words; replies change nothing from then on. Blacklisted numbers stay",
  may,
  button: "Remove",
  done: "The stop words were removed.",
  danger: {
    button: "Remove the stop words",
    text: "Replies change nothing from then on. Numbers that have opted out stay on the list.",
  },
  keys: { customer: customerKey },
  fields: { number: ofNumber },
  members: { ...described(["customer"]), number: members.number },
  run: async ({ customer, number = "" }, { recorded }) => {
    const { optOuts } = recorded({ subject: aboutOf(customer, number) });
    if (!(await optOuts.removeRule(customer, number)))
      throw unknownThing(said`${{ customer }} has no stop words${number === "" ? "" : ` for ${number}`}`);
    return { row: aboutOf(customer, number), text: "stop words removed" };
  },
});

/** Rules of one customer, or of all. */
export async function optOutRulesOf({ optOuts: rules }: Pick<Store, "optOuts">, customer?: number) {
  return (await rules.rules(customer)).map(rowOf);
}

const listOptOuts = list({
  name: "opt-out list",
  help: "List stop words; blacklist list has the numbers that opted out",
  may: { operator: "viewer", portal: "messages" },
  filters: { customer: customerFilter },
  columns,
  members,
  rows: ({ customer }, { store }) => optOutRulesOf(store, customer),
});

/** Words by which recipients stop messages. */
export const optOuts: Subject = {
  name: "opt-out",
  help: "Words by which recipients stop messages of a customer",
  entries: [setOptOut, removeOptOut, listOptOuts],
};
