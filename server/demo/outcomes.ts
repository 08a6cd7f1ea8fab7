/** What a simulated network does with a message. */
export type SimulatedOutcome =
  /** A receipt with this state, after so many milliseconds. */
  | { readonly kind: "receipt"; readonly stat: ReceiptStat; readonly err: string; readonly after: number }
  /** Refuses it with this command_status. */
  | { readonly kind: "refused"; readonly status: number }
  /** Refuses the first attempt as too fast, and delivers the second. */
  | { readonly kind: "throttled"; readonly status: number; readonly after: number }
  /** Accepts it and sends no receipt. */
  | { readonly kind: "noReceipt" }
  /** Does not respond. */
  | { readonly kind: "noResponse" };

/** `stat` of a receipt (SMPP 3.4, appendix B). */
export type ReceiptStat = "DELIVRD" | "UNDELIV" | "EXPIRED" | "REJECTD";

/** Numbers by their last two digits, and what happens to messages to them. */
export interface SimulatedNumbers {
  /** First and last ending, 0 to 99. */
  readonly from: number;
  readonly to: number;
  /** For a person who tries it. */
  readonly words: string;
  readonly outcome: SimulatedOutcome;
}

const ESME_RINVDSTADR = 0x0b;
const ESME_RTHROTTLED = 0x58;

const receipt = (stat: ReceiptStat, err: string, after: number): SimulatedOutcome => ({
  kind: "receipt",
  stat,
  err,
  after,
});

/** All endings, in order; `docs/guides/demo.md` holds the same table. */
export const simulatedNumbers: readonly SimulatedNumbers[] = [
  { from: 0, to: 79, words: "delivered after 2 seconds", outcome: receipt("DELIVRD", "000", 2_000) },
  {
    from: 80,
    to: 84,
    words: "refused by the network",
    outcome: { kind: "refused", status: ESME_RINVDSTADR },
  },
  { from: 85, to: 89, words: "not delivered: the handset is off", outcome: receipt("UNDELIV", "027", 3_000) },
  { from: 90, to: 92, words: "expired after 20 seconds", outcome: receipt("EXPIRED", "033", 20_000) },
  { from: 93, to: 94, words: "rejected after 2 seconds", outcome: receipt("REJECTD", "013", 2_000) },
  { from: 95, to: 96, words: "delivered after a minute", outcome: receipt("DELIVRD", "000", 60_000) },
  {
    from: 97,
    to: 97,
    words: "sent too fast at first, delivered at the second attempt",
    outcome: { kind: "throttled", status: ESME_RTHROTTLED, after: 2_000 },
  },
  { from: 98, to: 98, words: "accepted, without a receipt", outcome: { kind: "noReceipt" } },
  { from: 99, to: 99, words: "uncertain: the network does not respond", outcome: { kind: "noResponse" } },
];

const delivered = receipt("DELIVRD", "000", 2_000);

/** What happens to messages to a number. */
export function outcomeOf(phone: string): SimulatedOutcome {
  const ending = Number(phone.slice(-2));
  return simulatedNumbers.find(({ from, to }) => ending >= from && ending <= to)?.outcome ?? delivered;
}
