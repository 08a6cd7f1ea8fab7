import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Chart } from "#server/faces/web/charts/chart.js";
import {
  drawnChart,
  drawnHeat,
  drawnShares,
  drawnSpark,
  marksOf,
  shareText,
} from "#server/faces/web/charts/drawing.js";

const utc = (time: number): number => time;
const start = Date.UTC(2030, 0, 15, 8);

const chart = (values: readonly (number | null)[], more: Partial<Chart> = {}): Chart => ({
  ...{ caption: "Rates", finding: "Rates", unit: "/s", form: "lines" },
  times: values.map((_, index) => start + index * 600_000),
  series: [{ name: "Accepted", tone: "in", values }],
  ...more,
});

describe("marks of a scale", () => {
  test.each([
    [0, [0, 0.25, 0.5, 0.75, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [13.9, [0, 5, 10, 15]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [0.03, [0, 0.01, 0.02, 0.03]],
    [6_700, [0, 2_000, 4_000, 6_000, 8_000]],
  ])("%d", (most, want) => {
    expect(marksOf(most)).toEqual(want);
  });

  test("are three to five, begin at 0, and reach the largest value", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (most) => {
        const marks = marksOf(most);
        expect(marks[0]).toBe(0);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-6));
        expect(marks.length).toBeGreaterThanOrEqual(3);
        expect(marks.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("a chart", () => {
  test("breaks its line at a gap, and never falls to zero there", () => {
    const { lines, areas, legend } = drawnChart(chart([4, 2, null, 4, 4]), utc);
    expect(lines[0]?.path).toBe("M0 0L250 500M750 0L1000 0");
    expect(areas[0]?.path).toBe("M0 1000L0 0L250 500L250 1000ZM750 1000L750 0L1000 0L1000 1000Z");
    expect(legend).toEqual([{ name: "Accepted", tone: "in", figure: "4" }]);
  });

  test("has ticks at round times of the zone", () => {
    const times = Array.from({ length: 61 }, (_, index) => start + index * 60_000);
    const given = chart(
      times.map(() => 1),
      { times },
    );
    expect(drawnChart(given, utc).ticks.map(({ text }) => text)).toEqual([
      ...["08:10", "08:20", "08:30", "08:40", "08:50"],
    ]);
    const ahead = (time: number): number => time + 5.5 * 3_600_000;
    expect(drawnChart(given, ahead).ticks[0]?.text).toBe("13:40");
  });

  test("stacks bars, the first series at the bottom, with a tick below the middle of each day", () => {
    const day = 86_400_000;
    const times = [0, 1, 2, 3].map((each) => Date.UTC(2030, 0, 14) + each * day);
    const series = [
      { name: "Delivered", tone: "ok" as const, values: [4, 2, null, 0] },
      { name: "Failed", tone: "bad" as const, values: [0, 2, 1, 0] },
    ];
    const given = chart([], { form: "bars", times, series });
    const { bars, legend } = drawnChart(given, utc);
    expect(bars.map(({ tone, x, y, width, height }) => [tone, x, y, width, height])).toEqual([
      ["ok", 25, 0, 200, 1_000],
      ["ok", 275, 500, 200, 500],
      ["bad", 275, 0, 200, 500],
      ["bad", 525, 750, 200, 250],
    ]);
    expect(legend.map(({ name, figure }) => `${name} ${figure}`)).toEqual(["Delivered 6", "Failed 3"]);
    for (const hours of [0, 5.5, -8])
      expect(drawnChart(given, (time) => time + hours * 3_600_000).ticks).toEqual([
        { share: 12.5, text: "Mon" },
        { share: 37.5, text: "Tue" },
        { share: 62.5, text: "Wed" },
        { share: 87.5, text: "Thu" },
      ]);
  });

  test("takes any values", () => {
    const value = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: null });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), fc.constantFrom("lines", "bars"), (values, form) => {
        const drawn = drawnChart(chart(values, { form }), utc);
        const shapes = JSON.stringify([drawn.lines, drawn.areas, drawn.bars, drawn.marks]);
        expect(shapes).not.toMatch(/NaN|Infinity|null/u);
        const spark = drawnSpark({ values, tone: "in", finding: "" });
        expect(JSON.stringify(spark)).not.toMatch(/NaN|Infinity/u);
      }),
    );
  });
});

test("parts of a whole add up, and a small one is not nothing", () => {
  const parts = [
    { name: "Delivered", tone: "ok" as const, count: 9_999 },
    { name: "Refused", tone: "bad" as const, count: 1 },
  ];
  const { bars, parts: shown } = drawnShares({ total: 10_000, parts });
  expect(bars.map(({ x, width }) => [x, width])).toEqual([
    [0, 999.9],
    [999.9, 0.1],
  ]);
  expect(shown.map(({ count, share }) => [count, share])).toEqual([
    ["9,999", "100.0 %"],
    ["1", "< 0.1 %"],
  ]);
  expect(drawnShares({ total: 0, parts: [] }).bars).toEqual([]);
  expect(shareText(0, 0)).toBe("0.0 %");
});

test("a heat map gives the largest value the last grade, zero the first, and an unknown one none", () => {
  const rows = [{ name: "Mon", values: [0, 1, 4, null] }];
  const columns = ["00:00", "01:00", "02:00", "03:00"];
  const given = { caption: "", finding: "", unit: "messages", rows, columns };
  const { rows: drawn, most } = drawnHeat(given);
  expect(drawn[0]?.squares.map(({ grade, title }) => [grade, title])).toEqual([
    [0, "Mon 00:00: 0 messages"],
    [1, "Mon 01:00: 1 messages"],
    [4, "Mon 02:00: 4 messages"],
  ]);
  expect(most).toBe("4");
});
