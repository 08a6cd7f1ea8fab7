import type { DeliveryStore } from "../ports/delivery.js";
import type { LinkQueue, LinkStore } from "../ports/links.js";
import type { Metrics } from "./metrics.js";

export interface QueueSources {
  readonly links: Pick<LinkStore, "links" | "queues" | "reports">;
  readonly delivery: Pick<DeliveryStore, "nextDue">;
}

const noRoute = -1;

/** Labels of queues that belong to no link. */
const noLink: ReadonlyMap<number, string> = new Map([
  [0, "unrouted"],
  [noRoute, "no route"],
]);

/** Has the figures of queues and links read before every print. */
export function collectQueues(metrics: Metrics, { links, delivery }: QueueSources, now: () => number): void {
  metrics.collectWith(async () => {
    const all = await links.links();
    const nameOf = new Map([...noLink, ...all.map(({ id, name }) => [id, name] as const)]);
    const label = (id: number): string => nameOf.get(id) ?? String(id);
    const due = await delivery.nextDue([noRoute, ...all.map(({ id }) => id)]);
    metrics.set("messenger_outbox_oldest_seconds", [], Math.max(0, now() - (due ?? Infinity)) / 1000);
    metrics.clear("messenger_outbox_messages");
    const queues = new Map((await links.queues()).map((queue) => [queue.linkId, queue]));
    for (const linkId of new Set([...nameOf.keys(), ...queues.keys()]))
      setQueue(metrics, label(linkId), queues.get(linkId) ?? empty);
    for (const name of ["messenger_link_up", "messenger_link_window", "messenger_link_window_used"] as const)
      metrics.clear(name);
    for (const { linkId, up, window, used } of await links.reports()) {
      metrics.set("messenger_link_up", [label(linkId)], Number(up));
      metrics.set("messenger_link_window", [label(linkId)], window);
      metrics.set("messenger_link_window_used", [label(linkId)], used);
    }
  });
}

const empty = { waiting: 0, underWay: 0, uncertain: 0, withoutReceipt: 0 };

function setQueue(metrics: Metrics, link: string, queue: Omit<LinkQueue, "linkId">): void {
  const { waiting, underWay, uncertain, withoutReceipt } = queue;
  metrics.set("messenger_outbox_messages", [link, "waiting"], waiting);
  metrics.set("messenger_outbox_messages", [link, "under way"], underWay);
  metrics.set("messenger_outbox_messages", [link, "uncertain"], uncertain);
  metrics.set("messenger_outbox_messages", [link, "without receipt"], withoutReceipt);
}
