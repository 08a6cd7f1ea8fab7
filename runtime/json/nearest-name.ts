/** The declared name that a caller may have meant by one that is not declared. */

/** A longer name is compared with none, so that an error costs little whatever was sent. */
const mostCharacters = 64;
const mostNames = 200;

/**
 * The nearest of the names: one that differs in case, `_` and `-` alone, or in at most a third of its letters.
 * @returns undefined where none is near
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > mostCharacters) return undefined;
  const sought = letters(given);
  let nearest: string | undefined;
  let least = Math.floor(sought.length / 3) + 1;
  for (const name of names.slice(0, mostNames)) {
    const other = letters(name);
    if (name.length > mostCharacters || Math.abs(other.length - sought.length) >= least) continue;
    const distance = distanceOf(sought, other);
    if (distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** `There is no such member; did you mean smsText?`: without a byte of what was given. */
export function unknownText(kind: string, nearest: string | undefined): string {
  return `There is no such ${kind}${nearest === undefined ? "." : `; did you mean ${nearest}?`}`;
}

function letters(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** Letters to add, drop, replace or swap with the next one (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const isEqual = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const near = (line: readonly number[], place: number): number => line[place] ?? Infinity;
      current.push(
        Math.min(
          near(last, at) + 1,
          near(current, at - 1) + 1,
          near(last, at - 1) + (isEqual ? 0 : 1),
          isSwapped ? near(before, at - 2) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
