/** Reads of an index that is sorted within groups of neighbouring numbers, 2^`bits` of them. */
export interface GroupReads {
  readonly bits: number;
  /** The smallest number; undefined if there is none. */
  least(): Promise<number | undefined>;
  /** The largest number below one; undefined if there is none. Many numbers are not given out: those at the end of each week. */
  below(end: number): Promise<number | undefined>;
  /** The groups between two that have a match, the highest first. */
  groups(top: number, lowest: number): Promise<readonly { readonly n: number }[]>;
  /** Examines the matches in a group, newest first; resolves with whether the search goes on in the next one. */
  goesOnBehind(group: number): Promise<boolean>;
}

/** Groups that a statement looks into: few at first, as most searches soon have what they want, then more and more. */
const groupsAtOnce = { first: 4, growth: 4, most: 512 } as const;

/** Examines matches with smaller numbers than `before`, newest first: group by group, only those that have one. */
export async function examineGroups(reads: GroupReads, before: number): Promise<void> {
  const groupOf = (number: number): number => Math.floor(number / 2 ** reads.bits);
  const first = groupOf((await reads.least()) ?? 0);
  let count: number = groupsAtOnce.first;
  for (let number = await reads.below(before); number !== undefined;) {
    const top = groupOf(number);
    const lowest = Math.max(first, top - count + 1);
    count = Math.min(count * groupsAtOnce.growth, groupsAtOnce.most);
    for (const { n } of await reads.groups(top, lowest)) if (!(await reads.goesOnBehind(n))) return;
    number = await reads.below(lowest * 2 ** reads.bits);
  }
}
