import { MessageState } from "./receipt-types.js";

const { Enroute, Delivered, Expired, Deleted, Undeliverable, Accepted, Unknown, Rejected } = MessageState;

/** Words of `stat`, in capital letters and digits; `docs/reference/smpp-protocol.md` has the same table. Those of the first two rows report progress. */
export const stateWords: readonly (readonly [MessageState, readonly string[]])[] = [
  [
    Enroute,
    [
      ...[
        "ENROUTE",
        "BUFFERED",
        "BUFFRED",
        "SCHEDULED",
        "SCHEDULD",
        "QUEUED",
        "PENDING",
        "WAITING",
        "STORED",
        "DEFERRED",
      ],
      ...["SUBMITTED", "SUBMITD", "SUBMIT", "SENT", "FORWARDED", "INTRANSIT", "TRANSIT", "RETRY", "RETRYING"],
      ...["RESCHEDULED", "PROCESSING", "PROCESSED", "INPROGRESS", "INPROCESS", "RECEIVED", "ACK", "ACKED"],
    ],
  ],
  [Accepted, ["ACCEPTD", "ACCEPTED"]],
  [Delivered, ["DELIVRD", "DELIVERED", "DELIVERD", "DLVRD", "READ", "SEEN", "DISPLAYED"]],
  [Expired, ["EXPIRED", "EXPIRD"]],
  [Deleted, ["DELETED", "DELETD"]],
  [Undeliverable, ["UNDELIV", "UNDELIVERABLE", "UNDELIVERED", "FAILED"]],
  [Unknown, ["UNKNOWN"]],
  [Rejected, ["REJECTD", "REJECTED"]],
];

const byWord: ReadonlyMap<string, MessageState> = new Map(
  stateWords.flatMap(([state, words]) => words.map((word) => [word, state] as const)),
);

const numbers: ReadonlySet<number> = new Set(Object.values(MessageState));

/** message_state of a message that is to be sent later (SMPP 5.0, section 4.7.15), or of an SMSC that fills the field with zero: it ends nothing. */
const scheduled = 0;

/** What a report says about its message. */
export type ReportedState =
  | { readonly kind: "known"; readonly state: MessageState }
  /** A value that no table has, as the report writes it. */
  | { readonly kind: "unknown"; readonly value: string };

function ofNumber(value: number): ReportedState | undefined {
  if (numbers.has(value)) return { kind: "known", state: value as MessageState };
  return value === scheduled ? undefined : { kind: "unknown", value: `message_state:${value}` };
}

/** Most characters of a word that is not known. */
const longestWord = 32;

function ofWord(word: string): ReportedState | undefined {
  const letters = word.toUpperCase().replaceAll(/[^A-Z0-9]/gu, "");
  if (!/[\p{L}\p{N}]/u.test(word)) return undefined;
  if (/^\d{1,3}$/u.test(letters)) return ofNumber(Number(letters));
  const state = byWord.get(letters);
  if (state !== undefined) return { kind: "known", state };
  return { kind: "unknown", value: `stat:${word.replaceAll(/[^!-~]/gu, "?").slice(0, longestWord)}` };
}

/**
 * The state of a report with this message_state and this `stat`: a known message_state, else a known word, else message_state 0, else the
 * word or the message_state that is not known. Undefined for a report without a state, which leaves its message as it is.
 */
export function reportedState(
  messageState: number | undefined,
  stat: string | undefined,
): ReportedState | undefined {
  const [byState, ofText] = [
    messageState === undefined ? undefined : ofNumber(messageState),
    stat === undefined ? undefined : ofWord(stat),
  ];
  const known = [byState, ofText].find((each) => each?.kind === "known");
  if (known !== undefined || messageState === scheduled) return known;
  return ofText ?? byState;
}
