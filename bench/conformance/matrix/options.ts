/**
 * `node dist/bench/conformance/matrix/options.js CORPUS [--only TEXT] [--shard I/N] [--rows pairwise|full] [--from N] [--to N] [--sets NAMES]
 * [--resolutions NAMES]`: generates each contract of a corpus with each row of options, and compiles the outputs. The first row is 1.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generate } from "messenger-gen";
import { readEntries } from "../entries.js";
import { installedCompilers } from "./compilers.js";
import { fullRows, pairwiseRows, rowText } from "./option-rows.js";
import { declareMsw, prepareProject } from "./project.js";
import { cellText, tryMatrix } from "./run.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" },
    rows: { type: "string", default: "full" },
    from: { type: "string", default: "1" },
    to: { type: "string" },
    sets: { type: "string", default: "strict,strictest" },
    resolutions: { type: "string", default: "nodenext,bundler" },
    typescript: { type: "string", default: "7.0" },
  },
});
const [folder = "."] = positionals;
const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
const corpus = resolve(folder);
const entries = readEntries(corpus).filter(
  ({ id }, at) => id.includes(values.only) && at % shards === shard - 1,
);
const project = mkdtempSync(join(tmpdir(), "options-"));
prepareProject(project);
declareMsw(project);
try {
  const compilers = installedCompilers(join(project, "compilers"), [values.typescript]);
  const rows = values.rows === "pairwise" ? pairwiseRows : fullRows;
  for (const row of rows.slice(Number(values.from) - 1, Number(values.to ?? rows.length))) {
    const outputs: string[] = [];
    for (const { id, main } of entries) {
      const out = join(project, "out", id);
      rmSync(out, { recursive: true, force: true });
      const { emit, json, schemas, mocks, client, ...reading } = row;
      const files = emit === "types" ? { emit } : { json, schemas, mocks, client };
      const contract = { wsdl: join(corpus, id, main), allow: [join(corpus, id)], out };
      const { outcome } = await generate({ ...contract, ...reading, ...files });
      if (outcome !== "refused") outputs.push(out);
    }
    process.stdout.write(`${rowText(row)}\n`);
    const sets = values.sets.split(",");
    tryMatrix(outputs, {
      versions: [values.typescript],
      sets,
      resolutions: values.resolutions.split(","),
      project,
      compilers,
      onCell: (result) => {
        if (result.errors.length > 0) process.exitCode = 1;
        process.stdout.write(`  ${cellText(result)}\n`);
      },
    });
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
