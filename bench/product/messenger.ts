import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** `messenger serve` as an operator starts it: default settings, log at its default level into a file. */
export interface Messenger {
  readonly child: ChildProcess;
  /** Address of the endpoint. */
  readonly url: string;
  readonly port: number;
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
  const url = await listening(child, file);
  return {
    child,
    url,
    port: Number(new URL(url).port),
    stop: async () => {
      const ended = once(child, "exit") as Promise<[number | null]>;
      child.kill("SIGTERM");
      const [code] = await ended;
      if (code !== 0) throw new Error(`messenger serve ended with ${code}`);
    },
  };
}

async function listening(child: ChildProcess, log: string): Promise<string> {
  if (child.stdout === null) throw new Error("no standard output");
  for await (const line of createInterface(child.stdout)) {
    const url = /^Messenger listens at (\S+)$/u.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`messenger serve ended before it listened: ${readFileSync(log, "utf8")}`);
}
