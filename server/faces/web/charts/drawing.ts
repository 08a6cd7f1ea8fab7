import type { Chart, ChartTone, Dot, Heat, Series, Shares, Spark } from "./chart.js";

/** Shapes as texts of SVG attributes: numbers, and classes of this file. Nothing in them comes from a request. */

/** Size of the stretched plane in which lines and bars are drawn. */
const plane = 1_000;

/** Pixels of a chart from top to bottom: of its plane, and of the times below it. */
export const chartHeight = { plane: 168, times: 22 };

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Values below it are drawn as nothing. */
const least = 1e-9;

/** Marks of a scale from 0: three to five round values, the last one not below the largest value. */
export function marksOf(most: number): readonly number[] {
  const end = most > least ? most : 1;
  const step = roundUp(end / 4);
  const count = Math.max(1, Math.ceil(end / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Runs of values without gaps: index and value of each point. */
function runsOf(values: readonly (number | null)[]): readonly (readonly (readonly [number, number])[])[] {
  const runs: (readonly [number, number])[][] = [];
  let run: (readonly [number, number])[] = [];
  for (const [index, value] of values.entries()) {
    if (value !== null) run.push([index, value]);
    if (run.length > 0 && (value === null || index === values.length - 1)) {
      runs.push(run);
      run = [];
    }
  }
  return runs;
}

interface Scale {
  readonly count: number;
  readonly most: number;
}

/** A line through values, broken at gaps; a single value is a short stroke. */
function linePath(values: readonly (number | null)[], { count, most }: Scale): string {
  const x = (index: number): number => rounded((plane * index) / Math.max(1, count - 1));
  const y = (value: number): number => rounded(plane * (1 - Math.min(1, value / most)));
  return runsOf(values)
    .map((run) => {
      const [first] = run;
      if (run.length === 1 && first !== undefined) return `M${x(first[0])} ${y(first[1])}h2`;
      return run.map(([index, value], at) => `${at === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("");
    })
    .join("");
}

/** The area under a line. */
function areaPath(values: readonly (number | null)[], { count, most }: Scale): string {
  const x = (index: number): number => rounded((plane * index) / Math.max(1, count - 1));
  const y = (value: number): number => rounded(plane * (1 - Math.min(1, value / most)));
  return runsOf(values)
    .filter((run) => run.length > 1)
    .map((run) => {
      const top = run.map(([index, value]) => `L${x(index)} ${y(value)}`).join("");
      return `M${x(run[0]?.[0] ?? 0)} ${plane}${top}L${x(run.at(-1)?.[0] ?? 0)} ${plane}Z`;
    })
    .join("");
}

interface Bar {
  readonly tone: ChartTone;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Bars of all series at one time stand on each other, the first series at the bottom. */
function barsOf(series: readonly Series[], { count, most }: Scale): readonly Bar[] {
  const [step, gap] = [plane / Math.max(1, count), count > 60 ? 0.25 : 0.2];
  const base = Array.from({ length: count }, () => 0);
  return series.flatMap(({ tone, values }) =>
    values.flatMap((value, index): Bar[] => {
      if (value === null || value === 0) return [];
      const height = rounded((plane * value) / most);
      const y = rounded(plane - (base[index] ?? 0) - height);
      base[index] = (base[index] ?? 0) + height;
      const x = rounded((index + gap / 2) * step);
      return [{ tone, x, y, width: rounded(step * (1 - gap)), height }];
    }),
  );
}

/** The largest value of lines, or of the bars that stand on each other. */
function largest({ form, series, times }: Chart): number {
  const all =
    form === "lines"
      ? series.flatMap(({ values }) => values.map((value) => value ?? 0))
      : times.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return all.reduce((one, other) => Math.max(one, other), 0);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Distances of ticks: of a chart with a period, the first one that gives at most six. */
const tickSteps = [5, 10, 15, 30, 60, 180, 360, 720, 1_440, 2_880].map((minutes) => minutes * minute);

interface Tick {
  /** Place in percent of the width. */
  readonly share: number;
  readonly text: string;
}

/** Most ticks of a chart: bars have days, whose names are short. */
const mostTicks = { lines: 6, bars: 14 } as const;

/** The name of a day, of a local time as if it were UTC. */
const dayName = (local: number): string =>
  new Date(local).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });

/** Below bars of hours, a tick in the middle of each day of a zone that is shown for longer than half of it. */
function dayTicks(times: Chart["times"], localOf: (time: number) => number): readonly Tick[] {
  const days = times.map((time) => Math.floor(localOf(time) / day));
  return [...new Set(days)].flatMap((number): readonly Tick[] => {
    const [first, last] = [days.indexOf(number), days.lastIndexOf(number)];
    if (last - first < 11) return [];
    const share = rounded((500 * (first + last + 1)) / times.length) / 10;
    return [{ share, text: dayName(number * day) }];
  });
}

/** A tick below the middle of a bar, for as many bars as have room. Bars of days are in UTC, whatever zone the page has. */
function barTicks(times: Chart["times"], localOf: (time: number) => number): readonly Tick[] {
  if ((times[1] ?? Infinity) - (times[0] ?? 0) < day) return dayTicks(times, localOf);
  const every = Math.ceil(times.length / mostTicks.bars);
  return times.flatMap((time, index): readonly Tick[] => {
    if (index % every !== 0) return [];
    return [{ share: rounded((1_000 * (index + 0.5)) / times.length) / 10, text: dayName(time) }];
  });
}

/** Ticks at round times of a zone: the text is that of the time, or of the day. `localOf`: the clock of the zone as if it were UTC. */
function lineTicks(times: Chart["times"], localOf: (time: number) => number): readonly Tick[] {
  const [from, until] = [times[0], times.at(-1)];
  if (from === undefined || until === undefined) return [];
  const width = until - from;
  const step = tickSteps.find((each) => width / each <= mostTicks.lines) ?? 7 * day;
  const ahead = localOf(from) - from;
  const first = Math.ceil((from + ahead) / step) * step - ahead;
  const ticks: Tick[] = [];
  for (let at = first; at <= until; at += step) {
    const local = at + ahead;
    const text = step >= day ? dayName(local) : new Date(local).toISOString().slice(11, 16);
    const share = (at - from) / width;
    if (share > 0.02 && share < 0.98) ticks.push({ share: rounded(share * 1_000) / 10, text });
  }
  return ticks;
}

const countText = (value: number): string => Math.round(value).toLocaleString("en-US");

const shortNumber = (value: number): string =>
  value >= 10_000 || (value >= 1_000 && value % 100 === 0)
    ? `${Number((value / 1_000).toFixed(1))}k`
    : String(Number(value.toPrecision(6)));

/** What the legend says of a series: the sum of its bars, the last value of its line. */
function legendFigure(form: Chart["form"], values: readonly (number | null)[]): number {
  if (form === "bars") return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return values.findLast((value) => value !== null) ?? 0;
}

const legendText = (value: number): string => (value >= 1_000 ? countText(value) : shortNumber(value));

/** Notes with their places in percent of the width; their text lies on the side that has room. */
function notesOf({ notes = [], times }: Chart) {
  const [from = 0, until = 0] = [times[0], times.at(-1)];
  return notes.flatMap(({ at, text }) => {
    if (at < from || at > until || until === from) return [];
    const share = rounded((100 * (at - from)) / (until - from));
    return [{ share, text, anchor: share > 60 ? "end" : "start", dx: share > 60 ? -4 : 4 }];
  });
}

/** A chart as shapes. */
export function drawnChart(chart: Chart, localOf: (time: number) => number) {
  const marks = marksOf(largest(chart));
  const most = marks.at(-1) ?? 1;
  const scale = { count: chart.times.length, most };
  const heightOf = (value: number): number => rounded(chartHeight.plane * (1 - value / most));
  const lines = chart.form === "lines" ? chart.series : [];
  const areas = lines.filter(({ isBefore }) => isBefore !== true).slice(0, 1);
  return {
    caption: chart.caption,
    finding: chart.finding,
    unit: chart.unit,
    height: chartHeight.plane + chartHeight.times,
    planeHeight: chartHeight.plane,
    marks: marks.map((value) => ({ y: heightOf(value), text: shortNumber(value) })),
    ticks: chart.form === "bars" ? barTicks(chart.times, localOf) : lineTicks(chart.times, localOf),
    areas: areas.map(({ tone, values }) => ({ tone, path: areaPath(values, scale) })),
    lines: lines.map(({ tone, values, isBefore }) => ({ tone, isBefore, path: linePath(values, scale) })),
    bars: chart.form === "bars" ? barsOf(chart.series, scale) : [],
    notes: notesOf(chart),
    legend: chart.series.map(({ name, tone, values }) => ({
      name,
      tone,
      figure: legendText(legendFigure(chart.form, values)),
    })),
  };
}

/** A sparkline as shapes. */
export function drawnSpark({ values, tone, most: given, finding }: Spark) {
  const largestValue = values.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);
  const most = Math.max(given ?? 0, largestValue) || 1;
  const scale = { count: values.length, most };
  const last = values.at(-1);
  return {
    tone,
    finding,
    line: linePath(values, scale),
    area: areaPath(values, scale),
    end: last == null ? undefined : { y: rounded(100 * (1 - last / most)) },
  };
}

/** A share and the one before as places in percent of the width. */
export function drawnDot({ now, before, least, tone }: Dot) {
  const place = (share: number): number => rounded(100 * Math.max(0, (share - least) / (1 - least || 1)));
  return { tone, now: place(now), before: before === undefined ? undefined : { x: place(before) } };
}

/** Counts in the order of the charts, with the part of the whole as text. */
export function drawnShares({ total, parts }: Shares) {
  let start = 0;
  const bars = parts.map(({ tone, count }) => {
    const width = total === 0 ? 0 : (plane * count) / total;
    const bar = { tone, x: rounded(start), width: rounded(width) };
    start += width;
    return bar;
  });
  return {
    bars: bars.filter(({ width }) => width > 0),
    parts: parts.map((part) => ({
      ...part,
      count: part.count.toLocaleString("en-US"),
      share: shareText(part.count, total),
    })),
  };
}

/** A share with one decimal; a small one is not rounded to nothing. */
export function shareText(count: number, total: number): string {
  if (total === 0 || count === 0) return "0.0 %";
  const share = (100 * count) / total;
  return share < 0.1 ? "< 0.1 %" : `${share.toFixed(1)} %`;
}

/** Grades of a heat map. */
const grades = [0, 1, 2, 3, 4] as const;

/** A heat map as squares of five grades; the largest value has the last, an unknown one has no square. */
export function drawnHeat({ rows, columns, finding, unit }: Heat) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const [left, width] = [7, 93 / Math.max(1, columns.length)];
  return {
    finding,
    grades,
    most: countText(most),
    height: Math.max(1, rows.length) * 18 + 18,
    rows: rows.map(({ name, values }, row) => ({
      name,
      y: row * 18 + 13,
      squares: values.flatMap((value, column) =>
        value === null
          ? []
          : [
              {
                grade: Math.ceil((4 * value) / most),
                x: rounded(left + column * width),
                y: row * 18,
                width: rounded(width * 0.88),
                title: `${name} ${columns[column] ?? ""}: ${countText(value)} ${unit}`,
              },
            ],
      ),
    })),
    ticks: columns.flatMap((text, column) =>
      column % 6 === 0
        ? [{ text, x: rounded(left + column * width), y: Math.max(1, rows.length) * 18 + 13 }]
        : [],
    ),
  };
}
