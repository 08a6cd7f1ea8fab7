import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process of a service of several. */
export interface Process {
  readonly child: ChildProcess;
  readonly port: number;
  readonly pid: number;
}

/** Starts `messenger serve` with some roles. */
export async function start(url: string, ...roles: readonly string[]): Promise<Process> {
  const options = roles.flatMap((role) => ["--role", role]);
  const child = spawn(
    process.execPath,
    ["bin/messenger.js", "serve", "--json", "--port", "0", "--database", url, ...options],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const address = (JSON.parse(line) as { readonly url: string }).url;
  return { child, port: address === "" ? 0 : Number(new URL(address).port), pid: child.pid ?? NaN };
}

export async function end({ child }: Process, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
