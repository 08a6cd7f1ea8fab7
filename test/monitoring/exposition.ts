/** A metric as read back from the text format. */
export interface Family {
  readonly name: string;
  readonly kind: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const helpForm = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\\n]|\\[\\n])+)$/;
const typeForm = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/;
const sampleForm =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^\n]*)\})? (-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|\+Inf|NaN)$/;
const labelForm = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,(?=.)|$)/y;

/**
 * Reads the text format 0.0.4 of Prometheus more strictly than Prometheus does: HELP and TYPE of every family, each
 * family once and in one piece, no sample twice, histograms complete and growing.
 */
export function parseExposition(text: string): readonly Family[] {
  const families: { name: string; kind: string; help: string; samples: Sample[] }[] = [];
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const lines = text.slice(0, -1).split("\n");
  let help: readonly string[] = [];
  for (const line of lines) {
    const [, helpName, helpText] = helpForm.exec(line) ?? [];
    const [, typeName, kind] = typeForm.exec(line) ?? [];
    if (helpName !== undefined && helpText !== undefined) help = [helpName, helpText];
    else if (typeName !== undefined && kind !== undefined) {
      if (help[0] !== typeName) throw new Error(`no HELP before ${line}`);
      if (families.some(({ name }) => name === typeName)) throw new Error(`${typeName} comes twice`);
      families.push({ name: typeName, kind, help: help[1] ?? "", samples: [] });
    } else {
      const family = families.at(-1);
      const sample = parseSample(line);
      if (family === undefined || !belongs(sample.name, family)) throw new Error(`stray sample: ${line}`);
      family.samples.push(sample);
    }
  }
  for (const family of families) check(family);
  return families;
}

function belongs(name: string, family: { readonly name: string; readonly kind: string }): boolean {
  if (family.kind !== "histogram") return name === family.name;
  return ["_bucket", "_sum", "_count"].some((end) => name === family.name + end);
}

function parseSample(line: string): Sample {
  const [, name, labels = "", value] = sampleForm.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
  const pairs: [string, string][] = [];
  for (let at = 0; at < labels.length; at = labelForm.lastIndex) {
    labelForm.lastIndex = at;
    const [, label, text] = labelForm.exec(labels) ?? [];
    if (label === undefined || text === undefined || pairs.some(([other]) => other === label))
      throw new Error(`bad labels: ${line}`);
    pairs.push([label, text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped))]);
  }
  return { name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) };
}

function check({ name, kind, samples }: Family): void {
  const keys = samples.map((sample) => sample.name + JSON.stringify(Object.entries(sample.labels).sort()));
  if (samples.length === 0) throw new Error(`${name} has no sample`);
  if (new Set(keys).size < keys.length) throw new Error(`${name} has a sample twice`);
  if (kind === "counter" && (!name.endsWith("_total") || samples.some(({ value }) => value < 0)))
    throw new Error(`${name} is no counter`);
  if (kind === "histogram") checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = JSON.stringify({ ...sample.labels, le: undefined });
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const members of series.values()) {
    const inBuckets = members.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = inBuckets.map(({ labels }) => (labels["le"] === "+Inf" ? Infinity : Number(labels["le"])));
    const counts = inBuckets.map(({ value }) => value);
    const total = members.find((sample) => sample.name === `${name}_count`)?.value;
    const grows = (numbers: readonly number[], strictly: boolean): boolean =>
      numbers.every((value, index) => {
        const before = numbers[index - 1] ?? -Infinity;
        return strictly ? value > before : value >= before;
      });
    if (!grows(bounds, true) || bounds.at(-1) !== Infinity) throw new Error(`buckets of ${name}`);
    if (!grows(counts, false) || counts.at(-1) !== total) throw new Error(`counts of ${name}`);
    if (!members.some((sample) => sample.name === `${name}_sum`)) throw new Error(`sum of ${name}`);
  }
}
