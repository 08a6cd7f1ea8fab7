import { type LinkCount, linkCounts, type LinkReport } from "../domain/links/links.js";

/** Counters of all links at a time. */
interface Sample {
  readonly at: number;
  readonly counts: ReadonlyMap<number, LinkReport["counts"]>;
}

/** Events per second. */
export type Rates = Readonly<Record<LinkCount, number>>;

/** Milliseconds: rates are those of this period. */
const period = 20_000;

/** Counters start at 0 again with their process. */
function growth(before: number, after: number): number {
  return after >= before ? after - before : after;
}

/** Computes rates from the counters that the delivering processes report. */
export class Traffic {
  #samples: readonly Sample[] = [];

  /** Adds the reports of a time. */
  add(reports: readonly LinkReport[], at: number): void {
    const counts = new Map(reports.map((report) => [report.linkId, report.counts]));
    const recent = this.#samples.filter((sample) => at - sample.at <= period);
    // One older sample, so that there is a rate at once after a pause.
    const older = this.#samples.filter((sample) => at - sample.at > period).slice(-1);
    this.#samples = [...(recent.length > 1 ? [] : older), ...recent, { at, counts }];
  }

  /** Rates of a link; undefined before there are two samples. */
  ratesOf(linkId: number): Rates | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return undefined;
    const seconds = (last.at - first.at) / 1000;
    const after = last.counts.get(linkId);
    const before = first.counts.get(linkId);
    const rate = (name: LinkCount): number => growth(before?.[name] ?? 0, after?.[name] ?? 0) / seconds;
    return Object.fromEntries(linkCounts.map((name) => [name, rate(name)])) as Rates;
  }
}
