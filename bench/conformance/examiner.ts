/** A process that examines entries, and is replaced when it dies. */
import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Entry } from "./entries.js";
import { judge, type Generated, type Verdict } from "./verdict.js";
import type { Finding } from "./worker.js";

/** Longest time for one entry: ends what hangs, also where other programs leave a hundredth of the machine. */
const timeLimitMs = 1_200_000;
const memoryLimitMB = 4096;

export interface ExaminerOptions {
  readonly corpus: string;
  readonly scratch: string;
  readonly lenient: boolean;
  readonly values: "exact" | "plain";
  readonly calls: boolean;
  /** Entries that one process examines; the modules of their outputs stay in its memory. */
  readonly entriesPerProcess: number;
}

/** Result of one attempt: a verdict, or how the process ended and what it had sent. */
interface Attempt {
  readonly verdict?: Verdict;
  readonly generated?: Generated;
  readonly end: string;
}

export class Examiner {
  readonly #options: ExaminerOptions;
  #process: ChildProcess | undefined;
  #examined = 0;

  constructor(options: ExaminerOptions) {
    this.#options = options;
  }

  /** An entry during which a process died that had examined others is examined once more, in a process of its own. */
  async examine(entry: Entry): Promise<Verdict> {
    if (this.#examined >= this.#options.entriesPerProcess) this.stop();
    const isFresh = this.#process === undefined;
    const first = await this.#attempt(entry);
    const { verdict, generated, end } =
      first.verdict === undefined && !isFresh ? await this.#attempt(entry) : first;
    if (verdict !== undefined) return verdict;
    return generated === undefined
      ? judge(entry, crashed(end), [])
      : judge(entry, generated, [`after the generator: ${end}`]);
  }

  stop(): void {
    if (this.#process?.connected === true) this.#process.disconnect();
    this.#process = undefined;
    this.#examined = 0;
  }

  #start(): ChildProcess {
    const { corpus, scratch, lenient, values, calls } = this.#options;
    const modes = [...(lenient ? ["lenient"] : []), values, ...(calls ? [] : ["no-calls"])];
    return fork(join(import.meta.dirname, "worker.js"), [corpus, scratch].concat(modes), {
      execArgv: [`--max-old-space-size=${memoryLimitMB}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
  }

  #attempt(entry: Entry): Promise<Attempt> {
    const child = (this.#process ??= this.#start());
    this.#examined++;
    let errors = "";
    let generated: Generated | undefined;
    const limit = setTimeout(() => child.kill("SIGKILL"), timeLimitMs);
    return new Promise((resolve) => {
      const settle = (attempt: Attempt): void => {
        clearTimeout(limit);
        child.stderr?.off("data", onError);
        child.off("message", onFinding).off("close", onClose);
        resolve(attempt);
      };
      const onError = (text: string): void => {
        errors = (errors + text).slice(0, 1000);
      };
      const onFinding = (finding: Finding): void => {
        if ("verdict" in finding) settle({ verdict: finding.verdict, end: "" });
        else generated = finding.generated;
      };
      const onClose = (code: number | null, signal: string | null): void => {
        this.stop();
        const end = `ended with ${signal ?? String(code)}: ${errors.trim()}`;
        settle(generated === undefined ? { end } : { generated, end });
      };
      child.stderr?.setEncoding("utf8").on("data", onError);
      child.on("message", onFinding).on("close", onClose);
      child.send(entry);
    });
  }
}

function crashed(flaw: string): Generated {
  return { outcome: "crashed", diagnostics: [], omitted: [], flaws: [flaw], milliseconds: 0, megabytes: 0 };
}
