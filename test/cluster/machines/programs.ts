import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The user whom the programs run as; undefined: the one of the test. */
export type User = { readonly uid: number; readonly gid: number } | undefined;

/** A signal to processes, some of which may have ended. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** The process that a file names, and its children. */
export function processesOf(pidFile: string): readonly number[] {
  if (!existsSync(pidFile)) return [];
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return [pid, ...stdout.split("\n").flatMap((line) => (line.trim() === "" ? [] : Number(line)))];
}

/** Ends all programs and removes the folder as soon as this process is gone, however it ended; `end` does so at once. */
export function watch(folder: string): { end(): Promise<void> } {
  // Children that are stopped would not see that their parent is gone.
  const script = `cat; for file in "$0"/pids/* "$0"/*/postmaster.pid; do
      pid=$(head -n 1 "$file"); kill -KILL "$pid" $(ps -o pid= --ppid "$pid"); done
    sleep 0.5; umount "$0"/db* 2>/dev/null; rm -rf "$0"`;
  const watcher = spawn("sh", ["-c", script, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return {
    end: async () => {
      watcher.stdin.end();
      await new Promise((resolve) => watcher.once("exit", resolve));
    },
  };
}

/** A program in a folder of the suite; its output goes to `NAME.log` there. */
export class Program {
  readonly name: string;
  readonly #start: () => ChildProcess;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(
    folder: string,
    name: string,
    command: readonly [string, ...string[]],
    options: { readonly as: User; readonly env?: Readonly<Record<string, string>> },
  ) {
    this.name = name;
    this.#folder = folder;
    mkdirSync(join(folder, "pids"), { recursive: true });
    const [file, ...args] = command;
    this.#start = () => {
      const log = openSync(join(folder, `${name}.log`), "a");
      const env = { ...process.env, ...options.env };
      const child = spawn(file, args, { ...options.as, cwd: folder, env, stdio: ["ignore", log, log] });
      closeSync(log);
      return child;
    };
  }

  start(): void {
    this.#child = this.#start();
    writeFileSync(join(this.#folder, "pids", this.name), String(this.#child.pid));
  }

  get pids(): readonly number[] {
    return this.#child?.pid === undefined || this.#hasEnded ? [] : [this.#child.pid];
  }

  get #hasEnded(): boolean {
    return this.#child?.exitCode !== null || this.#child.signalCode !== null;
  }

  async end(name: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#hasEnded) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill(name);
    await exited;
  }
}
