import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Role } from "#server/work/coordination/roles.js";

/** One server process of several on one database. */
export interface ServerProcess {
  readonly roles: readonly Role[];
  readonly process: ChildProcess;
  /** Address of the service; empty without the role `api`. */
  readonly url: string;
  /** Port on which clients bind; NaN without a listener. */
  readonly smppPort: number;
  /** Origin of the portal, whose port is among the arguments; empty without one. */
  readonly portal: string;
  /** Ends it as an operator does; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, like a crash. */
  kill(): Promise<void>;
  /** The end of its log. */
  log(): string;
  /** Stops it without its knowledge for so many milliseconds. */
  freeze(milliseconds: number): Promise<void>;
}

/** Characters of a log that are kept. */
const keptLog = 8_192;

const running = new Set<ChildProcess>();

/** To be called after each test: none is left behind. */
export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** A version of the program: the words of its command line, and variables. */
export interface Version {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const thisVersion: Version = { command: ["bin/messenger.js"] };

/** The next version, whose schema has one more step. It only adds something, so that both versions may run at once. */
export const nextVersion: Version = {
  command: ["dist/test/command-process.js", "messenger"],
  env: { MESSENGER_TEST_NEXT: "additive" },
};

/** Starts a process with these roles; resolves when it is ready. */
export function startProcess(
  database: string,
  roles: readonly Role[],
  ...args: readonly string[]
): Promise<ServerProcess> {
  return startVersion(thisVersion, database, roles, ...args);
}

/** The same of a version. */
export async function startVersion(
  { command, env = {} }: Version,
  database: string,
  roles: readonly Role[],
  ...args: readonly string[]
): Promise<ServerProcess> {
  const options = roles.flatMap((role) => ["--role", role]);
  const child = spawn(
    process.execPath,
    [...command, "serve", "--json", "--port", "0", "--database", database, ...options, ...args],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-keptLog);
  });
  running.add(child);
  const exited = once(child, "exit") as Promise<[number | null]>;
  void exited.then(() => running.delete(child));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    (once(lines, "line") as Promise<[string]>).then(([text]) => text),
    exited.then(([code]) => {
      throw new Error(`serve ended with ${String(code)}`);
    }),
  ]);
  const facts = JSON.parse(line) as {
    readonly url: string;
    readonly smppUrl?: string;
    readonly portal?: string;
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    roles,
    process: child,
    url: facts.url,
    smppPort: Number(/\d+$/u.exec(facts.smppUrl ?? "")?.[0] ?? NaN),
    portal: args.includes("--portal") ? `http://127.0.0.1:${String(args[args.indexOf("--portal") + 1])}` : "",
    log: () => log,
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
    freeze: async (milliseconds) => {
      child.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      child.kill("SIGCONT");
    },
  };
}
