import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Content of a file of proc(5); empty if the thread has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** CPU time of a process and its descendants, all threads, in microseconds: the first field of schedstat of proc(5). */
export function cpuOfTree(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const folder = `/proc/${pid}/task/${thread}`;
    const own = Number(read(`${folder}/schedstat`).split(" ")[0]) / 1000;
    const children = read(`${folder}/children`).split(" ").filter(Boolean).map(Number);
    return sum + own + children.map(cpuOfTree).reduce((all, cpu) => all + cpu, 0);
  }, 0);
}

/** Resident memory in MB: now (VmRSS of proc(5)) or at its most (VmHWM). */
export function memoryOf({ pid }: ChildProcess, when: "now" | "peak"): number {
  const status = readFileSync(`/proc/${pid ?? NaN}/status`, "utf8");
  const field = when === "now" ? /VmRSS:\s+(\d+) kB/u : /VmHWM:\s+(\d+) kB/u;
  return Number(field.exec(status)?.[1] ?? NaN) / 1024;
}
