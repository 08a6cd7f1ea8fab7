// Draws the plots of a page with uPlot. The table below each has the same numbers, also without this script.
const style = getComputedStyle(document.documentElement);
const color = (name) => style.getPropertyValue(name).trim();
const strokes = ["--link", "--good", "--critical"].map(color);
const axis = () => ({ stroke: color("--quiet"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } });
const timeText = (seconds) => new Date(seconds * 1000).toISOString().slice(5, 16).replace("T", " ");
/** Times of one day without their date. */
const tickTexts = (_, ticks) => ticks.map((tick) => timeText(tick).slice(ticks.at(-1) - ticks[0] < 86_400 ? 6 : 0));
const height = 220;

for (const figure of document.querySelectorAll("[data-plot]")) {
  const { times, series } = JSON.parse(figure.dataset.plot);
  const place = figure.querySelector(".plot");
  figure.hidden = false;
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      scales: { y: { range: (_, least, most) => [0, most || 1] } },
      axes: [{ ...axis(), values: tickTexts, space: 90 }, axis()],
      series: [
        { label: "Time (UTC)", value: (_, seconds) => (seconds == null ? "–" : timeText(seconds)) },
        ...series.map(({ name }, index) => ({ label: name, stroke: strokes[index], width: 2 })),
      ],
    },
    [times, ...series.map(({ values }) => values)],
    place,
  );
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height })).observe(place);
}
