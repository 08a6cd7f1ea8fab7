import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** The service of peer.py. */
export interface MimePeer {
  readonly url: string;
  /** The line it prints for the next request. */
  told(): Promise<string>;
  readonly process: ChildProcess;
}

export async function startMimePeer(): Promise<MimePeer> {
  const process = spawn("python3", ["test/interop/mime-peer/peer.py"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(process.stdout)[Symbol.asyncIterator]();
  const told = async (): Promise<string> => String((await lines.next()).value);
  return { url: `http://127.0.0.1:${await told()}/`, told, process };
}
