import { isFinal, RecipientState } from "../../domain/recipient-state.js";
import { acceptedState } from "../../domain/usage/usage.js";
import type { ChartTone, Shares } from "./charts/chart.js";

/** Outcomes of accepted messages, in the order and colors of charts: they add up. */
const ended = [
  { name: "Delivered", tone: "ok", states: [RecipientState.Delivered] },
  { name: "Expired", tone: "warn", states: [RecipientState.Expired] },
  {
    name: "Undeliverable",
    tone: "bad",
    states: [RecipientState.Undeliverable, RecipientState.Rejected],
  },
  { name: "Refused", tone: "bad", states: [RecipientState.Failed] },
  {
    name: "Unknown, cancelled, opted out",
    tone: "mute",
    states: [RecipientState.Unknown, RecipientState.Deleted, RecipientState.OptedOut],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly tone: ChartTone;
  readonly states: readonly RecipientState[];
}[];

interface Counted {
  readonly state: RecipientState;
  readonly messages: number;
}

/** Accepted messages by outcome; those without a final status are waiting or sent. */
export function outcomeParts(counts: readonly Counted[]): Shares["parts"] {
  const sum = (fits: (state: RecipientState) => boolean): number =>
    counts.reduce((total, { state, messages }) => total + (fits(state) ? messages : 0), 0);
  const parts = ended.map(({ name, tone, states }) => ({
    name,
    tone,
    count: sum((state) => states.some((each) => each === state)),
  }));
  const accepted = sum((state) => state === acceptedState);
  const final = sum((state) => isFinal(state) && state < RecipientState.InvalidNumber);
  const [delivered, ...others] = parts;
  const open = { name: "No final status yet", tone: "in", count: Math.max(0, accepted - final) } as const;
  return delivered === undefined ? [] : [delivered, open, ...others];
}

/** Messages of a transaction by outcome, as `shares`: those that were rejected are a part of their own. */
export function transactionShares(
  counted: readonly { readonly state: RecipientState; readonly count: number }[],
): Shares {
  const counts = counted.map(({ state, count }) => ({ state, messages: count }));
  const sum = (of: typeof counts): number => of.reduce((all, { messages }) => all + messages, 0);
  const isRejected = ({ state }: Counted): boolean => state >= RecipientState.InvalidNumber;
  const [total, rejected] = [sum(counts), sum(counts.filter(isRejected))];
  const ended = counts.filter(({ state }) => state !== acceptedState);
  const parts = [
    ...outcomeParts([{ state: acceptedState, messages: total - rejected }, ...ended]),
    { name: "Rejected before sending", tone: "mute" as const, count: rejected },
  ];
  return { total, parts: parts.filter(({ count }) => count > 0) };
}
