import type { Customer } from "../../domain/accounts/accounts.js";
import {
  type LeftOutReason,
  leftOutReason,
  noNumberText,
} from "../../domain/delivery/submitting/left-out.js";
import { outsideGsm, textSize } from "../../domain/text/text-size.js";
import type { Cost, FileNumbers } from "../../operations/authenticated-send.js";
import type { RefusedRecipient } from "../../domain/delivery/submitting/submission.js";
import { countText, countWords, creditsAmount, creditsWords } from "../web/number-texts.js";
import { shownTime } from "../web/times.js";
import type { Cell, Field, Form, Section } from "../web/view.js";
import { type ListChoice, membersIn } from "./list-choices.js";
import { type Draft, draftNames, type Due, typedEntries } from "./send-draft.js";
import { checkPath } from "./send-form.js";

/** The cards of a message whose cost was checked. */

export type Priced = Extract<Cost, { ok: true }>;

/** A message that was checked, and what it costs. */
export interface Checked {
  readonly draft: Draft;
  readonly priced: Priced;
  readonly due: Due | undefined;
  readonly list: ListChoice | undefined;
  readonly file: FileNumbers | undefined;
  readonly customer: Customer;
  readonly now: number;
}

/** What was checked: the same list of another content is another message. */
export const checkedText = ({ charge, recipients }: Priced, list: ListChoice | undefined): string =>
  [charge, recipients, ...(list?.lists.map(({ version }) => version) ?? [])].join(" ");

const hidden = { label: "", type: "hidden" } as const;

const draftFields = (draft: Draft, changed: Partial<Draft> = {}): readonly Field[] =>
  draftNames.map((name) => ({ ...hidden, name, value: changed[name] ?? draft[name] }));

const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  optedOut: "Opted out or blocked",
  noNumber: "Not a phone number",
  notCovered: "Not covered by your prices",
};

const reasons = ["optedOut", "noNumber", "notCovered"] as const;

type Fact = Cell & { readonly name: string };
const fact = (name: string, text: string, note?: string): Fact => ({ name, text, note });

/** From what was given to the recipients, as a sum. */
function recipientFacts({ priced, list, file }: Checked): readonly Fact[] {
  const { recipients, refused } = priced;
  const found = refused.map(leftOutReason);
  const out = reasons.flatMap((reason) => {
    const count = found.filter((each) => each === reason).length;
    return count === 0 ? [] : [fact(leftOutWords[reason], `− ${countText(count)}`)];
  });
  const given = recipients + refused.length;
  const entries = file?.entries ?? (list?.isGroup === true ? Math.max(membersIn(list), given) : given);
  const repeated = entries === given ? [] : [fact("Repeated, sent once", `− ${countText(entries - given)}`)];
  const whole = file === undefined ? "Numbers" : "Entries of the file";
  const all = [
    fact(list === undefined ? whole : `Numbers of ${list.name}`, countText(entries)),
    ...repeated,
    ...out,
  ];
  return [...(all.length === 1 ? [] : all), fact("Recipients", countText(recipients))];
}

/** Credits of a part, if it costs the same for all. */
function partPrice({ charge, parts, recipients }: Priced): Fact {
  const price = charge / parts / recipients;
  return fact("Credits for a part", Number.isInteger(price) ? `× ${creditsAmount(price)}` : "by country");
}

export function costCard(checked: Checked, balance: number, formId: string | undefined): Section {
  const { draft, priced, list, due, customer, now } = checked;
  const { recipients, parts, charge, coding } = priced;
  const shown = due && shownTime(due.at, { now, zone: due.zone }, true).title;
  const facts = [
    ...recipientFacts(checked),
    fact("Parts for each", `× ${countText(parts)}`, coding === "ucs2" ? "Unicode" : "GSM alphabet"),
    partPrice(priced),
    fact("Balance now", creditsAmount(balance)),
    fact("Balance after it", creditsAmount(balance - charge)),
    fact("Leaves", shown ?? "at once"),
  ];
  const form: Form = {
    action: "/send",
    button: `Send to ${countText(recipients)} for ${creditsWords(charge)}`,
    icon: "send",
    primary: true,
    formId,
    fields: [...draftFields(draft), { ...hidden, name: "checked", value: checkedText(priced, list) }],
  };
  return {
    heading: "Cost",
    width: 4,
    figure: {
      text: creditsAmount(charge),
      unit: customer.payment === "postpaid" ? "credits, postpaid" : "SMS credits",
    },
    facts: [{ caption: "Cost", facts, isSum: true }],
    text: due === undefined ? undefined : "You can cancel it until then.",
    forms: [form],
  };
}

