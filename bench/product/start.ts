import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drive } from "../load.js";
import { costOf, interleave, type Row, spreadOf } from "../measure.js";
import { openAccount } from "./account.js";
import { startMessenger } from "./messenger.js";
import { requestOf } from "./requests.js";

const rounds = 20;

/** Whole processes: the generator cold and with nothing to do, the service up to its first response. */
export async function startRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const database = `sqlite:${join(folder, "messenger.db")}`;
    await openAccount(database);
    const generate = (out: string): number => childCpu(["bin/messenger-gen.js", "--out", join(folder, out)]);
    let outputs = 0;
    generate("again");
    const costs = await interleave(
      [
        { name: "empty", cost: () => childCpu(["-e", "0"]) },
        { name: "cold", cost: () => generate(String(outputs++)) },
        { name: "again", cost: () => generate("again") },
        { name: "first response", cost: () => firstResponse(folder, database) },
      ],
      rounds,
    );
    const row = (name: string, measured: string, must: number, goal: number, moonshot: number): Row => ({
      name,
      unit: "ms",
      value: costOf(costs, measured),
      spread: spreadOf(costs.get(measured) ?? []),
      targets: { at: "most", must, goal, moonshot },
    });
    return [
      row("start to first response, wall", "first response", 250, 200, 150),
      {
        ...row("generator: all files, cold process, CPU", "cold", 700, 600, 400),
        note: `an empty process takes ${costOf(costs, "empty").toFixed(0)} ms`,
      },
      row("generator: nothing changed, cold process, CPU", "again", 95, 90, 60),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
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

/** `messenger serve` on a database that exists, until the first call is answered. */
async function firstResponse(folder: string, database: string): Promise<number> {
  const begun = performance.now();
  const messenger = await startMessenger(folder, database);
  const request = requestOf("soap11", "GetGreeting", {});
  await drive({ port: messenger.port, request, connections: 1, requests: 1, wanted: "Messenger" });
  const took = performance.now() - begun;
  await messenger.stop();
  return took;
}
