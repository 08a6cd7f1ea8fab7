import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Outcome of the tests of one name. */
export interface JestRun {
  readonly kind: "passed" | "failed" | "did not load" | "did not end";
  /** Why it failed, where it did. */
  readonly message: string;
}

/** The part of Jest's report that is looked at. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

/** Milliseconds until a run is killed, at most. */
const longest = 90_000;
/** Milliseconds a test may take, and those it waits for one thing. */
const testLimit = 40_000;
const patience = 8_000;

/** A pattern for the name of a test or of a group of tests, with any values of its placeholders. */
export function namePattern(name: string): string {
  const literal = name
    .split(/\$\{?[\w.]+\}?|%[sipdo]/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `(^| )${literal.join(".*")}( |$)`;
}

function readReport(path: string): JestRun {
  const report = JSON.parse(readFileSync(path, "utf8")) as Report;
  const messages = report.testResults.flatMap((file) =>
    file.assertionResults.flatMap(({ failureMessages }) => failureMessages),
  );
  const message = messages[0] ?? report.testResults[0]?.message ?? "";
  if (messages.some((text) => text.includes("Exceeded timeout of"))) return { kind: "did not end", message };
  if (
    report.numRuntimeErrorTestSuites > 0 ||
    messages.some((text) => /ReferenceError|SyntaxError/.test(text))
  )
    return { kind: "did not load", message };
  if (report.numFailedTests > 0) return { kind: "failed", message };
  return report.numPassedTests > 0
    ? { kind: "passed", message: "" }
    : { kind: "did not load", message: "no test of this name has run" };
}

/**
 * Runs the tests of one name in one file of a sandbox, and ends all that they started.
 * @param left milliseconds after which the run is killed, if that is sooner
 */
export async function runJest(folder: string, test: string, name: string, left: number): Promise<JestRun> {
  const output = join(folder, "report.json");
  rmSync(output, { force: true });
  const endurance = test.startsWith("test/endurance/");
  const args = [
    ...[
      "--experimental-vm-modules",
      "--no-warnings",
      "node_modules/jest/bin/jest.js",
      "--runInBand",
      "--forceExit",
    ],
    ...["--selectProjects", endurance ? "endurance" : "test", `--testTimeout=${testLimit}`],
    ...["--cacheDirectory", join(folder, ".jest"), "--json", "--outputFile", output],
    ...[
      "--testNamePattern",
      namePattern(name),
      "--runTestsByPath",
      join("dist", test.replace(/\.ts$/, ".js")),
    ],
  ];
  const env = {
    ...process.env,
    MESSENGER_PATIENCE: String(patience),
    ...(endurance && { MESSENGER_ENDURANCE: "1" }),
  };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "ignore", detached: true });
  const killGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
  };
  const timer = setTimeout(killGroup, Math.min(longest, left));
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  killGroup();
  return existsSync(output) ? readReport(output) : { kind: "did not end", message: "" };
}
