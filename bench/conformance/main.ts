import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { readEntries } from "./entries.js";
import { tryPeers } from "./peers.js";
import { peersPage } from "./peers-table.js";
import { hashesIn, indexOf, indexPath, presenceOf, presenceText, readIndex } from "./corpus.js";
import { rowText, tallyText, totalsOf, totalsText } from "./report.js";
import { resultsPath, withRun } from "./results-page.js";
import { examineAll } from "./run.js";
import { shake, shakenText } from "./tree-shaking.js";
import { installedCompilers } from "./matrix/compilers.js";
import { cellText, tryMatrix } from "./matrix/run.js";
import { setNames, versions } from "./matrix/settings.js";

/** Saved up to its first section; those are written by hand. */
const peersPath = "bench/results/generators.md";

const usage =
  "npm run conformance -- FOLDER [--json] [--only TEXT]... [--jobs N] [--keep DIR] [--lenient] [--values exact|plain] [--no-calls] [--save] [--corpus check|write] [--peers] [--matrix [--typescript VERSIONS] [--sets NAMES]]";

/** Generates every contract of a corpus, compiles the output and lets it talk to itself. Exit code 1 when something is wrong. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [""] },
    jobs: { type: "string", default: "2" },
    keep: { type: "string" },
    lenient: { type: "boolean", default: false },
    values: { type: "string", default: "exact" },
    "no-calls": { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    corpus: { type: "string", default: "" },
    matrix: { type: "boolean", default: false },
    typescript: { type: "string", default: versions.join(",") },
    sets: { type: "string", default: setNames.join(",") },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
const listed = readEntries(folder);
const hashes = hashesIn(folder);
if (values.corpus === "write") {
  const index = await format(JSON.stringify(indexOf(listed, hashes)), { parser: "json" });
  writeFileSync(indexPath, index);
}
const presence = presenceOf(readIndex(), hashes);
if (!values.json) process.stdout.write(`${presenceText(presence)}\n`);
if (values.corpus !== "") process.exit(presence.missing.length === 0 ? 0 : 1);
const entries = listed.filter(({ id }) => values.only.some((text) => id.includes(text)));
const scratch =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "conformance-")) : resolve(values.keep);
mkdirSync(scratch, { recursive: true });
try {
  const verdicts = await examineAll(entries, {
    corpus: resolve(folder),
    scratch,
    jobs: Number(values.jobs),
    lenient: values.lenient,
    values: values.values === "plain" ? "plain" : "exact",
    calls: !values["no-calls"],
    ...(values.peers ? { entriesPerProcess: 1 } : {}),
    onVerdict: (verdict) => {
      if (!values.json) process.stdout.write(`${rowText(verdict)}\n`);
    },
  });
  const totals = totalsOf(verdicts);
  if (values.json) process.stdout.write(`${JSON.stringify({ presence, totals, verdicts }, undefined, 1)}\n`);
  else process.stdout.write(`\n${tallyText(verdicts)}\n\n${totalsText(totals)}\n`);
  if (totals.wrong > 0) process.exitCode = 1;
  if (values.matrix) {
    const usable = verdicts.filter(({ verdict }) => verdict === "usable" || verdict === "partial");
    const outputs = usable.map(({ id }) => join(scratch, id, "out"));
    const chosen = values.typescript.split(",");
    const results = tryMatrix(outputs, {
      versions: chosen,
      sets: values.sets.split(","),
      project: scratch,
      compilers: installedCompilers(join(scratch, "compilers"), chosen),
      onCell: (result) => {
        process.stdout.write(`${cellText(result)}\n`);
      },
    });
    if (results.some(({ errors }) => errors.length > 0)) process.exitCode = 1;
    const several = usable.find(({ operations }) => operations > 1);
    if (several !== undefined)
      process.stdout.write(`${several.id} ${shakenText(shake(scratch, join(scratch, several.id, "out")))}\n`);
  }
  if (values.peers) {
    const options = { corpus: resolve(folder), scratch: join(scratch, "peers"), jobs: Number(values.jobs) };
    const page = await format(peersPage(await tryPeers(entries, options), verdicts), { parser: "markdown" });
    process.stdout.write(`\n${page}`);
    if (values.save) {
      const written = readFileSync(peersPath, "utf8");
      const byHand = written.slice(written.search(/^## /mu));
      writeFileSync(peersPath, `${page}\n${byHand}`);
    }
  } else if (values.save) {
    const title = values.lenient ? "published, with `--lenient`" : "published";
    writeFileSync(resultsPath, withRun(readFileSync(resultsPath, "utf8"), title, totals));
  }
} finally {
  if (values.keep === undefined) rmSync(scratch, { recursive: true, force: true });
}
