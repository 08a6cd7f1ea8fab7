import type { AggregatedResult } from "@jest/test-result";

/** Names the tests that were skipped, each with its reason: Jest prints the names of tests only where it runs a single file. */
export default class SkippedTests {
  readonly #isFiltered: boolean;

  constructor({ testNamePattern = "" }: { readonly testNamePattern?: string | undefined }) {
    this.#isFiltered = testNamePattern !== "";
  }

  onRunComplete(_contexts: unknown, { testResults }: AggregatedResult): void {
    if (this.#isFiltered) return;
    const all = testResults.flatMap(({ testResults: tests }) => tests);
    const names = all.filter(({ status }) => status === "pending").map(({ fullName }) => fullName);
    for (const name of new Set(names)) process.stderr.write(`skipped: ${name}\n`);
  }
}
