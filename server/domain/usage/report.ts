import { RecipientState } from "../recipient-state.js";
import { statusTable } from "../status.js";
import { acceptedState } from "./usage.js";

/** Dimensions of the counters of a customer, in the order of the columns. */
export const usageDimensions = ["day", "user", "prefix", "originator", "state"] as const;

export type UsageDimension = (typeof usageDimensions)[number];

/** The values of the wanted dimensions; others are absent. */
interface UsagePlace {
  readonly customerId: number;
  /** In days since the epoch. */
  readonly day?: number;
  readonly user?: string;
  readonly prefix?: string;
  readonly originator?: string;
}

/** A sum of counters of one state. */
export interface UsageSum extends UsagePlace {
  readonly state: RecipientState;
  readonly messages: number;
  readonly parts: number;
}

/** A line of a report. */
export interface UsageLine extends UsagePlace {
  /** Element of a status, or `OPEN` for accepted messages without a final status; absent unless it is a wanted dimension. */
  readonly status?: string;
  /** Without `status`: those that were accepted. */
  readonly messages: number;
  readonly parts: number;
}

/** The name of accepted messages without a final status. */
const openStatus = "OPEN";

/** Returns whether messages in a state were rejected before they were accepted. */
function isRejected(state: RecipientState): boolean {
  return state >= RecipientState.InvalidNumber;
}

function placeOf({ customerId, day, user, prefix, originator }: UsageSum): UsagePlace {
  return {
    customerId,
    ...(day === undefined ? {} : { day }),
    ...(user === undefined ? {} : { user }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(originator === undefined ? {} : { originator }),
  };
}

/** Lines of one place: the messages of each status. Those of earlier versions may have ended without being counted as accepted. */
function linesOf(place: UsagePlace, sums: readonly UsageSum[]): readonly UsageLine[] {
  const byStatus = new Map([[openStatus, { messages: 0, parts: 0 }]]);
  const add = (status: string, messages: number, parts: number): void => {
    const known = byStatus.get(status) ?? { messages: 0, parts: 0 };
    byStatus.set(status, { messages: known.messages + messages, parts: known.parts + parts });
  };
  for (const { state, messages, parts } of sums) {
    const sign = state === acceptedState ? 1 : isRejected(state) ? 0 : -1;
    if (sign !== 0) add(openStatus, sign * messages, sign * parts);
    if (state !== acceptedState) add(statusTable[state].element, messages, parts);
  }
  return [...byStatus]
    .map(([status, { messages, parts }]) => ({ ...place, status, messages, parts }))
    .filter(({ messages }) => messages > 0);
}

/** The lines of a report; `sums` are ordered by place, then by state. */
export function usageLines(sums: readonly UsageSum[], by: readonly UsageDimension[]): readonly UsageLine[] {
  if (!by.includes("state"))
    return sums
      .filter(({ state }) => state === acceptedState)
      .map((sum) => ({ ...placeOf(sum), messages: sum.messages, parts: sum.parts }));
  const places = new Map<string, { place: UsagePlace; sums: UsageSum[] }>();
  for (const sum of sums) {
    const place = placeOf(sum);
    const key = JSON.stringify(Object.values(place));
    const known = places.get(key);
    if (known === undefined) places.set(key, { place, sums: [sum] });
    else known.sums.push(sum);
  }
  return [...places.values()].flatMap(({ place, sums: found }) => linesOf(place, found));
}
