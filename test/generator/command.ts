import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "@jest/globals";
import { CommandRunner } from "../command-runner.js";

/** The command, for processes that tests start. */
export const generatorBin = resolve("bin/messenger-gen.js");

/** Result of a process. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `messenger-gen` in a folder, in a process of its own. */
export async function runGenerator(cwd: string, ...words: readonly string[]): Promise<Answer> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [generatorBin, ...words], {
      cwd,
      timeout: 170_000,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (
      typeof error !== "object" ||
      error === null ||
      !("code" in error && "stdout" in error && "stderr" in error)
    )
      throw error;
    return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}

/** `runGenerator` in one process for all runs of a test file: loading the generator takes longer than most of them. */
export function loadedGenerator(): typeof runGenerator {
  const runner = new CommandRunner("messenger-gen");
  afterAll(() => {
    runner.end();
  });
  return (cwd, ...words) => runner.run(words, cwd);
}
