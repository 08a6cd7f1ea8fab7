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

/** Threads of a process; none if it has ended, as a worker of PostgreSQL does after its part of a statement. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** CPU time of a process and its descendants, all threads, in microseconds: the first field of schedstat of proc(5). */
export function cpuOfTree(pid: number): number {
  return threadsOf(pid).reduce((sum, thread) => {
    const folder = `/proc/${pid}/task/${thread}`;
    const own = Number(read(`${folder}/schedstat`).split(" ")[0]) / 1000;
    const children = read(`${folder}/children`).split(" ").filter(Boolean).map(Number);
    return sum + own + children.map(cpuOfTree).reduce((all, cpu) => all + cpu, 0);
  }, 0);
}

/** Hundredths of a second, the unit of stat of proc(5), in microseconds. */
const tick = 10_000;

/** Process of which a process is a child; undefined if it has ended. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)[1];
  return parent === undefined ? undefined : Number(parent);
}

/** Fields of stat of proc(5), from the state on; none if the process has ended. */
function statOf(pid: number): readonly string[] {
  return read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
}

/** As `cpuOfTree`, with descendants that have ended and were waited for: those of a server that starts a process for each connection. */
export function cpuOfServer(pid: number): number {
  const [user, system] = statOf(pid).slice(13, 15).map(Number);
  return cpuOfTree(pid) + ((user ?? 0) + (system ?? 0)) * tick;
}

/** Resident memory in MB: now (VmRSS of proc(5)) or at its most (VmHWM). */
export function memoryOf({ pid }: ChildProcess, when: "now" | "peak"): number {
  const status = readFileSync(`/proc/${pid ?? NaN}/status`, "utf8");
  const field = when === "now" ? /VmRSS:\s+(\d+) kB/u : /VmHWM:\s+(\d+) kB/u;
  return Number(field.exec(status)?.[1] ?? NaN) / 1024;
}
