/** Another generator as a process of its own. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** How a run ended, and what it took. */
export interface PeerRun {
  readonly end: "well" | "with an error" | "not in time";
  /** CPU time of the process, in milliseconds; undefined for one that was ended. */
  readonly milliseconds: number | undefined;
  /** The largest resident size, in MB. */
  readonly megabytes: number | undefined;
}

export const timeLimitMs = 300_000;

/** The process itself reports at its end what it used: no other process can ask. */
const usage =
  'import{writeFileSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();' +
  "writeFileSync(process.env.PEER_USAGE,JSON.stringify([(user+system)/1000,process.resourceUsage().maxRSS/1024]))})";

/** Runs a script of Node; `usageFile` does not exist yet. */
export async function runPeer(
  command: string,
  args: readonly string[],
  cwd: string,
  usageFile: string,
): Promise<PeerRun> {
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(usage)}`,
    PEER_USAGE: usageFile,
  };
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: "ignore",
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
  });
  const end = await new Promise<PeerRun["end"]>((resolve) => {
    child.on("error", () => {
      resolve("with an error");
    });
    child.on("close", (code, signal) => {
      resolve(signal === "SIGKILL" ? "not in time" : code === 0 ? "well" : "with an error");
    });
  });
  if (!existsSync(usageFile)) return { end, milliseconds: undefined, megabytes: undefined };
  const [milliseconds, megabytes] = JSON.parse(readFileSync(usageFile, "utf8")) as [number, number];
  return { end, milliseconds, megabytes };
}
