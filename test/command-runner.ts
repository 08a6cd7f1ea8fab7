import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface CommandLine {
  readonly words: readonly string[];
  /** Working folder. */
  readonly cwd: string;
}

/** Result of a command line. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One process for many command lines: starting a process for each takes longer than most of them. */
export class CommandRunner {
  readonly #process: ChildProcess;
  /** Rejects when the process ends. */
  readonly #ended: Promise<never>;

  constructor(command: "messenger" | "messenger-gen", env: Readonly<Record<string, string>> = {}) {
    const script = fileURLToPath(new URL("./command-process.js", import.meta.url));
    this.#process = fork(script, [command], { env: { ...process.env, ...env } });
    this.#ended = once(this.#process, "exit").then(([code]) => {
      throw new Error(`The process of ${command} ended with ${String(code)}.`);
    });
    this.#ended.catch(() => undefined);
  }

  /** Runs a command line to its end; one at a time. */
  async run(words: readonly string[], cwd = process.cwd()): Promise<CommandResult> {
    this.#process.send({ words, cwd } satisfies CommandLine);
    const [result] = (await Promise.race([once(this.#process, "message"), this.#ended])) as [CommandResult];
    return result;
  }

  end(): void {
    this.#process.kill();
  }
}
