import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesNamedIn, outcomeOf, type Report, summaryOf } from "./results.js";

/**
 * `node dist/tools/ci/main.js FOLDER`: the summary of the reports `first.json`, `endurance.json` and `again.json` in a folder. Exit code 1 if
 * a test failed, also when it ran again, or if a test file that docs/reference/security.md names did not run or was skipped.
 */
const [folder = "."] = process.argv.slice(2);

function reportAt(name: string): Report | undefined {
  const path = join(folder, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;
}

const [first, endurance] = [reportAt("first.json"), reportAt("endurance.json")];
if (first === undefined || endurance === undefined) {
  process.stdout.write("the tests did not run to their end\n0 passed, 1 failed, 0 skipped, 0 unsteady\n");
  process.exitCode = 1;
} else {
  const guards = filesNamedIn(readFileSync("docs/reference/security.md", "utf8"));
  const both = { testResults: [...first.testResults, ...endurance.testResults] };
  const outcome = outcomeOf(both, reportAt("again.json"), guards);
  process.stdout.write(`${summaryOf(outcome)}\n`);
  if (outcome.failed.length + outcome.unguarded.length > 0) process.exitCode = 1;
}
