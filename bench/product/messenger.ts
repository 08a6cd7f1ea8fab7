import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `messenger serve` as an operator starts it: default settings, log at its default level into a file. */
export interface Messenger {
  readonly child: ChildProcess;
  /** Address of the endpoint. */
  readonly url: string;
  readonly port: number;
  /** Port on which clients bind; NaN without the option. */
  readonly smppPort: number;
  /** Stops it as SIGTERM does; rejects when it ends with an error. */
  stop(): Promise<void>;
}

/**
 * Starts the command on a database and resolves when it listens.
 *
 * @param folder gets the log
 * @param options further options of `messenger serve`
 */
export async function startMessenger(
  folder: string,
  database: string,
  options: readonly string[] = [],
): Promise<Messenger> {
  const file = join(folder, "messenger.log");
  const log = openSync(file, "a");
  const child = spawn(
    process.execPath,
    ["bin/messenger.js", "serve", "--database", database, "--port", "0", ...options],
    { stdio: ["ignore", "pipe", log] },
  );
  closeSync(log);
  const printed = printedBy(child, file);
  const url = await printed(/^Messenger listens at (\S+)\n/mu);
  const hasClients = options.includes("--smpp");
  const smppPort = hasClients ? Number(await printed(/^Customers bind at smpp:\S+:(\d+)\n/mu)) : NaN;
  return {
    child,
    url,
    port: Number(new URL(url).port),
    smppPort,
    stop: async () => {
      const ended = once(child, "exit") as Promise<[number | null]>;
      child.kill("SIGTERM");
      const [code] = await ended;
      if (code !== 0) throw new Error(`messenger serve ended with ${code}`);
    },
  };
}

/** Collects what the command prints; the returned function resolves with the group of a pattern in it. */
function printedBy(child: ChildProcess, log: string): (pattern: RegExp) => Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error("no standard output");
  let text = "";
  stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const exited = once(child, "exit").then(() => true);
  return async (pattern) => {
    for (;;) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
      if (await Promise.race([once(stdout, "data").then(() => false), exited]))
        throw new Error(`messenger serve ended before it listened: ${readFileSync(log, "utf8")}`);
    }
  };
}
