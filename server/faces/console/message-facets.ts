import type { FilterInput } from "../../actions/message-filter.js";
import type { MessageRow } from "../../actions/message-find.js";
import { receiptCause, refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import { messagePill } from "../web/states.js";
import type { Facet, Tone } from "../web/view.js";

/** Values that a facet shows. */
const mostChoices = 5;

interface Kind {
  readonly name: string;
  readonly condition: "state" | "customer" | "originator" | "link" | "reason";
  /** The value of a message; undefined for none. */
  readonly of: (message: MessageRow) => string | undefined;
  readonly text: (value: string, nameOf: (customer: string) => string) => string;
  readonly tone?: (value: string) => Tone;
}

const kinds: readonly Kind[] = [
  {
    name: "State",
    condition: "state",
    of: ({ status }) => status,
    text: (status) => messagePill(status).word,
    tone: (status) => messagePill(status).tone,
  },
  {
    name: "Customer",
    condition: "customer",
    of: ({ customer }) => String(customer),
    text: (customer, nameOf) => nameOf(customer),
  },
  {
    name: "Sender",
    condition: "originator",
    of: ({ originator }) => originator,
    text: (originator) => originator,
  },
  { name: "Link", condition: "link", of: ({ link }) => link, text: (link) => link },
  {
    name: "Reason",
    condition: "reason",
    of: ({ status, reason }) => (status === "SMSC_DELIVERED" ? undefined : (reason ?? undefined)),
    text: (reason) => (refusalWords(reason) ?? receiptCause(reason))?.text ?? reason,
  },
];

/** Values of the messages of a search, the most frequent first; a condition that the search has already is left out. */
export function facetsOf(
  messages: readonly MessageRow[],
  input: FilterInput,
  nameOf: (customer: string) => string,
): readonly Facet[] {
  const given = Object.entries(input as Readonly<Record<string, string | undefined>>);
  return kinds.flatMap(({ name, condition, of, text, tone }): readonly Facet[] => {
    const counts = new Map<string, number>();
    for (const message of messages) {
      const value = of(message);
      if (value !== undefined && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([, one], [, other]) => other - one);
    // A single value narrows nothing; a group of states is narrowed to one of them.
    if (sorted.length < 2) return [];
    const kept = given.filter(([key, value]) => key !== condition && value !== undefined);
    const choices = sorted.slice(0, mostChoices).map(([value, count]) => ({
      count,
      tone: tone?.(value),
      form: {
        action: "/messages/find",
        button: text(value, nameOf),
        fields: [...kept, [condition, value]].map(([key = "", each]) => ({
          name: key,
          label: "",
          type: "hidden" as const,
          value: each,
        })),
      },
    }));
    return [{ name, choices, more: sorted.length - choices.length }];
  });
}
