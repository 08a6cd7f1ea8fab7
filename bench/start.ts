import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, type Row } from "./measure.js";
import { requests } from "./sample.js";
import { drive } from "./load.js";

const rounds = 5;

/** Whole processes: the generator cold and with nothing to do, the service up to its first answer. */
export async function startRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const empty = median(repeat(() => childCpu(["-e", "0"])));
    const cold = median(
      repeat((round) => childCpu(["bin/messenger-gen.js", "--out", join(folder, String(round))])),
    );
    const again = median(repeat(() => childCpu(["bin/messenger-gen.js", "--out", join(folder, "0")])));
    const first: number[] = [];
    for (let round = 0; round < rounds; round++) first.push(await firstAnswer());
    return [
      {
        name: "generator: all files, cold process, CPU",
        value: cold,
        unit: "ms",
        goal: { at: "most", value: 700 },
        note: `an empty process takes ${empty.toFixed(0)} ms`,
      },
      {
        name: "generator: nothing changed, cold process, CPU",
        value: again,
        unit: "ms",
        goal: { at: "most", value: 100 },
      },
      { name: "server: process start to first SOAP answer, wall", value: median(first), unit: "ms" },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function repeat(measure: (round: number) => number): number[] {
  return Array.from({ length: rounds }, (_, round) => measure(round));
}

/** Runs its argument as a child and prints the CPU time of its finished children: fields 16 and 17 of proc(5) stat, in 10 ms. */
const childTimes = `
  const { status } = require("node:child_process").spawnSync(process.execPath, JSON.parse(process.argv[1]), { stdio: ["ignore", "ignore", "inherit"] });
  const fields = require("node:fs").readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
  process.stdout.write(String((Number(fields[13]) + Number(fields[14])) * 10));
  process.exit(status);
`;

/** CPU milliseconds of one finished process. */
function childCpu(args: readonly string[]): number {
  const run = spawnSync(process.execPath, ["-e", childTimes, JSON.stringify(args)], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${args.join(" ")} failed: ${run.stderr}`);
  return Number(run.stdout);
}

async function firstAnswer(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ["dist/bench/servers/messenger.js"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  await drive({ port, request: requests.soap11, connections: 1, requests: 1, wanted: "HTTP_SendSmsResult" });
  const took = performance.now() - begun;
  child.disconnect();
  return took;
}
