import type { Entry } from "./entries.js";
import { Examiner } from "./examiner.js";
import { prepareProject } from "./matrix/project.js";
import type { Verdict } from "./verdict.js";

export interface RunOptions {
  readonly corpus: string;
  /** An empty folder for outputs. */
  readonly scratch: string;
  /** Entries at a time. */
  readonly jobs: number;
  /** Generates with `--lenient`. */
  readonly lenient?: boolean;
  /** Generates with `--values`. Default: exact. */
  readonly values?: "exact" | "plain";
  /** False generates each entry once, without compiling and calling it. Default: true. */
  readonly calls?: boolean;
  /** Entries that one process examines. Default: 50. With 1, CPU time and memory are those of the command. */
  readonly entriesPerProcess?: number;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** Examines every entry in one of `jobs` processes at a time. */
export async function examineAll(
  entries: readonly Entry[],
  options: RunOptions,
): Promise<readonly Verdict[]> {
  const { corpus, scratch, jobs, lenient = false, values = "exact" } = options;
  const { calls = true, entriesPerProcess = 50, onVerdict } = options;
  prepareProject(scratch);
  const waiting = [...entries];
  const verdicts: Verdict[] = [];
  const work = async (): Promise<void> => {
    const examiner = new Examiner({ corpus, scratch, lenient, values, calls, entriesPerProcess });
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const verdict = await examiner.examine(entry);
      verdicts.push(verdict);
      onVerdict(verdict);
    }
    examiner.stop();
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const order = new Map(entries.map(({ id }, at) => [id, at]));
  return verdicts.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}
