import { parseArgs } from "node:util";
import { type MutatedRow, rowKey } from "./mutation.js";
import { mutationText, totalsText, verdictText } from "./report.js";
import { mutatedRows } from "./table.js";
import { tryRows, type Verdict } from "./verdicts.js";

/**
 * Removes the behaviors of test/mutations/README.md one by one; their tests must fail. Exit code 1 if one
 * passes. `--only`: a pattern for test, name or source. `--tenth N`: every tenth, from the Nth on.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    tenth: { type: "string" },
    jobs: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

/** The rows with those of their mutations that are wanted. */
function chosen(): readonly MutatedRow[] {
  const pattern = new RegExp(values.only);
  const tenth = values.tenth === undefined ? undefined : Number(values.tenth) % 10;
  let place = 0;
  return mutatedRows
    .map((row) => ({
      ...row,
      mutations: row.mutations.filter(
        ({ file }) =>
          pattern.test(`${rowKey(row.test, row.name)} ${file}`) &&
          (tenth === undefined || place++ % 10 === tenth),
      ),
    }))
    .filter(({ mutations }) => mutations.length > 0);
}

function list(rows: readonly MutatedRow[]): void {
  for (const { test, name, mutations } of rows)
    process.stdout.write(`${[rowKey(test, name), ...mutations.map(mutationText)].join("\n    ")}\n`);
}

async function run(rows: readonly MutatedRow[]): Promise<void> {
  const start = performance.now();
  const verdicts: Verdict[] = [];
  await tryRows(rows, Number(values.jobs), (verdict) => {
    verdicts.push(verdict);
    process.stdout.write(`${verdictText(verdict)}\n`);
    if (values.verbose || verdict.outcome === "unusable") process.stdout.write(`${verdict.message}\n`);
  });
  process.stdout.write(`\n${totalsText(verdicts, (performance.now() - start) / 1_000)}\n`);
  if (verdicts.some(({ outcome }) => outcome !== "failed")) process.exitCode = 1;
}

const rows = chosen();
if (rows.length === 0) {
  process.stderr.write(`no row matches ${values.only}\n`);
  process.exitCode = 1;
} else if (values.list) list(rows);
else await run(rows);
