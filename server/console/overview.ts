import { type Problem, problemTable } from "../admin/health.js";
import { type LinkRow, listLinks } from "../admin/links.js";
import { type QueueRow, showQueue } from "../admin/queue.js";
import { nowhere } from "../domain/links/route-table.js";
import type { Store } from "../ports/store.js";
import { shared } from "messenger-gen-runtime/host";
import { type Cell, numberCell, type Page, type PageRoute, part, type Section } from "./page.js";
import { type Rates, Traffic } from "./traffic.js";

/** State of the service at one moment. */
interface Moment {
  readonly at: number;
  readonly links: readonly LinkRow[];
  readonly queues: readonly QueueRow[];
  readonly problems: readonly Problem[];
  /** Seconds for which the oldest due message waits. */
  readonly oldest: number;
  /** By name of a link; undefined before there are two samples. */
  readonly rates: ReadonlyMap<string, Rates | undefined>;
}

export interface OverviewSources {
  readonly store: Store;
  readonly now: () => number;
  /** Problems that `messenger doctor` reports. */
  readonly problems: () => Promise<readonly Problem[]>;
}

/** Milliseconds for which the state is shared by all pages. */
const fresh = 1_500;

const counts = ["waiting", "underWay", "uncertain", "withoutReceipt"] as const;
const rateNames = ["accepted", "refused", "receipts"] as const;

const toneOf = { critical: "critical", warning: "warning" } as const;

/** The numbers of the overview, read once for all operators who look at them. */
export class Overview {
  readonly #sources: OverviewSources;
  readonly #traffic = new Traffic();
  readonly #read: () => Promise<Moment>;
  #last: Moment | undefined;

  constructor(sources: OverviewSources) {
    this.#sources = sources;
    this.#read = shared(() => this.#readNow());
  }

  /** Live numbers by their keys, as text. */
  async numbers(): Promise<Readonly<Record<string, string>>> {
    const moment = await this.#moment();
    const cells = [...factsOf(moment), ...linkRows(moment).flat(), ...queueRows(moment).flat()];
    return Object.fromEntries(cells.flatMap(({ live, text }) => (live === undefined ? [] : [[live, text]])));
  }

  async page(): Promise<Page> {
    const moment = await this.#moment();
    return {
      title: "Overview",
      live: true,
      sections: [problemSection(moment), nowSection(moment), linkSection(moment), queueSection(moment)],
    };
  }

  async #moment(): Promise<Moment> {
    const last = this.#last;
    return last !== undefined && Math.abs(this.#sources.now() - last.at) < fresh ? last : this.#read();
  }

  async #readNow(): Promise<Moment> {
    const { store, now, problems } = this.#sources;
    const at = now();
    const all = await store.links.links();
    this.#traffic.add(await store.links.reports(), at);
    const due = await store.delivery.nextDue([nowhere, ...all.map(({ id }) => id)]);
    this.#last = {
      at,
      links: await listLinks(store, at),
      queues: await showQueue(store),
      problems: await problems(),
      oldest: Math.max(0, at - (due ?? at)) / 1000,
      rates: new Map(all.map(({ id, name }) => [name, this.#traffic.ratesOf(id)])),
    };
    return this.#last;
  }
}

function problemSection({ problems }: Moment): Section {
  const rows = problems.map(({ code, severity, text }): readonly Cell[] => [
    { text: severity, tone: toneOf[severity] },
    { text },
    { text: problemTable[code].advice },
  ]);
  const columns = ["Severity", "Problem", "What to do"];
  const caption = "Present problems, as messenger doctor reports them";
  return { heading: "Problems", tables: [{ caption, columns, rows, empty: "No problem is known." }] };
}

function rateText(rate: number | undefined): string {
  return rate === undefined ? "–" : rate.toFixed(rate < 10 ? 1 : 0);
}

function ageText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function sumOf({ queues }: Moment, name: (typeof counts)[number]): string {
  return String(queues.reduce((sum, queue) => sum + queue[name], 0));
}

function totalRate({ rates }: Moment, name: (typeof rateNames)[number]): string {
  const known = [...rates.values()].filter((each) => each !== undefined);
  return rateText(known.length === 0 ? undefined : known.reduce((sum, each) => sum + each[name], 0));
}

function factsOf(moment: Moment): readonly (Cell & { readonly name: string })[] {
  const fact = (name: string, live: string, text: string) => ({ name, text, live });
  return [
    fact("Accepted by networks per second", "accepted", totalRate(moment, "accepted")),
    fact("Refused by networks per second", "refused", totalRate(moment, "refused")),
    fact("Receipts per second", "receipts", totalRate(moment, "receipts")),
    fact("Waiting", "waiting", sumOf(moment, "waiting")),
    fact("In flight", "underWay", sumOf(moment, "underWay")),
    fact("Uncertain", "uncertain", sumOf(moment, "uncertain")),
    fact("Without a final receipt", "withoutReceipt", sumOf(moment, "withoutReceipt")),
    fact("Oldest due message waits for", "oldest", ageText(moment.oldest)),
  ];
}

function nowSection(moment: Moment): Section {
  return { heading: "Now", facts: [{ caption: "Traffic and queues", facts: factsOf(moment) }] };
}

function linkRows({ links, rates }: Moment): readonly (readonly Cell[])[] {
  return links.map(({ name, state, up, used, window, problem }): readonly Cell[] => [
    { text: name, href: `/console/links/${part(name)}` },
    { text: state, tone: up ? "good" : state === "stopped" ? undefined : "critical", live: `state ${name}` },
    numberCell(`${used} of ${window}`, `used ${name}`),
    ...rateNames.map((rate) => numberCell(rateText(rates.get(name)?.[rate]), `${rate} ${name}`)),
    { text: problem ?? "" },
  ]);
}

function linkSection(moment: Moment): Section {
  const columns = ["Link", "State", "In flight", "Accepted/s", "Refused/s", "Receipts/s", "Problem"];
  const table = { caption: "Links", columns, rows: linkRows(moment), empty: "There is no link." };
  return { heading: "Links", tables: [table] };
}

function queueRows({ queues }: Moment): readonly (readonly Cell[])[] {
  return queues.map((queue): readonly Cell[] => [
    { text: queue.link },
    ...counts.map((name) => numberCell(queue[name], `${name} of ${queue.link}`)),
  ]);
}

function queueSection(moment: Moment): Section {
  const columns = ["Link", "Waiting", "In flight", "Uncertain", "Without a final receipt"];
  const table = { caption: "Messages by link", columns, rows: queueRows(moment), empty: "No message waits." };
  return { heading: "Queues", tables: [table] };
}

export function overviewPage(overview: Overview): PageRoute {
  return { path: "/", role: "viewer", show: () => overview.page() };
}
