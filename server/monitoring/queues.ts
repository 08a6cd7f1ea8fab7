import type { CallLog } from "messenger-gen-runtime";
import type { DeliveryStore, LinkStore } from "../ports/delivery.js";
import {
  type DatabaseServers,
  type ListedProcess,
  type ProcessStore,
  silentAfter,
} from "../ports/service.js";
import { roles } from "../work/coordination/roles.js";
import { codeLabel } from "./delivery-observer.js";
import type { Metrics } from "./metrics.js";
import type { LinkQueue, LinkReport } from "../domain/delivery/routing/link.js";
import { nowhere, type QueueName, queueNames, unrouted } from "../domain/delivery/routing/route-table.js";

export interface QueueSources {
  readonly links: Pick<LinkStore, "links" | "queues" | "reports">;
  readonly delivery: Pick<DeliveryStore, "nextDue">;
  readonly processes: Pick<ProcessStore, "list" | "servers">;
}

/** Maximum milliseconds until the response of the store. */
const storeTime = 5_000;

/** State of queues and links at one moment. */
interface Moment {
  readonly linkIds: readonly number[];
  readonly nameOf: QueueName;
  readonly due: number | undefined;
  readonly queues: readonly LinkQueue[];
  readonly reports: readonly LinkReport[];
  readonly processes: readonly ListedProcess[];
  readonly servers: DatabaseServers | undefined;
}

async function read({ links, delivery, processes }: QueueSources, now: number): Promise<Moment> {
  const all = await links.links();
  const linkIds = [nowhere, ...all.map(({ id }) => id)];
  const due = await delivery.nextDue(linkIds);
  return {
    linkIds: [unrouted, ...linkIds],
    nameOf: queueNames(all),
    due,
    queues: await links.queues(),
    reports: await links.reports(),
    processes: await processes.list(now),
    servers: await processes.servers(),
  };
}

/**
 * Reads the metrics of queues and links before every scrape. If the store fails or does not respond in time, they are
 * absent: old values would look current.
 */
export function collectQueues(
  metrics: Metrics,
  sources: QueueSources,
  now: () => number,
  log: CallLog,
): void {
  metrics.collectWith(async () => {
    for (const name of gauges) metrics.clear(name);
    try {
      show(metrics, await within(storeTime, read(sources, now())), now());
      metrics.set("messenger_store_up", [], 1);
    } catch (error) {
      log.error({ err: error }, "store cannot be read for metrics");
      metrics.set("messenger_store_up", [], 0);
    }
  });
}

const gauges = [
  "messenger_outbox_oldest_seconds",
  "messenger_outbox_messages",
  "messenger_processes",
  "messenger_database_leader",
  "messenger_database_replica_lag_seconds",
  "messenger_link_up",
  "messenger_link_window",
  "messenger_link_window_used",
  "messenger_link_refused_message",
] as const;

function showProcesses(metrics: Metrics, processes: readonly ListedProcess[]): void {
  const running = processes.filter(({ silentFor }) => silentFor <= silentAfter);
  for (const role of roles) {
    const count = running.filter((process) => process.roles.split(" ").includes(role)).length;
    metrics.set("messenger_processes", [role], count);
  }
}

function showServers(metrics: Metrics, { leader, replicas }: DatabaseServers): void {
  metrics.set("messenger_database_leader", [leader], 1);
  for (const { name, isSynchronous, lag } of replicas)
    metrics.set("messenger_database_replica_lag_seconds", [name, isSynchronous ? "yes" : "no"], lag / 1_000);
}

function show(
  metrics: Metrics,
  { linkIds, nameOf, due, queues, reports, processes, servers }: Moment,
  now: number,
): void {
  showProcesses(metrics, processes);
  if (servers !== undefined) showServers(metrics, servers);
  metrics.set("messenger_outbox_oldest_seconds", [], Math.max(0, now - (due ?? Infinity)) / 1000);
  const known = new Map(queues.map((queue) => [queue.linkId, queue]));
  for (const linkId of new Set([...linkIds, ...known.keys()]))
    setQueue(metrics, nameOf(linkId), known.get(linkId) ?? empty);
  for (const { linkId, up, window, used, refused } of reports) {
    metrics.set("messenger_link_up", [nameOf(linkId)], Number(up));
    metrics.set("messenger_link_window", [nameOf(linkId)], window);
    metrics.set("messenger_link_window_used", [nameOf(linkId)], used);
    const { messageId = "", code = "", times = 0 } = refused ?? {};
    const labels = [nameOf(linkId), String(messageId), codeLabel(code)] as const;
    metrics.set("messenger_link_refused_message", labels, times);
  }
}

async function within<T>(milliseconds: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, milliseconds, new Error("the store does not respond in time"));
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

const empty = { waiting: 0, underWay: 0, uncertain: 0, withoutReceipt: 0 };

function setQueue(metrics: Metrics, link: string, queue: Omit<LinkQueue, "linkId">): void {
  const { waiting, underWay, uncertain, withoutReceipt } = queue;
  metrics.set("messenger_outbox_messages", [link, "waiting"], waiting);
  metrics.set("messenger_outbox_messages", [link, "under way"], underWay);
  metrics.set("messenger_outbox_messages", [link, "uncertain"], uncertain);
  metrics.set("messenger_outbox_messages", [link, "without receipt"], withoutReceipt);
}
