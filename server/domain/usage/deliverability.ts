import { isFinal, RecipientState } from "../recipient-state.js";
import type { UsageSum } from "./report.js";

/** Messages with a final status that were accepted in a period. */
export interface Share {
  readonly delivered: number;
  readonly ended: number;
}

/** What became of the messages of one country, or of one customer. */
export interface Delivery extends Share {
  /** Calling code, or number of the customer. */
  readonly key: string;
  /** In the period before. */
  readonly before: Share;
  /** States in which messages ended without delivery, the most frequent first. */
  readonly failures: readonly { readonly state: RecipientState; readonly messages: number }[];
}

/** Statuses of messages that were rejected before they were accepted do not count. */
const isEnded = (state: RecipientState): boolean => isFinal(state) && state < RecipientState.InvalidNumber;

interface Sum {
  delivered: number;
  ended: number;
  readonly failures: Map<RecipientState, number>;
}

function sumsBy(sums: readonly UsageSum[], keyOf: (sum: UsageSum) => string): ReadonlyMap<string, Sum> {
  const found = new Map<string, Sum>();
  for (const sum of sums) {
    const { state, messages } = sum;
    if (!isEnded(state)) continue;
    const key = keyOf(sum);
    const known = found.get(key) ?? { delivered: 0, ended: 0, failures: new Map<RecipientState, number>() };
    found.set(key, known);
    known.ended += messages;
    if (state === RecipientState.Delivered) known.delivered += messages;
    else known.failures.set(state, (known.failures.get(state) ?? 0) + messages);
  }
  return found;
}

/** Compares two periods by a key; those with most messages first. */
export function deliveries(
  now: readonly UsageSum[],
  before: readonly UsageSum[],
  keyOf: (sum: UsageSum) => string,
): readonly Delivery[] {
  const earlier = sumsBy(before, keyOf);
  return [...sumsBy(now, keyOf)]
    .map(([key, { delivered, ended, failures }]) => {
      const { delivered: deliveredBefore = 0, ended: endedBefore = 0 } = earlier.get(key) ?? {};
      return {
        key,
        delivered,
        ended,
        before: { delivered: deliveredBefore, ended: endedBefore },
        failures: [...failures]
          .map(([state, messages]) => ({ state, messages }))
          .sort((one, other) => other.messages - one.messages || one.state - other.state),
      };
    })
    .sort((one, other) => other.ended - one.ended || (one.key < other.key ? -1 : 1));
}

/** Standard deviations beyond which chance explains a difference in one of a hundred cases. */
const beyondChance = 2.576;

/** Change of the share delivered, -1 to 1; undefined without messages in one of the periods. */
export function changeOf(now: Share, before: Share): number | undefined {
  if (now.ended === 0 || before.ended === 0) return undefined;
  return now.delivered / now.ended - before.delivered / before.ended;
}

/** Whether the change of the share delivered is more than chance: two proportions, 99 %. */
export function isChanged(now: Share, before: Share): boolean {
  const change = changeOf(now, before);
  if (change === undefined) return false;
  const share = (now.delivered + before.delivered) / (now.ended + before.ended);
  const deviation = Math.sqrt(share * (1 - share) * (1 / now.ended + 1 / before.ended));
  return deviation > 0 && Math.abs(change) > beyondChance * deviation;
}
