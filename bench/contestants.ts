import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { drive } from "./load.js";
import { cpuOfTree } from "./process-tree.js";

/** A server process that responds to one request. */
export interface Contestant {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  /** A function makes each. */
  readonly request: Buffer | (() => Buffer);
  /** Bytes that every response contains. */
  readonly wanted: string;
}

/** Callers with a keep-alive connection each, and requests of one round. */
export interface Round {
  readonly connections: number;
  readonly requests: number;
  /** Resolves when the server has done what the requests began. */
  readonly settled?: () => Promise<void>;
}

/** CPU time of the server per request of a round, in microseconds: the whole process tree. */
export async function cpuPerRequest(
  { child: { pid = NaN }, port, request, wanted }: Contestant,
  { connections, requests, settled }: Round,
): Promise<number> {
  const before = cpuOfTree(pid);
  await drive({ port, request, connections, requests, wanted });
  await settled?.();
  return (cpuOfTree(pid) - before) / requests;
}

/** A server of `bench/servers` in a process of its own. */
export async function startServer(
  name: "bare" | "bare-json" | "bare-sends" | "gateway" | "json" | "messenger" | "node-soap",
  parameters: readonly string[] = [],
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(`dist/bench/servers/${name}.js`, parameters, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

/** Ends a server of `startServer`. */
export async function endServer({ child }: { readonly child: ChildProcess }): Promise<void> {
  child.disconnect();
  await once(child, "exit");
}