/** The text as the recipient sees it, and a test of it to the user's own phone. */
export function lookCard({ draft, priced }: Checked): Section {
  const test: Form = {
    action: "/send/test",
    button: "Send me a test",
    caption: "Send me a test",
    fields: [
      ...draftFields(draft),
      {
        name: "phone",
        label: "Your number",
        type: "text",
        width: "medium",
        value: draft.tested,
        autocomplete: "tel",
        required: true,
        hint: `${countWords(priced.parts, "part")} to one number, at once, charged as any message.`,
      },
    ],
  };
  return {
    heading: "How it looks",
    width: 4,
    bubble: { from: draft.originator, text: draft.text },
    forms: [test],
  };
}

/** Most characters that a card names. */
const mostNamed = 5;

/** What makes a text Unicode, and the button that mends it; none for a text in the GSM alphabet. */
export function alphabetCards({ draft, customer, priced }: Checked): readonly Section[] {
  const outside = outsideGsm(draft.text, customer.plainPunctuation);
  if (outside === undefined) return [];
  const { characters, plain } = outside;
  const named = characters.slice(0, mostNamed).join(" ");
  const more = characters.length > mostNamed ? ` and ${countText(characters.length - mostNamed)} more` : "";
  const better = plain === undefined ? undefined : textSize(plain, false);
  const saves = better !== undefined && better.parts < priced.parts;
  const text = saves
    ? ` With the characters of a keyboard the text has ${countWords(better.parts, "part")} in place of ${countText(priced.parts)}.`
    : "";
  const form: Form = {
    action: checkPath,
    button: "Replace them",
    fields: draftFields(draft, { text: plain ?? draft.text }),
  };
  return [
    {
      heading:
        characters.length === 1
          ? "One character makes it Unicode"
          : `${countText(characters.length)} characters make it Unicode`,
      width: 4,
      text: `${named}${more} ${characters.length === 1 ? "is" : "are"} not in the GSM alphabet, whose parts hold more.${text}`,
      forms: saves ? [form] : [],
    },
  ];
}

const reasonText = (refused: RefusedRecipient, reason: LeftOutReason): string =>
  reason === "noNumber" ? `Not a phone number: ${noNumberText(shownOf(refused))}` : leftOutWords[reason];

const shownOf = ({ phone, given }: RefusedRecipient): string => given ?? phone;

/** The row of each entry that may have been left out, by its text. */
function rowsOf({ file, draft, list }: Checked, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  if (list !== undefined) return rows;
  if (file === undefined) {
    for (const { entry, row } of typedEntries(draft.numbers)) if (!rows.has(entry)) rows.set(entry, row);
    return rows;
  }
  for (const [index, entry] of file.rejected.entries()) rows.set(entry, file.rejectedRows[index] ?? 0);
  for (let index = 0; index < file.accepted.length; index++) {
    const number = String(file.accepted[index]);
    if (wanted.has(number)) rows.set(number, file.acceptedRows[index] ?? 0);
  }
  return rows;
}

/** Who gets no message, with the row, what stands there, and why: a table, and a file of it. */
export function leftOutCards(checked: Checked): readonly Section[] {
  const { refused } = checked.priced;
  if (refused.length === 0) return [];
  const covered = refused.filter(({ given }) => given === undefined).map(({ phone }) => phone);
  const rows = rowsOf(checked, new Set(covered));
  const table = {
    caption: "Left out",
    columns: [{ text: "Row", number: true }, "Value", "Reason"],
    rows: refused
      .map((each) => ({ row: rows.get(shownOf(each)), each }))
      .sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
      .map(({ row, each }): readonly Cell[] => [
        { text: row === undefined ? "" : String(row), number: true },
        { text: shownOf(each) },
        { text: reasonText(each, leftOutReason(each)) },
      ]),
    csv: "left-out",
    empty: "",
  };
  return [{ heading: "Left out", note: countWords(refused.length, "entry", "entries"), tables: [table] }];
}
