import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { storeFacts, systemFacts } from "../admin/health-facts.js";
import { problemsIn, problemTable } from "../admin/health.js";
import type { HealthFacts } from "../admin/service-facts.js";
import type { ServeSettings } from "../config/config.js";
import { SettingError } from "../config/setting-error.js";
import { packageVersion } from "../package-version.js";
import { StoreError } from "../storage/errors.js";
import { openStore, placeOf } from "../storage/index.js";
import { printRows } from "./account-output.js";
import { refused } from "./exit-codes.js";
import { addServeOptions, resolvedOptions, settingsOf } from "./serve-options.js";
import { print } from "./terminal.js";

/** Facts about a database, at its time; `database` is the reason why it cannot be used. */
async function databaseFacts(url: string): Promise<Partial<HealthFacts>> {
  try {
    const store = await openStore(url, { create: false });
    try {
      const now = await store.processes.time();
      const facts = await storeFacts(store, { now, version: packageVersion() });
      const misread = await store.lists.misread();
      return { now, ...facts, misread, exposures: (await placeOf(url)).exposures() };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return { database: error.message };
    throw error;
  }
}

function processOf(pidFile: string | undefined): number | "self" {
  if (pidFile === undefined) return "self";
  try {
    return Number(readFileSync(pidFile, "utf8")) || "self";
  } catch {
    return "self";
  }
}

async function factsOf({ database, tls, pidFile }: ServeSettings, now: number): Promise<HealthFacts> {
  const file = /^sqlite:(.+)$/su.exec(database)?.[1];
  const pid = processOf(pidFile);
  const system = await systemFacts({ file, certificate: tls?.cert, pid });
  return { now, ...system, ...(await databaseFacts(database)) };
}

async function facts(command: Command, now: number): Promise<HealthFacts> {
  try {
    return await factsOf(settingsOf(await resolvedOptions(command)), now);
  } catch (error) {
    if (error instanceof SettingError) return { now, configuration: error.message };
    throw error;
  }
}

/** Adds `messenger doctor`. */
export function doctorCommand(program: Command): void {
  const doctor = program
    .command("doctor")
    .description(
      "List current problems with advice: configuration, database, disk, links, queues, certificate, clock, limits. Exits with 1 if a problem is critical. Example: messenger doctor --config messenger.yaml",
    );
  addServeOptions(doctor).action(async (_options: unknown, command: Command) => {
    const problems = problemsIn(await facts(command, Date.now()));
    const rows = problems.map(({ code, severity, text, since }) => ({
      severity,
      code,
      since: since === undefined ? null : new Date(since).toISOString(),
      problem: text,
      advice: problemTable[code].advice,
    }));
    const { json } = command.optsWithGlobals<{ readonly json?: boolean }>();
    if (rows.length === 0 && json !== true) print("no problems\n");
    else printRows(command, ["severity", "code", "since", "problem", "advice"], rows);
    if (problems.some(({ severity }) => severity === "critical")) process.exitCode = refused;
  });
}
