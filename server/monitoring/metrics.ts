import {
  buckets,
  type LabelsOf,
  type MetricForm,
  type MetricName,
  metricTable,
  type NameOf,
} from "./catalogue.js";

/** Content type of the text format 0.0.4 of Prometheus. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => escapes[character] ?? character);
}

/** One sample: `name{label="value"} 12`, with the line break after it. */
function sampleLine(
  name: string,
  names: readonly string[],
  values: readonly string[],
  value: number,
): string {
  const pairs = names.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

/** Counts of a histogram: one per bucket and one for larger values. */
interface Distribution {
  readonly counts: number[];
  sum: number;
}

interface Series<V> {
  readonly labels: readonly string[];
  value: V;
}

/** Maximum series of one metric; further ones are dropped, so that no caller can fill the memory with labels. */
export const maxSeries = 2_000;

/** The series whose labels begin alike. */
interface Branch<V> {
  readonly next: Map<string, Branch<V>>;
  series: Series<V> | undefined;
}

/** The series of one metric, in a tree with a level per label: to find one, no key has to be built from its labels. */
class Family<V> {
  readonly series: Series<V>[] = [];
  readonly #root: Branch<V> = { next: new Map(), series: undefined };

  find(labels: readonly string[]): Series<V> | undefined {
    let branch: Branch<V> | undefined = this.#root;
    for (const label of labels) branch = branch?.next.get(label);
    return branch?.series;
  }

  add(labels: readonly string[], value: V): Series<V> {
    let branch = this.#root;
    for (const label of labels) {
      const next = branch.next.get(label) ?? { next: new Map<string, Branch<V>>(), series: undefined };
      branch.next.set(label, next);
      branch = next;
    }
    branch.series = { labels: [...labels], value };
    this.series.push(branch.series);
    return branch.series;
  }
}

/** Called before the metrics are printed, to bring gauges up to date; one that fails changes nothing. */
export type Collect = () => void | Promise<void>;

/** The metrics of one server. Counting takes well below a microsecond. */
export class Metrics {
  readonly #values = new Map<MetricName, Family<number>>();
  readonly #distributions = new Map<MetricName, Family<Distribution>>();
  readonly #collectors: Collect[] = [];

  /** Adds to a counter. */
  add<N extends NameOf<"counter">>(name: N, labels: LabelsOf<N>, by = 1): void {
    const series = seriesOf(this.#values, name, labels, zero);
    if (series !== undefined) series.value += by;
  }

  /** Sets a gauge, or a counter that is counted elsewhere. */
  set<N extends NameOf<"counter" | "gauge">>(name: N, labels: LabelsOf<N>, value: number): void {
    const series = seriesOf(this.#values, name, labels, zero);
    if (series !== undefined) series.value = value;
  }

  /** Removes all values of a gauge; only those that are set again remain. */
  clear(name: NameOf<"gauge">): void {
    this.#values.delete(name);
  }

  /** Counts a time in seconds. */
  observe<N extends NameOf<"histogram">>(name: N, labels: LabelsOf<N>, seconds: number): void {
    const distribution = seriesOf(this.#distributions, name, labels, noCounts)?.value;
    if (distribution === undefined) return;
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket++;
    distribution.counts[bucket] = (distribution.counts[bucket] ?? 0) + 1;
    distribution.sum += seconds;
  }

  /** Has `collect` called before every print. */
  collectWith(collect: Collect): void {
    this.#collectors.push(collect);
  }

  /** Every metric of the catalogue that has a value, in the text format 0.0.4 of Prometheus. */
  async print(): Promise<string> {
    await Promise.allSettled(this.#collectors.map(async (collect) => collect()));
    const forms: [string, MetricForm][] = Object.entries(metricTable);
    return forms.map(([name, form]) => this.#printed(name as MetricName, form)).join("");
  }

  #printed(name: MetricName, { kind, labels, help }: MetricForm): string {
    const lines =
      kind === "histogram"
        ? (this.#distributions.get(name)?.series ?? []).flatMap((series) =>
            histogramLines(name, labels, series),
          )
        : (this.#values.get(name)?.series ?? []).map((series) =>
            sampleLine(name, labels, series.labels, series.value),
          );
    if (lines.length === 0) return "";
    return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
  }
}

const zero = (): number => 0;
const noCounts = (): Distribution => ({ counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 });

function seriesOf<V>(
  families: Map<MetricName, Family<V>>,
  name: MetricName,
  labels: readonly string[],
  initial: () => V,
): Series<V> | undefined {
  let family = families.get(name);
  if (family === undefined) {
    family = new Family();
    families.set(name, family);
  }
  const known = family.find(labels);
  if (known !== undefined) return known;
  return family.series.length < maxSeries ? family.add(labels, initial()) : undefined;
}

function histogramLines(
  name: string,
  names: readonly string[],
  { labels, value: { counts, sum } }: Series<Distribution>,
): readonly string[] {
  let total = 0;
  const lines = counts.map((count, bucket) => {
    total += count;
    const bound = buckets[bucket];
    return sampleLine(
      `${name}_bucket`,
      [...names, "le"],
      [...labels, bound === undefined ? "+Inf" : String(bound)],
      total,
    );
  });
  return [
    ...lines,
    sampleLine(`${name}_sum`, names, labels, sum),
    sampleLine(`${name}_count`, names, labels, total),
  ];
}
