/** An item that the other list does not have, and the items of the other list around the place where it would be. */
export type Alone<T> = readonly [item: T, around: readonly T[]];

/** Items of two lists: those that stand for each other, in the order of both, and the others. */
export interface Alignment<T> {
  readonly both: readonly (readonly [old: T, fresh: T])[];
  readonly removed: readonly Alone<T>[];
  readonly added: readonly Alone<T>[];
}

/** The longest common subsequence. */
export function aligned<T>(
  old: readonly T[],
  fresh: readonly T[],
  matches: (old: T, fresh: T) => boolean,
): Alignment<T> {
  const lengths = lengthsOf(old, fresh, matches);
  const both: [T, T][] = [];
  const removed: Alone<T>[] = [];
  const added: Alone<T>[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [fromLeft, fromRight] = [left, right];
    while (left < old.length || right < fresh.length) {
      if (isMatch(old, fresh, left, right, matches)) break;
      const [behindOld, behindFresh] = [lengths[left + 1]?.[right] ?? -1, lengths[left]?.[right + 1] ?? -1];
      if (left < old.length && behindOld >= behindFresh) left++;
      else right++;
    }
    const around = <I>(items: readonly I[], from: number, to: number): readonly I[] =>
      items.slice(Math.max(0, from - 1), to + 1);
    const [others, olds] = [around(fresh, fromRight, right), around(old, fromLeft, left)];
    removed.push(...old.slice(fromLeft, left).map((item) => [item, others] as const));
    added.push(...fresh.slice(fromRight, right).map((item) => [item, olds] as const));
    const [one, other] = [old[left], fresh[right]];
    if (one === undefined || other === undefined) return { both, removed, added };
    both.push([one, other]);
    left++;
    right++;
  }
}

function isMatch<T>(
  old: readonly T[],
  fresh: readonly T[],
  left: number,
  right: number,
  matches: (old: T, fresh: T) => boolean,
): boolean {
  const [one, other] = [old[left], fresh[right]];
  return one !== undefined && other !== undefined && matches(one, other);
}

/** Lengths of the common subsequences of what is left from each pair of indexes. */
function lengthsOf<T>(
  old: readonly T[],
  fresh: readonly T[],
  matches: (old: T, fresh: T) => boolean,
): readonly (readonly number[])[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left--) {
    for (let right = fresh.length - 1; right >= 0; right--) {
      const [row, below] = [lengths[left], lengths[left + 1]];
      const [one, other] = [old[left], fresh[right]];
      if (row === undefined || below === undefined || one === undefined || other === undefined) continue;
      row[right] = matches(one, other)
        ? 1 + (below[right + 1] ?? 0)
        : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}

/** Items of two lists that stand for each other, in any order. */
export function matched<T>(
  old: readonly T[],
  fresh: readonly T[],
  matches: (old: T, fresh: T) => boolean,
): {
  readonly both: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
} {
  const both: [T, T][] = [];
  const removed: T[] = [];
  const left = [...fresh];
  for (const one of old) {
    const at = left.findIndex((other) => matches(one, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (other === undefined) removed.push(one);
    else both.push([one, other]);
  }
  return { both, removed, added: left };
}
