import { healthLimits } from "../../admin/health.js";
import type { LinkRow } from "../../actions/links.js";
import type { QueueRow } from "../../actions/queue.js";
import type { Snapshot } from "./snapshot.js";
import { linkRateNames } from "./snapshot.js";
import { countText, durationText, rateText } from "../web/number-texts.js";
import { part } from "../web/page.js";
import { linkPill } from "../web/states.js";
import { type Cell, type Column, unknown } from "../web/view.js";

/** The table of links, on the overview and on the page of links. */
export const linkColumns: readonly (string | Column)[] = [
  "Link",
  "State",
  "Last hour",
  { text: "Sent /s", number: true },
  { text: "Refused /s", number: true },
  { text: "Receipts /s", number: true, wideOnly: true },
  { text: "Answer p95", number: true },
  "Window",
  { text: "Problem", wideOnly: true },
];

/** The last hour of a link. */
export interface LinkHour {
  /** Parts per second that the network accepted in each minute. */
  readonly sent: readonly (number | null)[];
  /** Seconds within which 95 of 100 responses came, as text. */
  readonly response: string;
}

/** @param hours by the names of links */
export function linkRows(
  { links, rateOf }: Snapshot,
  hours: ReadonlyMap<string, LinkHour>,
): readonly (readonly Cell[])[] {
  const most = Math.max(...[...hours.values()].flatMap(({ sent }) => sent).map((value) => value ?? 0), 0);
  return links.map((link): readonly Cell[] => {
    const { name, kind, problem } = link;
    return [
      { text: name, href: `/links/${part(name)}`, note: kind.toUpperCase() },
      { text: "", pill: linkPill(link), live: `state ${name}` },
      {
        text: "",
        spark: {
          values: hours.get(name)?.sent ?? [],
          tone: "in",
          most,
          finding: `Sent by ${name} in the last hour`,
        },
      },
      ...linkRateNames.map((rate): Cell => ({
        text: rateText(rateOf(rate, name)),
        number: true,
        live: `${rate} ${name}`,
      })),
      responseCell(hours.get(name)?.response ?? unknown),
      windowCell(link),
      { text: problem ?? "", layout: "long" },
    ];
  });
}

const responseCell = (text: string): Cell => ({
  text: text === unknown ? text : `${text}\u00A0s`,
  number: true,
});

/** Parts in flight, and how many may be. */
export function windowCell({ name, used, window }: Pick<LinkRow, "name" | "used" | "window">): Cell {
  const share = window === 0 ? 0 : used / window;
  return {
    text: `${used} of ${window}`,
    live: `used ${name}`,
    meter: { share, tone: share >= 0.9 ? "warn" : "in" },
  };
}

const queueNames = ["waiting", "underWay", "uncertain", "withoutReceipt"] as const;

export const queueTitles = {
  waiting: "Waiting",
  underWay: "In flight",
  uncertain: "Uncertain",
  withoutReceipt: "No receipt yet",
} as const satisfies Readonly<Record<(typeof queueNames)[number], string>>;

/** Messages by link: those without one are not routed yet. */
export const queueColumns: readonly (string | Column)[] = [
  "Link",
  ...queueNames.map((name) => ({ text: queueTitles[name], number: true })),
  { text: "Oldest waits", number: true },
];

/** How long the oldest message has waited since it was due. */
function oldestCell({ link, oldestDue }: QueueRow, now: number): Cell {
  const age = oldestDue === null ? 0 : now - Date.parse(oldestDue);
  const tone = age > healthLimits.queueAge.warning ? "warn" : undefined;
  return {
    text: oldestDue === null ? unknown : durationText(age / 1_000),
    number: true,
    tone,
    live: `oldest of ${link}`,
  };
}

export function queueRows({ at, queues }: Snapshot): readonly (readonly Cell[])[] {
  return queues.map((queue): readonly Cell[] => [
    { text: queue.link },
    ...queueNames.map((name): Cell => {
      const count = queue[name];
      return { text: String(count), number: true, live: `${name} of ${queue.link}` };
    }),
    oldestCell(queue, at),
  ]);
}

/** The queue of a link, in words. */
export function queueFacts(queue: QueueRow, now: number): readonly Cell[] {
  const { text, ...oldest } = oldestCell(queue, now);
  return [
    { text: `${countText(queue.waiting)} waiting` },
    ...(queue.oldestDue === null ? [] : [{ ...oldest, text: `the oldest for ${text}`, number: false }]),
  ];
}

/** Sums of the queues. */
export const queueSum = ({ queues }: Pick<Snapshot, "queues">, name: (typeof queueNames)[number]): number =>
  queues.reduce((sum, queue) => sum + queue[name], 0);

/** Live numbers of the service, as text by their keys. */
export function serviceNumbers(snapshot: Snapshot): Readonly<Record<string, string>> {
  const { rateOf, oldest } = snapshot;
  return {
    sent: rateText(rateOf("sent")),
    delivered: rateText(rateOf("delivered")),
    failed: rateText(rateOf("failed")),
    ...Object.fromEntries(queueNames.map((name) => [name, String(queueSum(snapshot, name))])),
    oldest: `oldest ${durationText(oldest)}`,
  };
}
