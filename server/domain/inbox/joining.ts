import { cut } from "../text/normal-form.js";
import { type EarlierArrival, isOther, type OtherSession, repetition } from "./arrivals.js";
import type { IncomingPlace, ReceivedMessage, ReceivedPart } from "./received-part.js";

/** Mark in the text of a message for each run of missing parts, and for the cut end. */
export const missingText = "[...]";

/** The text of a message from the parts that have arrived, in order. `parts` holds the text of a part under its number, from 1. */
export function joinedText(parts: ReadonlyMap<number, string>, total: number): string {
  let text = "";
  for (let number = 1; number <= total; number++) {
    const part = parts.get(number);
    if (part !== undefined) text += part;
    else if (number === 1 || parts.has(number - 1)) text += missingText;
  }
  return text;
}

/** A text of at most `most` code units; a longer one is cut and ends with a mark. */
export function boundedText(
  text: string,
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  if (text.length <= most) return { text, isWhole: true };
  return { text: cut(text, most - missingText.length) + missingText, isWhole: false };
}

/** A message of which at least one part has arrived. */
export interface JoinRow {
  readonly from: string;
  readonly to: string;
  readonly total: number;
  /** True: it was complete and has been delivered. The row stays for some time, so that repeated parts are recognized. */
  readonly joined: boolean;
  /** Arrival of its first part, in milliseconds since the epoch. */
  readonly at: number;
}

/** A part that has arrived. */
export interface PartText extends EarlierArrival {
  readonly number: number;
  readonly text: string;
}

/** Writes for a part that is not a repetition. */
export interface JoinChange {
  /**
   * Deliver this first: the part starts another message with the same reference. Contains the previous message, unless
   * it was delivered before.
   */
  readonly replaced: { readonly message: ReceivedMessage | undefined } | undefined;
  /** To deliver: all parts have arrived. Undefined: the part waits for the others. */
  readonly complete: ReceivedMessage | undefined;
}

export type PlacedPart = ReceivedPart & { readonly place: IncomingPlace };

type Addresses = Pick<ReceivedMessage, "from" | "to">;

function messageOf(
  { from, to }: Addresses,
  total: number,
  parts: readonly Pick<PartText, "number" | "text">[],
  at: number,
): Omit<ReceivedMessage, "subject"> {
  const texts = new Map(parts.map(({ number, text }) => [number, text]));
  return { from, to, text: joinedText(texts, total), complete: texts.size === total, at };
}

/** The part that a part is equal to. */
const equalTo = ({ place, text }: PlacedPart, texts: readonly PartText[]): PartText | undefined =>
  texts.find((one) => one.number === place.number && one.text === text);

/** The part that a part is equal to, if this process does not know the session over which it arrived. */
export function equalElsewhere(part: PlacedPart, texts: readonly PartText[]): PartText | undefined {
  const before = equalTo(part, texts);
  return before !== undefined && part.arrival !== undefined && isOther(part.arrival, before)
    ? before
    : undefined;
}

/**
 * Joins a part to its message. `open` is the message under its network, addresses, reference and total, `texts` what
 * has arrived of it, `other` the session of `equalElsewhere`. Networks reuse references: the same part with another text starts another
 * message, and so does an equal one that is not a repetition.
 */
export function joined(
  part: PlacedPart,
  open: JoinRow | undefined,
  texts: readonly PartText[],
  other?: OtherSession,
): JoinChange | "repeated" | "undecided" {
  const { number, total } = part.place;
  const equal = equalTo(part, texts);
  const again = equal === undefined ? "new" : repetition(part.arrival, equal, part.at, other);
  if (again !== "new") return again;
  const before = texts.find((one) => one.number === number);
  const continues = open !== undefined && !open.joined && before === undefined;
  const parts = [...(continues ? texts : []), { number, text: part.text }];
  const message = { ...messageOf(part, total, parts, part.at), subject: part.subject };
  return {
    replaced: open === undefined || continues ? undefined : { message: incomplete(open, texts, part.at) },
    complete: message.complete ? message : undefined,
  };
}

/** The incomplete message; undefined if it was delivered before. */
function incomplete(row: JoinRow, texts: readonly PartText[], at: number): ReceivedMessage | undefined {
  return row.joined ? undefined : { ...messageOf(row, row.total, texts, at), subject: undefined };
}

/** The message to deliver when its other parts are no longer awaited; undefined if it was delivered before. */
export function overdue(row: JoinRow, texts: readonly PartText[]): ReceivedMessage | undefined {
  return incomplete(row, texts, row.at);
}
