import type { FoundMessage } from "../../../domain/desk/search.js";

/** Reads of an index that is sorted within groups of neighbouring numbers, 2^`bits` of them. */
export interface GroupReads {
  readonly bits: number;
  /** The smallest number; undefined if there is none. */
  least(): Promise<number | undefined>;
  /** The largest number below one; undefined if there is none. Many numbers are not given out: those at the end of each week. */
  below(end: number): Promise<number | undefined>;
  /** The groups between two that have a match, the highest first. */
  groups(top: number, lowest: number): Promise<readonly { readonly n: number }[]>;
  /** The matches in a group, newest first. */
  messages(group: number, limit: number): Promise<readonly FoundMessage[]>;
}

/** Groups that one statement looks into. */
const groupsAtOnce = 512;

/** Matches with smaller numbers than `before`, newest first: group by group, only those that have one. */
export async function messagesInGroups(
  reads: GroupReads,
  before: number,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const groupOf = (number: number): number => Math.floor(number / 2 ** reads.bits);
  const first = groupOf((await reads.least()) ?? 0);
  const all: FoundMessage[] = [];
  for (let number = await reads.below(before); number !== undefined;) {
    const top = groupOf(number);
    const lowest = Math.max(first, top - groupsAtOnce + 1);
    for (const { n } of await reads.groups(top, lowest)) {
      all.push(...(await reads.messages(n, limit - all.length)));
      if (all.length === limit) return all;
    }
    number = await reads.below(lowest * 2 ** reads.bits);
  }
  return all;
}
