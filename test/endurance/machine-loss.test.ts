import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { DatabaseCluster, hasDisks, ttl } from "../cluster/machines/cluster.js";
import { killAll } from "../cluster/server-processes.js";
import { eventually } from "../eventually.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { type Fault, faults } from "./machine-loss/faults.js";
import { longestCall } from "./machine-loss/one-shots.js";
import type { Load } from "./machine-loss/load.js";
import { ServiceOnCluster } from "./machine-loss/service.js";

/** All faults with MESSENGER_ENDURANCE=full; those without a wait otherwise. */
const isFull = process.env["MESSENGER_ENDURANCE"] === "full";
const chosen = process.env["MESSENGER_ENDURANCE_FAULT"];
const tried =
  chosen === undefined
    ? faults.filter(({ inCi = false, needsRoot = false }) => (isFull || inCi) && (hasDisks || !needsRoot))
    : faults.filter(({ title }) => title.includes(chosen));

/** Milliseconds in which calls are accepted again: Patroni's `ttl`, and 5 s. */
const longestGap = (ttl + 5) * 1_000;

/** Messages that each kind of caller gets accepted before a fault, and after it. */
const some = 50;

let cluster: DatabaseCluster;
let service: ServiceOnCluster;

beforeAll(async () => {
  if (!isInstalled("cluster")) return;
  cluster = await DatabaseCluster.start();
  service = await ServiceOnCluster.start(cluster);
}, 300_000);

afterAll(async () => {
  killAll();
  if (isInstalled("cluster")) await cluster.stop();
}, 60_000);

async function untilAccepting(load: Load): Promise<void> {
  const before = load.accepted();
  const isAccepting = (): boolean =>
    load.accepted().every((count, index) => count >= (before[index] ?? 0) + some);
  await eventually(isAccepting).catch((cause: unknown) => {
    throw new Error(`not accepting again: ${load.facts()}`, { cause });
  });
}

/** The longest time between two accepted calls over JSON since then, in milliseconds. */
function gapSince({ oneShots }: Load, since: number): number {
  const accepted = oneShots.of("accepted").flatMap(({ at }) => (at >= since ? at : []));
  const times = [since, ...accepted].sort((a, b) => a - b);
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

/** When the fault began, and since when calls have to be accepted again. The load ends in any case. */
async function underLoad(
  load: Load,
  fault: Fault,
): Promise<{ readonly begun: number; readonly since: number }> {
  try {
    await untilAccepting(load);
    const begun = Date.now();
    await fault.happen(cluster, service);
    const since = fault.counts === "from the fault" ? begun : Date.now();
    await untilAccepting(load);
    await eventually(() => cluster.isWhole());
    await sleep(1_000);
    return { begun, since };
  } finally {
    await load.stop();
  }
}

async function tryFault(fault: Fault): Promise<void> {
  await eventually(() => cluster.isWhole());
  const load = service.load();
  const { begun, since } = await underLoad(load, fault);
  const gap = gapSince(load, since);
  const { oneShots } = load;
  const slowest = Math.max(...oneShots.outcomes.map(({ took }) => took));
  console.info(
    `${fault.title}: ${load.accepted().join("/")} accepted over JSON, HTTP, SMPP and in files in ${Math.round((Date.now() - begun) / 1000)} s, ` +
      `${oneShots.of("unavailable").length} Unavailable, ${oneShots.of("unknown").length} unknown, no call for ${Math.round(gap / 100) / 10} s, slowest ${Math.round(slowest)} ms; ` +
      `pages: ${JSON.stringify([...load.files.failures])}, SMPP: ${JSON.stringify([...load.smpp.refused])}`,
  );
  await service.expectExact(load);
  expect(slowest).toBeLessThan(longestCall);
  expect(gap).toBeLessThanOrEqual(longestGap);
}

describe("a cluster that loses a machine, under load", () => {
  for (const fault of tried)
    testWithPeer(
      "cluster",
      `${fault.title}: nothing acknowledged is lost, nothing is sent twice, and calls are accepted again`,
      () => tryFault(fault),
      { timeout: 400_000 },
    );
  testWithPeer("cluster", "the processes that have seen all of it stop in order", () => service.stop());
});
