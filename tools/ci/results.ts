/** The outcome of the tests of CI, from Jest's reports (`--json`). */

/** The part of a report that is looked at. */
export interface Report {
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  /** Path of the compiled test file. */
  readonly name: string;
  readonly status: string;
  /** Empty if the file could not be loaded. */
  readonly assertionResults: readonly TestReport[];
}

interface TestReport {
  readonly fullName: string;
  /** `pending`: skipped. */
  readonly status: string;
}

/** What the summary says. */
export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  /** `FILE: NAME` of tests that failed and did not pass when they ran again, alone. */
  readonly failed: readonly string[];
  /** `FILE: NAME` of tests that failed at first and then passed: each is a defect. */
  readonly unsteady: readonly string[];
  /** Files that the page of guarantees names, with the reason why they guard nothing. */
  readonly unguarded: readonly string[];
}

/** Path of the source of a compiled test file. */
function sourceOf(path: string): string {
  return path.replace(/^.*\/dist\//, "").replace(/\.js$/, ".ts");
}

/** Names of the tests with a status. What a file does besides its tests, such as `afterAll`, is a test of its own: it passes with the file. */
function named(report: Report | undefined, wanted: string): ReadonlySet<string> {
  const found = (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const own = assertionResults.filter((each) => each.status === wanted).map(({ fullName }) => fullName);
    const isOutside = status === wanted && (wanted === "passed" || own.length === 0);
    return [...own, ...(isOutside ? [outside] : [])].map((each) => `${sourceOf(name)}: ${each}`);
  });
  return new Set(found);
}

/** The name of what a file does besides its tests. */
const outside = "outside its tests";

/** Test files that a page names. */
export function filesNamedIn(page: string): readonly string[] {
  const found = [...page.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  return [...new Set(found)];
}

/** Why files guard nothing: none of their tests has run. */
function unguardedOf(report: Report, files: readonly string[]): readonly string[] {
  const passed = [...named(report, "passed")].filter((each) => !each.endsWith(`: ${outside}`));
  const ran = [...passed, ...named(report, "failed")];
  const skipped = [...named(report, "pending")];
  return files.flatMap((file) => {
    const isOf = (each: string): boolean => each.startsWith(`${file}: `);
    if (ran.some(isOf)) return [];
    return [`${file}: ${skipped.some(isOf) ? "was skipped" : "did not run"}`];
  });
}

/**
 * The outcome of a run.
 *
 * @param again report of the tests that failed, alone
 * @param guards test files that must have run
 */
export function outcomeOf(first: Report, again: Report | undefined, guards: readonly string[]): Outcome {
  const passedAgain = named(again, "passed");
  const failedAgain = named(again, "failed");
  const atFirst = [...named(first, "failed")];
  const isUnsteady = (each: string): boolean => passedAgain.has(each) && !failedAgain.has(each);
  const failed = new Set([...atFirst.filter((each) => !isUnsteady(each)), ...failedAgain]);
  const unsteady = atFirst.filter(isUnsteady);
  const all = first.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => all.filter((each) => each.status === status).length;
  return {
    passed: count("passed") + unsteady.length,
    skipped: count("pending"),
    failed: [...failed],
    unsteady,
    unguarded: unguardedOf(first, guards),
  };
}

/** The summary: what is wrong, line by line, and the counts. */
export function summaryOf({ passed, skipped, failed, unsteady, unguarded }: Outcome): string {
  const counts = `${passed} passed, ${failed.length} failed, ${skipped} skipped, ${unsteady.length} unsteady`;
  return [
    ...failed.map((each) => `failed: ${each}`),
    ...unsteady.map((each) => `unsteady, red: ${each}`),
    ...unguarded.map((each) => `no guard of docs/reference/security.md: ${each}`),
    unsteady.length === 0 ? counts : `${counts}: red`,
  ].join("\n");
}
