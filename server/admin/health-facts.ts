import { X509Certificate } from "node:crypto";
import { execFile } from "node:child_process";
import { readFile, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { spendingDay } from "../domain/credit/country-credits.js";
import { overAfter } from "../domain/unusual/unusual.js";
import { providerOf } from "../domain/delivery/routing/link.js";
import { nowhere, unrouted } from "../domain/delivery/routing/route-table.js";
import { mostClockDifference, silentAfter } from "../ports/service.js";
import type { Store } from "../ports/store.js";
import { dayOf } from "../domain/usage/usage.js";
import { drainTime, failingOf, mostNationals } from "./customer-problems.js";
import type { CertificateFact, HealthFacts, StoppedLinkFact } from "./service-facts.js";

const run = promisify(execFile);

/** Milliseconds without a report after which a link counts as down. */
const reportTime = 30_000;

/** Maximum accounts that are reported. */
const mostLowBalances = 1_000;

/** Maximum findings, and held customers, that are read. */
const mostUnusual = 1_000;

/** Maximum users with a provider that are read. */
const mostProviders = 1_000;

/** Maximum users with one password for the portal and for programs that are read. */
const mostSamePasswords = 1_000;

/** Parts of the store that `storeFacts` reads. */
export type HealthStore = Pick<
  Store,
  | "accounts"
  | "audit"
  | "callbacks"
  | "coverage"
  | "delivery"
  | "ledger"
  | "links"
  | "operators"
  | "portal"
  | "processes"
  | "smpp"
  | "traffic"
  | "tube"
  | "unusual"
>;

/** Callbacks that are read, the latest first. */
const mostCallbacks = 1_000;

/** Milliseconds after which a callback that was given up is no news. */
const callbackNews = 24 * 3_600_000;

/** An account without a threshold of its customer counts as low below 10 credits, in thousandths, if it has moved in the last days. */
const usualThreshold = { amount: 10_000, moved: 7 * 86_400_000 } as const;

/** Facts about single customers. */
async function customerFacts(
  { callbacks, coverage, ledger, traffic, unusual, accounts }: HealthStore,
  now: number,
): Promise<Partial<HealthFacts>> {
  const listed = await Promise.all(
    [true, false].map((failed) => callbacks.list({ customerId: undefined, failed }, mostCallbacks)),
  );
  const recent = listed.flat().filter(({ at, nextAt }) => nextAt !== undefined || now - at < callbackNews);
  const usual = { threshold: usualThreshold.amount, movedSince: now - usualThreshold.moved };
  const facts = {
    failingCallbacks: failingOf(recent),
    refusedCalls: await traffic.refusedOfAll(dayOf(now), mostRefused),
    draining: await ledger.draining(now - drainTime.counted, now, mostLowBalances),
    limitsReached: await ledger.limitsReached(spendingDay(now), mostLowBalances),
    lowBalances: await ledger.lowBalances(mostLowBalances, usual),
    unusual: await unusual.list({ since: now - overAfter, limit: mostUnusual }),
    held: await unusual.held(mostUnusual),
    nationalOptOuts: await coverage.nationalOptOuts(mostCustomers, mostNationals),
  };
  const ids = new Set(
    Object.values(facts).flatMap((all: readonly { readonly customerId: number }[]) =>
      all.map(({ customerId }) => customerId),
    ),
  );
  const found = await Promise.all([...ids].map((id) => accounts.customer(id)));
  const names = found.flatMap((customer) =>
    customer === undefined ? [] : [[customer.id, customer.name] as const],
  );
  return { ...facts, names: new Map(names) };
}

/** Links that somebody has stopped, with the last entry of the audit log about each. */
async function stoppedFacts({ audit }: HealthStore, stopped: readonly StoppedLinkFact[]) {
  if (stopped.length === 0) return [];
  const entries = await audit.entries(mostStops, undefined, { action: "link stop" });
  return stopped.map((link): StoppedLinkFact => {
    const entry = entries.find(({ subject }) => subject["link"] === link.name);
    return entry === undefined ? link : { ...link, by: entry.actor.name, since: entry.at };
  });
}

/** Entries of the audit log about stopped links, and counters of refused calls, that are read. */
const mostStops = 200;
const mostRefused = 10_000;

/** Customers with opt-outs by numbers in national form that are named. */
const mostCustomers = 1_000;

/** Facts that the store has about links, queues, processes and operators. `version`: of this program. */
export async function storeFacts(
  store: HealthStore,
  { now, version }: { readonly now: number; readonly version: string },
): Promise<Partial<HealthFacts>> {
  const links = await store.links.links();
  const reports = new Map((await store.links.reports()).map((report) => [report.linkId, report]));
  const queues = await store.links.queues();
  const accounts = new Map((await store.smpp.accounts()).map(({ userId, systemId }) => [userId, systemId]));
  const running = (await store.processes.list(now)).filter(({ silentFor }) => silentFor <= silentAfter);
  const linked = new Set(links.map(({ settings }) => providerOf(settings)));
  const users = await store.tube.providers({ customerId: undefined, limit: mostProviders });
  const uncertain = queues.reduce((sum, queue) => sum + queue.uncertain, 0);
  const hasCodes = (await store.operators.list()).some(({ totp }) => totp === 1);
  return {
    links: links
      .filter(({ started }) => started)
      .map(({ id, name, kind }) => {
        const report = reports.get(id);
        const isFresh = report !== undefined && now - report.at < reportTime;
        const problem = isFresh ? (report.problem ?? report.word) : "no server reports its state";
        const since = isFresh ? report.downSince : report?.at;
        return { name, up: isFresh && report.up, problem, delivers: kind !== "loopback", since };
      }),
    stopped: await stoppedFacts(
      store,
      links
        .filter(({ started }) => !started)
        .map(({ id, name }) => ({ name, waiting: queues.find(({ linkId }) => linkId === id)?.waiting ?? 0 })),
    ),
    oldestDue: await store.delivery.nextDue([nowhere, ...links.map(({ id }) => id)]),
    uncertain,
    uncertainSince: uncertain === 0 ? undefined : (await store.links.uncertain(1))[0]?.at,
    unrouted: queues.find(({ linkId }) => linkId === unrouted)?.waiting,
    unroutable: queues.find(({ linkId }) => linkId === nowhere)?.waiting ?? 0,
    isDelivering: running.some(({ roles }) => roles.split(" ").includes("delivery")),
    servesSmpp:
      accounts.size === 0 ? undefined : running.some(({ roles }) => roles.split(" ").includes("smpp")),
    smppWaiting: (await store.smpp.waiting()).map(({ userId, waiting, oldest }) => {
      return { systemId: accounts.get(userId) ?? "", waiting, oldest };
    }),
    otherVersions: hasCodes ? running.filter((process) => process.version !== version) : [],
    wrongClocks: running.filter(({ clockAhead }) => Math.abs(clockAhead) > mostClockDifference),
    longestTransaction: await store.processes.longestTransaction(),
    servers: await store.processes.servers(),
    ...(await customerFacts(store, now)),
    lostProviders: users.filter(({ provider }) => !linked.has(provider)),
    samePasswords: await store.portal.samePasswords(mostSamePasswords),
    weakPasswords: await store.accounts.weakPasswords(mostSamePasswords),
    latestEntry: (await store.audit.entries(1))[0]?.at,
  };
}

export interface SystemSources {
  /** Of the database file; undefined if the database is on a server. */
  readonly file: string | undefined;
  readonly certificate: string | undefined;
  /** Process whose limits count. */
  readonly pid: number | "self";
}

/** Facts about this machine. Each is absent if the system does not report it. */
export async function systemFacts({ file, certificate, pid }: SystemSources): Promise<Partial<HealthFacts>> {
  return {
    disk: file === undefined ? undefined : await diskFact(dirname(resolve(file))),
    certificate: certificate === undefined ? undefined : await certificateFact(certificate),
    clockSynchronized: await clockFact(),
    openFiles: await openFilesFact(pid),
  };
}

async function diskFact(path: string): Promise<HealthFacts["disk"]> {
  const found = await statfs(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return { path, free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}

async function certificateFact(file: string): Promise<CertificateFact> {
  try {
    const { validFrom, validTo } = new X509Certificate(await readFile(file));
    return { file, from: Date.parse(validFrom), until: Date.parse(validTo) };
  } catch {
    return { file, from: undefined, until: undefined };
  }
}

async function clockFact(): Promise<boolean | undefined> {
  const words = ["show", "--property=NTPSynchronized", "--value"];
  const answer = await run("timedatectl", words, { timeout: 5_000 }).catch(() => undefined);
  const text = answer?.stdout.trim();
  return text === "yes" || text === "no" ? text === "yes" : undefined;
}

async function openFilesFact(pid: number | "self"): Promise<number | undefined> {
  const limits = await readFile(`/proc/${pid}/limits`, "utf8").catch(() => "");
  const found = /^Max open files\s+(\d+)/mu.exec(limits)?.[1];
  return found === undefined ? undefined : Number(found);
}
