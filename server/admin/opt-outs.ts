import { numberKey } from "../domain/inbox/addressing.js";
import { type OptOutRule, replyKey, type ReplyLanguage, replyLanguages } from "../domain/inbox/opt-outs.js";
import { smsText } from "../domain/text/sms-text.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf } from "./values.js";

type Rules = Pick<Store, "optOuts" | "recording">;

/** A rule of opt-outs as the commands print it. */
export interface OptOutRow {
  readonly customer: number;
  /** Null for all numbers of the customer that have no rule of their own. */
  readonly number: string | null;
  readonly languages: readonly string[];
  /** Words besides those of the languages. */
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  /** Texts of the confirmations; null for none. */
  readonly stopText: string | null;
  readonly startText: string | null;
  /** Response to HELP; null for none. */
  readonly helpText: string | null;
}

/** The rule that is meant: of a number, or of all numbers of a customer that have none. */
export interface OptOutPlace {
  readonly customer: string;
  readonly number?: string | undefined;
}

/** A rule as it is typed; absent fields stay as they are. `none` stands for no language, word or text. */
export interface OptOutInput extends OptOutPlace {
  readonly languages?: readonly string[] | undefined;
  readonly stopWords?: readonly string[] | undefined;
  readonly startWords?: readonly string[] | undefined;
  readonly stopText?: string | undefined;
  readonly startText?: string | undefined;
  readonly helpText?: string | undefined;
}

/** A rule before anything was set. */
const newRule = {
  ...({ languages: ["en"], stopWords: [], startWords: [] } as const),
  ...({ stopText: "", startText: "", helpText: "" } as const),
};

/** Maximum words of a rule for each change, their length in UTF-16 code units, and parts of a confirmation. */
export const mostOfRule = { words: 20, length: 30, parts: 4 };

function rowOf({
  customerId: customer,
  number,
  stopText,
  startText,
  helpText,
  ...rule
}: OptOutRule): OptOutRow {
  const textOf = (text: string): string | null => (text === "" ? null : text);
  return {
    customer,
    number: textOf(number),
    ...rule,
    stopText: textOf(stopText),
    startText: textOf(startText),
    helpText: textOf(helpText),
  };
}

function languageOf(text: string): ReplyLanguage {
  const language = replyLanguages.find((name) => name === text);
  if (language === undefined)
    throw new InvalidInput(`invalid language ${JSON.stringify(text)}: use ${replyLanguages.join(", ")}`);
  return language;
}

function wordOf(text: string): string {
  if (text.length > mostOfRule.length || /\s|\p{C}/u.test(text) || replyKey(text) === "")
    throw new InvalidInput(
      `invalid word ${JSON.stringify(text)}: use one word of 1 to ${mostOfRule.length} characters, with a letter or digit`,
    );
  return text;
}

/** Reads several values, or `none`; undefined stays undefined. @throws InvalidInput */
function severalOf<T>(
  field: string,
  texts: readonly string[] | undefined,
  read: (text: string) => T,
): readonly T[] | undefined {
  if (texts === undefined) return undefined;
  if (texts.length === 1 && texts[0] === "none") return [];
  return inField(field, () => {
    const values = [...new Set(texts.map(read))];
    if (values.length > mostOfRule.words)
      throw new InvalidInput(`invalid list: use at most ${mostOfRule.words} words`);
    return values;
  });
}

function confirmationOf(text: string): string {
  if (text === "none") return "";
  const parts = smsText(text, "Latin")?.parts ?? Infinity;
  if (text.trim() === "" || parts > mostOfRule.parts)
    throw new InvalidInput(`invalid text of a response: use 1 to ${mostOfRule.parts} parts, or none`);
  return text;
}

/** What a rule says, for the audit log. */
function wordsOf(rule: OptOutRule): Readonly<Record<string, unknown>> {
  const { languages, stopWords, startWords, stopText, startText, helpText } = rowOf(rule);
  return { languages, stopWords, startWords, stopText, startText, helpText };
}

const keyOf = (number: string | undefined): string => (number === undefined ? "" : numberKey(number));

const aboutOf = ({ customerId, number }: Pick<OptOutRule, "customerId" | "number">) => ({
  customer: customerId,
  number: number === "" ? null : number,
});

async function ruleOf(
  { optOuts }: Rules,
  customerId: number,
  number: string,
): Promise<OptOutRule | undefined> {
  return (await optOuts.rules(customerId)).find((rule) => rule.number === number);
}

/** Sets the words of a customer, or of one of its numbers; recorded. @throws Refusal */
export async function setOptOut(store: Rules, input: OptOutInput, occasion: Occasion): Promise<OptOutRow> {
  const [customerId, number] = [customerIdOf(input.customer), keyOf(input.number)];
  const before = await ruleOf(store, customerId, number);
  const old = before ?? newRule;
  const rule: OptOutRule = {
    customerId,
    number,
    languages: severalOf("languages", input.languages, languageOf) ?? old.languages,
    stopWords: severalOf("stopWords", input.stopWords, wordOf) ?? old.stopWords,
    startWords: severalOf("startWords", input.startWords, wordOf) ?? old.startWords,
    stopText: fieldOf("stopText", input.stopText, confirmationOf) ?? old.stopText,
    startText: fieldOf("startText", input.startText, confirmationOf) ?? old.startText,
    helpText: fieldOf("helpText", input.helpText, confirmationOf) ?? old.helpText,
  };
  const { optOuts } = recorded(store, occasion, {
    action: "opt-out set",
    subject: aboutOf(rule),
    before: before && wordsOf(before),
    after: wordsOf(rule),
  });
  expectDone(await optOuts.setRule(rule), {
    customerId,
    thing: `number ${number} of customer ${customerId}`,
  });
  return rowOf(rule);
}

/** Removes a rule; recorded. @throws Refusal */
export async function removeOptOut(store: Rules, place: OptOutPlace, occasion: Occasion): Promise<void> {
  const [customerId, number] = [customerIdOf(place.customer), keyOf(place.number)];
  const subject = aboutOf({ customerId, number });
  const { optOuts } = recorded(store, occasion, { action: "opt-out remove", subject });
  if (!(await optOuts.removeRule(customerId, number)))
    throw new Refusal(`customer ${customerId} has no stop words${number === "" ? "" : ` for ${number}`}`);
}

/** Rules of one customer, or of all. @throws Refusal */
export async function listOptOuts(
  { optOuts }: Pick<Store, "optOuts">,
  customer?: string,
): Promise<readonly OptOutRow[]> {
  return (await optOuts.rules(customer === undefined ? undefined : customerIdOf(customer))).map(rowOf);
}
