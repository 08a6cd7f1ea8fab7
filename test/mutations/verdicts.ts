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

/** Tries the mutations of one row, after its test has passed without any. */
async function tryRow(
  sandbox: Sandbox,
  row: MutatedRow,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  const run = (): ReturnType<typeof runJest> => runJest(sandbox.folder, row.test, row.name);
  const sound = await run();
  for (const mutation of row.mutations) {
    const start = performance.now();
    const { kind, message } = sound.kind === "passed" ? await sandbox.without(mutation, run) : sound;
    const seconds = (performance.now() - start) / 1_000;
    const outcome = sound.kind === "passed" ? outcomes[kind] : "unusable";
    onVerdict({ row, mutation, outcome, seconds, message });
  }
}

/** Tries all rows, so many at a time. */
export async function tryRows(
  rows: readonly MutatedRow[],
  jobs: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> {
  const queue = [...rows];
  const work = async (): Promise<void> => {
    const sandbox = new Sandbox();
    try {
      for (let row = queue.shift(); row !== undefined; row = queue.shift())
        await tryRow(sandbox, row, onVerdict);
    } finally {
      sandbox.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, rows.length) }, work));
}
