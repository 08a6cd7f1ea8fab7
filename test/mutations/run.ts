import { parseArgs } from "node:util";
import { landedFiles, turnNow } from "../../tools/ci/landing.js";
import { keeping, parts, selected } from "./landing.js";
import { type MutatedRow, rowKey } from "./mutation.js";
import { mutationText, totalsText, verdictText } from "./report.js";
import { mutatedRows } from "./table.js";
import { type Batch, tryRows, type Verdict } from "./verdicts.js";

/**
 * Removes the behaviors of test/mutations/README.md one by one; their tests must fail. Exit code 1 if one
 * passes. `--only`: a pattern for test, name or source. `--landing`: the files that the last commits have changed, where a
 * mutation that survives makes the exit code 1, and then one of eight parts of the others; within `--minutes`.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    landing: { type: "boolean", default: false },
    minutes: { type: "string", default: "4" },
    jobs: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

/** Mutations of a title, of which one that survives is an error, or is only named. */
interface Part extends Batch {
  readonly title: string;
  readonly mayNotSurvive: boolean;
}

/** Milliseconds for what is behind the last mutation: the removal of the copies of the project. */
const cleaning = 10_000;

/** Seconds before the last commit, of which the files are tried first. */
const day = 86_400;

function chosen(): readonly Part[] {
  const start = performance.now();
  const pattern = new RegExp(values.only);
  const rows = keeping(mutatedRows, ({ test, name }, { file }) =>
    pattern.test(`${rowKey(test, name)} ${file}`),
  );
  if (!values.landing) return [{ rows, until: Infinity, title: "", mayNotSurvive: true }];
  const time = Number(values.minutes) * 60_000 - cleaning;
  const turn = turnNow();
  const files = landedFiles(day);
  if (files === undefined)
    process.stdout.write("git cannot say which files have changed: only a part of all mutations is tried\n");
  const { touched, others } = selected(rows, files ?? [], turn);
  return [
    { rows: touched, until: start + time * 0.75, title: "files of the landing: ", mayNotSurvive: true },
    {
      ...{ rows: others, until: start + time, mayNotSurvive: false },
      title: `part ${(turn % parts) + 1} of ${parts} of the others: `,
    },
  ];
}

function list(rows: readonly MutatedRow[]): void {
  for (const { test, name, mutations } of rows)
    process.stdout.write(`${[rowKey(test, name), ...mutations.map(mutationText)].join("\n    ")}\n`);
}

/** The counts of a part. Exit code 1 if something survived that may not; in a run without a limit, also if it could not be tried. */
function conclude(
  { rows, until, title, mayNotSurvive }: Part,
  verdicts: readonly Verdict[],
  seconds: number,
): void {
  const own = verdicts.filter(({ row }) => rows.includes(row));
  const left = rows.flatMap(({ mutations }) => mutations).length - own.length;
  process.stdout.write(`${title}${totalsText(own, seconds)}${left === 0 ? "" : `, ${left} without time`}\n`);
  const isWrong = ({ outcome }: Verdict): boolean =>
    until === Infinity ? outcome !== "failed" : outcome === "survived";
  if (mayNotSurvive && own.some(isWrong)) process.exitCode = 1;
}

async function run(all: readonly Part[]): Promise<void> {
  const start = performance.now();
  const verdicts: Verdict[] = [];
  await tryRows(all, Number(values.jobs), (verdict) => {
    verdicts.push(verdict);
    process.stdout.write(`${verdictText(verdict)}\n`);
    if (values.verbose || verdict.outcome === "unusable") process.stdout.write(`${verdict.message}\n`);
  });
  process.stdout.write("\n");
  for (const part of all) conclude(part, verdicts, (performance.now() - start) / 1_000);
}

const wanted = chosen();
const rows = wanted.flatMap((part) => part.rows);
if (rows.length === 0 && !values.landing) {
  process.stderr.write(`no row matches ${values.only}\n`);
  process.exitCode = 1;
} else if (values.list) list(rows);
else await run(wanted);
