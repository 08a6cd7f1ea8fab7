import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingOperations } from "./coverage.js";
import type { Entry } from "./entries.js";
import { judge, type Generated, type Verdict } from "./verdict.js";

/** What a worker sends about an entry: the result of the generator as soon as it is known, then the verdict. */
export type Finding = { readonly generated: Generated } | { readonly verdict: Verdict };

/**
 * `node worker.js CORPUS SCRATCH [lenient] [exact|plain] [no-calls]`: receives entries from its parent one by one, and examines each. The stages are loaded
 * when they are needed: the CPU time of the first entry is then that of a command which only generates.
 */
const [corpus = "", scratch = "", ...modes] = process.argv.slice(2);
const lenient = modes.includes("lenient");
const values = modes.includes("plain") ? "plain" : "exact";
const calls = !modes.includes("no-calls");

process.on("message", (entry: Entry) => {
  void examine(entry).then((verdict) => {
    send({ verdict });
  });
});

function send(finding: Finding): void {
  process.send?.(finding);
}

async function examine(entry: Entry): Promise<Verdict> {
  const folder = join(corpus, entry.id);
  const wsdl = join(folder, entry.main);
  const results = join(scratch, entry.id);
  const [out, scripts, work] = ["out", "scripts", "messages"].map((name) => join(results, name)) as [
    string,
    string,
    string,
  ];
  rmSync(results, { recursive: true, force: true });
  const { generateEntry } = await import("./generate-entry.js");
  const again = calls ? { again: join(results, "again") } : {};
  const generated = await generateEntry({ wsdl, folder, out, lenient, values, ...again });
  send({ generated });
  if (!calls || generated.outcome !== "written" || !existsSync(out)) return judge(entry, generated, []);
  const { typeCheck } = await import("./type-check.js");
  const checked = typeCheck(out, scripts);
  const wanted = entry.operations.filter((operation) => !generated.omitted.includes(operation));
  const found = [...checked.errors, ...missingOperations(wanted, checked)];
  if (checked.errors.length > 0) return judge(entry, generated, found);
  const [{ planEntry }, { exercise, sourcesFor }, { exerciseJson }] = await Promise.all([
    import("./plan-entry.js"),
    import("./exercise.js"),
    import("./json-forms.js"),
  ]);
  mkdirSync(work, { recursive: true });
  const planned = planEntry(wsdl, folder, lenient, { values });
  const exercised = await exercise(planned, { wsdl, folder, scripts, work });
  const json = await exerciseJson(planned.plan, sourcesFor(planned.plan.operations.length));
  return judge(entry, generated, [...found, ...exercised.flaws, ...json.flaws], { exercised, json });
}
