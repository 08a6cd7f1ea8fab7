import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { readEntries, type Entry } from "./entries.js";
import { mutated, type Files } from "./mutation.js";

const usage = "node dist/bench/conformance/mutate.js CORPUS OUT [--count N] [--seed N] [--largest BYTES]";

/** Writes a corpus of contracts that are made of those of another one by mutation. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    largest: { type: "string", default: "Infinity" },
  },
});
const [corpus, out] = positionals;
if (corpus === undefined || out === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}

const contracts = readEntries(corpus)
  .map((entry) => ({ entry, files: filesOf(join(corpus, entry.id)) }))
  .filter(({ files }) => sizeOf(files) <= Number(values.largest));
const rows: object[] = [];
const skipped = new Set<string>();
const first = Number(values.seed);
for (let at = 0; rows.length < Number(values.count) && skipped.size < contracts.length; at++) {
  const contract = contracts[at % contracts.length];
  if (contract === undefined) break;
  const row = write(contract.entry, contract.files, first + at);
  if (row === undefined) skipped.add(contract.entry.id);
  else rows.push(row);
}
writeFileSync(join(out, "index.json"), `${JSON.stringify(rows, undefined, 1)}\n`);
process.stdout.write(`${rows.length} contracts; not well-formed: ${[...skipped].join(", ") || "none"}\n`);

/** Undefined for documents that cannot be mutated. */
function write(entry: Entry, files: Files, seed: number): object | undefined {
  const contract = mutated(entry.main, files, entry.operations, seed);
  if (contract === undefined) return undefined;
  const { main, operations, mutations } = contract;
  const id = `${entry.id}-${seed}`;
  for (const [path, text] of contract.files) {
    const file = join(out ?? "", id, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { id, main, operations, features: mutations, accepted_by_other_tools: entry.acceptedByOthers };
}

function filesOf(folder: string): Files {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    found
      .filter(({ name }) => /\.(?:wsdl|xsd|xml)$/i.test(name))
      .map(({ name, parentPath }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
      }),
  );
}

function sizeOf(files: Files): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}
