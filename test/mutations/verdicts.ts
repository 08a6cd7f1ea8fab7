import { runJest } from "./jest-run.js";
import type { MutatedRow, Mutation } from "./mutation.js";
import { Sandbox } from "./sandbox.js";

/** Result of the test of a row for one mutation. */
export interface Verdict {
  readonly row: MutatedRow;
  readonly mutation: Mutation;
  /** `unusable`: the test does not pass with all behaviours, or the mutation leaves no program. */
  readonly outcome: "failed" | "survived" | "did not end" | "unusable";
  readonly seconds: number;
  readonly message: string;
}

const outcomes = {
  passed: "survived",
  failed: "failed",
  "did not load": "unusable",
  "did not end": "did not end",
} as const;

/** Rows, and the time of `performance.now` at which what runs of them is killed, without a verdict. */
export interface Batch {
  readonly rows: readonly MutatedRow[];
  readonly until: number;
}

/** Tries the mutations of one row, after its test has passed without any. */
async function tryRow(
  sandbox: Sandbox,
  row: MutatedRow,
  until: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  const run = (): ReturnType<typeof runJest> =>
    runJest(sandbox.folder, row.test, row.name, until - performance.now());
  const sound = await run();
  for (const mutation of row.mutations) {
    const start = performance.now();
    if (start >= until) return;
    const { kind, message } = sound.kind === "passed" ? await sandbox.without(mutation, run) : sound;
    if (performance.now() >= until) return;
    const seconds = (performance.now() - start) / 1_000;
    const outcome = sound.kind === "passed" ? outcomes[kind] : "unusable";
    onVerdict({ row, mutation, outcome, seconds, message });
  }
}

/** Tries the rows of batches, one batch after the other, so many rows at a time. */
export async function tryRows(
  batches: readonly Batch[],
  jobs: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  const queue = batches.flatMap(({ rows, until }) => rows.map((row) => ({ row, until })));
  const next = (): (typeof queue)[number] | undefined => {
    let found = queue.shift();
    while (found !== undefined && performance.now() >= found.until) found = queue.shift();
    return found;
  };
  const work = async (): Promise<void> => {
    const sandbox = new Sandbox();
    try {
      for (let found = next(); found !== undefined; found = next())
        await tryRow(sandbox, found.row, found.until, onVerdict);
    } finally {
      sandbox.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
}
