const context = 3;
const window = 400;

/** The first place where two texts differ, as one hunk of a unified diff; empty when they are equal. */
export function firstDifference(name: string, old: string | undefined, fresh: string | undefined): string[] {
  if (old === fresh) return [];
  const before = linesOf(old);
  const after = linesOf(fresh);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  const [removed, added] = changeAt(before, after, start);
  const from = Math.max(0, start - context);
  const lead = before.slice(from, start).map((line) => ` ${line}`);
  const trail = before.slice(start + removed, start + removed + context).map((line) => ` ${line}`);
  const rest = lead.length + trail.length;
  return [
    `--- ${old === undefined ? "/dev/null" : name}`,
    `+++ ${fresh === undefined ? "/dev/null" : name}`,
    `@@ -${range(from, rest + removed)} +${range(from, rest + added)} @@`,
    ...lead,
    ...before.slice(start, start + removed).map((line) => `-${line}`),
    ...after.slice(start, start + added).map((line) => `+${line}`),
    ...trail,
  ];
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** Number of removed and added lines at `start` until both sides agree again for a few lines, or end. */
function changeAt(
  before: readonly string[],
  after: readonly string[],
  start: number,
): readonly [number, number] {
  const left = before.length - start;
  const right = after.length - start;
  const most = Math.min(window, left + right);
  for (let sum = 1; sum <= most; sum++) {
    for (let removed = Math.max(0, sum - right); removed <= Math.min(sum, left); removed++) {
      if (meet(before, after, start + removed, start + sum - removed)) return [removed, sum - removed];
    }
  }
  return [Math.min(left, window), Math.min(right, window)];
}

function meet(before: readonly string[], after: readonly string[], left: number, right: number): boolean {
  for (let line = 0; line < context; line++) if (before[left + line] !== after[right + line]) return false;
  return true;
}

/** Unified format: lines are counted from 1, an empty range names the line before it. */
function range(from: number, length: number): string {
  const start = length === 0 ? from : from + 1;
  return length === 1 ? String(start) : `${start},${length}`;
}
