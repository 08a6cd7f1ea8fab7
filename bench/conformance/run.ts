import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { linkPackages } from "../../test/linked-packages.js";
import type { Entry } from "./entries.js";
import type { Verdict } from "./verdict.js";

export interface RunOptions {
  readonly corpus: string;
  /** An empty folder for outputs. */
  readonly scratch: string;
  /** Entries at a time. */
  readonly jobs: number;
  /** Generates with `--lenient`. */
  readonly lenient?: boolean;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** Examines every entry, each generated in a process of its own and compiled in one of `jobs` processes. */
export async function examineAll(
  entries: readonly Entry[],
  options: RunOptions,
): Promise<readonly Verdict[]> {
  prepare(options.scratch);
  const waiting = [...entries];
  const verdicts: Verdict[] = [];
  const work = async (): Promise<void> => {
    const worker = new Worker(options);
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const verdict = await worker.examine(entry);
      verdicts.push(verdict);
      options.onVerdict(verdict);
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const order = new Map(entries.map(({ id }, at) => [id, at]));
  return verdicts.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** Makes the folder a project that has installed the packages. */
function prepare(scratch: string): void {
  linkPackages(scratch, ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
  writeFileSync(join(scratch, "package.json"), '{ "type": "module", "private": true }\n');
}

class Worker {
  readonly #process;

  constructor({ corpus, scratch, lenient = false }: RunOptions) {
    const mode = lenient ? ["lenient"] : [];
    this.#process = fork(join(import.meta.dirname, "worker.js"), [corpus, scratch, ...mode]);
  }

  examine(entry: Entry): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => {
        reject(new Error(`The process that compiles ended with ${String(code)} at ${entry.id}.`));
      };
      this.#process.once("exit", ended);
      this.#process.once("message", (verdict: Verdict) => {
        this.#process.off("exit", ended);
        resolve(verdict);
      });
      this.#process.send(entry);
    });
  }

  stop(): void {
    this.#process.disconnect();
  }
}
