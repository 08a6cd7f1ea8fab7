import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { afterEach } from "@jest/globals";

/** A `messenger` command in progress. */
export interface Command {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves when standard output has matched, or fails when the command ended before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same for standard error. */
  untilError(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts `messenger` with these arguments, here or in another folder. The process ends with its test at the latest. */
export function messenger(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = ".",
): Command {
  const child = spawn(process.execPath, [resolve("bin/messenger.js"), ...args], {
    cwd,
    env: { ...process.env, ...env },
    timeout: 170_000,
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const closed = once(child, "close") as Promise<[number | null]>;
  const matched = async (stream: Readable, text: () => string, pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(text());
      if (match !== null) return match;
      const ended = await Promise.race([once(stream, "data").then(() => false), closed.then(() => true)]);
      if (ended && pattern.exec(text()) === null) throw new Error(`messenger ended: ${stdout}${stderr}`);
    }
  };
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    until: (pattern) => matched(child.stdout, () => stdout, pattern),
    untilError: (pattern) => matched(child.stderr, () => stderr, pattern),
    ended: async () => (await closed)[0],
  };
}

/** A temporary folder, deleted by `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "messenger-cli-"));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
