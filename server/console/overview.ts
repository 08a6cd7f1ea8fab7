import { problemTable } from "../admin/health.js";
import { linkRateNames, mostCustomers, type Moment, type Moments, rateNames } from "./moment.js";
import { type Cell, numberCell, type Page, type PageRoute, part, type Section } from "./page.js";

const counts = ["waiting", "underWay", "uncertain", "withoutReceipt"] as const;

const toneOf = { critical: "critical", warning: "warning" } as const;

function problemSection({ problems }: Moment): Section {
  const rows = problems.map(({ code, severity, text }): readonly Cell[] => [
    { text: severity, tone: toneOf[severity] },
    { text },
    { text: problemTable[code].advice },
  ]);
  const columns = ["Severity", "Problem", "What to do"];
  const caption = "Current problems, as reported by messenger doctor";
  return { heading: "Problems", tables: [{ caption, columns, rows, empty: "No problem is known." }] };
}

function rateText(rate: number | undefined): string {
  return rate === undefined ? "–" : rate.toFixed(rate < 10 ? 1 : 0);
}

function ageText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const rateTitles = {
  sent: "Accepted from customers per second",
  delivered: "Delivered per second",
  failed: "Failed per second",
} as const;

const countTitles = {
  waiting: "Waiting",
  underWay: "In flight",
  uncertain: "Uncertain",
  withoutReceipt: "Without a final receipt",
} as const;

function factsOf({ rateOf, queues, oldest }: Moment): readonly (Cell & { readonly name: string })[] {
  const sumOf = (name: (typeof counts)[number]): number =>
    queues.reduce((sum, queue) => sum + queue[name], 0);
  return [
    ...rateNames.map((name) => ({ name: rateTitles[name], live: name, text: rateText(rateOf(name)) })),
    ...counts.map((name) => ({ name: countTitles[name], live: name, text: String(sumOf(name)) })),
    { name: "Age of the oldest due message", live: "oldest", text: ageText(oldest) },
  ];
}

function linkRows({ links, rateOf }: Moment): readonly (readonly Cell[])[] {
  return links.map(({ name, state, up, used, window, problem }): readonly Cell[] => [
    { text: name, href: `/console/links/${part(name)}` },
    { text: state, tone: up ? "good" : state === "stopped" ? undefined : "critical", live: `state ${name}` },
    numberCell(`${used} of ${window}`, `used ${name}`),
    ...linkRateNames.map((rate) => numberCell(rateText(rateOf(rate, name)), `${rate} ${name}`)),
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
  const columns = ["Link", ...counts.map((name) => countTitles[name])];
  const table = { caption: "Messages by link", columns, rows: queueRows(moment), empty: "No message waits." };
  return { heading: "Queues", tables: [table] };
}

function customerRows({ customers }: Moment): readonly (readonly Cell[])[] {
  return customers.map(({ customer, ...sums }): readonly Cell[] => [
    { ...numberCell(customer), href: `/console/customers/${customer}` },
    ...rateNames.map((name) => numberCell(sums[name], `${name} by ${customer}`)),
  ]);
}

function customerSection(moment: Moment): Section {
  const columns = ["Customer", "Accepted", "Delivered", "Failed"];
  const caption = `Messages accepted today (UTC), of the ${mostCustomers} customers with most of them`;
  const table = { caption, columns, rows: customerRows(moment), empty: "No message was accepted today." };
  return { heading: "Customers", tables: [table] };
}

/** Live numbers by their keys, as text. */
export function numbersOf(moment: Moment): Readonly<Record<string, string>> {
  const rows = [...linkRows(moment), ...queueRows(moment), ...customerRows(moment)];
  const cells = [...factsOf(moment), ...rows.flat()];
  return Object.fromEntries(cells.flatMap(({ live, text }) => (live === undefined ? [] : [[live, text]])));
}

async function show(moments: Moments): Promise<Page> {
  const moment = await moments.now();
  return {
    title: "Overview",
    live: true,
    sections: [
      problemSection(moment),
      { heading: "Now", facts: [{ caption: "Traffic and queues", facts: factsOf(moment) }] },
      linkSection(moment),
      queueSection(moment),
      customerSection(moment),
    ],
  };
}

export function overviewPage(moments: Moments): PageRoute {
  return { path: "/", role: "viewer", show: () => show(moments) };
}
