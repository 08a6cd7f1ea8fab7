import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readEntries } from "./entries.js";
import { rowText, tallyText, totalsOf, totalsText } from "./report.js";
import { examineAll } from "./run.js";

/**
 * `npm run conformance -- FOLDER [--json] [--only TEXT]... [--jobs N] [--keep DIR] [--lenient]`: generates every contract of a corpus
 * and compiles the output. Exit code 1 when something is wrong.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [""] },
    jobs: { type: "string", default: "2" },
    keep: { type: "string" },
    lenient: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write(
    "npm run conformance -- FOLDER [--json] [--only TEXT]... [--jobs N] [--keep DIR] [--lenient]\n",
  );
  process.exit(1);
}
const entries = readEntries(folder).filter(({ id }) => values.only.some((text) => id.includes(text)));
const scratch =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "conformance-")) : resolve(values.keep);
mkdirSync(scratch, { recursive: true });
try {
  const verdicts = await examineAll(entries, {
    corpus: resolve(folder),
    scratch,
    jobs: Number(values.jobs),
    lenient: values.lenient,
    onVerdict: (verdict) => {
      if (!values.json) process.stdout.write(`${rowText(verdict)}\n`);
    },
  });
  const totals = totalsOf(verdicts);
  if (values.json) process.stdout.write(`${JSON.stringify({ totals, verdicts }, undefined, 1)}\n`);
  else process.stdout.write(`\n${tallyText(verdicts)}\n\n${totalsText(totals)}\n`);
  if (totals.wrong > 0) process.exitCode = 1;
} finally {
  if (values.keep === undefined) rmSync(scratch, { recursive: true, force: true });
}
