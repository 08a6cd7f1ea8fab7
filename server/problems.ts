import { storeFacts, systemFacts } from "./admin/health-facts.js";
import { type Problem, problemCodes, problemsIn } from "./admin/health.js";
import type { HealthFacts } from "./admin/service-facts.js";
import type { Metrics } from "./monitoring/metrics.js";
import { pageLimit } from "./ports/reading.js";
import type { Store } from "./ports/store.js";
import { placeOf } from "./storage/index.js";

export interface ProblemSources {
  readonly store: Pick<Store, "apart">;
  /** Database URL. */
  readonly database: string;
  /** File name of the certificate in use now. */
  readonly certificate: () => string | undefined;
  readonly now: () => number;
  /** Of this program. */
  readonly version: string;
}

/**
 * Counts the problems of `messenger doctor` before every scrape. A store that fails is `messenger_store_up` 0; the counts are then
 * absent.
 */
export function collectProblems(
  metrics: Metrics,
  { store, database, certificate, now, version }: ProblemSources,
): void {
  const system = systemFactsOf({ database, certificate });
  metrics.collectWith(async () => {
    metrics.clear("messenger_problems");
    const at = now();
    const facts = await system(at);
    if (facts.disk !== undefined) metrics.set("messenger_disk_free_bytes", [], facts.disk.free);
    const problems = await problemsOf({ store, database, version }, facts, at);
    for (const code of problemCodes) {
      for (const severity of ["critical", "warning"] as const) {
        const count = problems.filter((each) => each.code === code && each.severity === severity).length;
        metrics.set("messenger_problems", [code, severity], count);
      }
    }
  });
}

function systemFactsOf({
  database,
  certificate,
}: Pick<ProblemSources, "database" | "certificate">): (now: number) => Promise<Partial<HealthFacts>> {
  const file = /^sqlite:(.+)$/su.exec(database)?.[1];
  return keptFor(minute, () => systemFacts({ file, certificate: certificate(), pid: "self" }));
}

async function problemsOf(
  { store, database, version }: Pick<ProblemSources, "store" | "database" | "version">,
  system: Partial<HealthFacts>,
  now: number,
): Promise<readonly Problem[]> {
  const exposures = (await placeOf(database)).exposures();
  return problemsIn({
    now,
    ...system,
    ...(await storeFacts(store.apart(pageLimit), { now, version })),
    exposures,
  });
}

/** Reads the problems that `messenger doctor` reports, for the console. */
export function presentProblems({
  store,
  now,
  ...sources
}: ProblemSources): () => Promise<readonly Problem[]> {
  const system = systemFactsOf(sources);
  return async () => problemsOf({ store, ...sources }, await system(now()), now());
}

const minute = 60_000;

/** Reads again when the last result is older than that: each read starts a process. */
function keptFor<T>(milliseconds: number, read: () => Promise<T>): (now: number) => Promise<T> {
  let readAt = -Infinity;
  let result: Promise<T> | undefined;
  return (now) => {
    if (result === undefined || now - readAt > milliseconds) [readAt, result] = [now, read()];
    return result;
  };
}
