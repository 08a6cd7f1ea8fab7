import { listBalances } from "../admin/credits.js";
import type { CustomerCard } from "../admin/customer-settings.js";
import { outcomesOf } from "../domain/usage/traffic.js";
import { dayLength, dayOf } from "../domain/usage/usage.js";
import type { UsageSum } from "../domain/usage/report.js";
import type { Store } from "../ports/store.js";
import type { Series } from "./charts/chart.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { stateForm } from "./customer-forms.js";
import { countText, percentText } from "./figures.js";
import { outcomeParts } from "./outcomes.js";
import { hasRole, type PageRoute, type Visit } from "./page.js";
import { type Cell, numberCell, type Page, type Section, type Tile } from "./view.js";

/** Days of the pictures. */
const shownDays = 14;

interface Day {
  readonly day: number;
  readonly sums: readonly UsageSum[];
}

async function daysOf({ usage }: Store, customerId: number, now: number): Promise<readonly Day[]> {
  const today = dayOf(now);
  const from = today - shownDays + 1;
  const sums = await usage.sums({
    customerId,
    user: undefined,
    from,
    until: today + 1,
    by: ["day"],
    limit: shownDays * 20,
  });
  return Array.from({ length: shownDays }, (_, index) => {
    const day = from + index;
    return { day, sums: sums.filter((sum) => sum.day === day) };
  });
}

function trafficCard(days: readonly Day[]): Section {
  const parts = days.map(({ sums }) => outcomeParts(sums));
  const names = parts[0]?.map(({ name, tone }) => ({ name, tone })) ?? [];
  const all = names.map(({ name, tone }, index): Series => ({
    name,
    tone,
    values: parts.map((day) => day[index]?.count ?? 0),
  }));
  // At most four colors: refused and undeliverable are one, and those with no judgment.
  const series = (["ok", "in", "warn", "bad"] as const).map((tone): Series => {
    const same = all.filter((each) => each.tone === tone);
    const values = days.map((_, index) => same.reduce((sum, each) => sum + (each.values[index] ?? 0), 0));
    return { name: same.map(({ name }) => name).join(", "), tone, values };
  });
  const total = days.reduce((sum, day) => sum + outcomesOf(day.sums).accepted, 0);
  return {
    heading: "Traffic",
    width: 8,
    note: "messages by day, UTC",
    charts: [
      {
        caption: "Messages by day",
        finding: `${countText(total)} messages in ${shownDays} days`,
        times: days.map(({ day }) => day * dayLength),
        unit: "messages",
        form: "bars",
        series,
      },
    ],
  };
}

function outcomesCard(today: Day | undefined): Section {
  const parts = outcomeParts(today?.sums ?? []);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return { heading: "Outcomes today", width: 4, note: `${countText(total)}, UTC`, shares: { total, parts } };
}

function tilesOf(days: readonly Day[], balances: Awaited<ReturnType<typeof listBalances>>): readonly Tile[] {
  const today = outcomesOf(days.at(-1)?.sums ?? []);
  const before = days.slice(0, -1).map(({ sums }) => outcomesOf(sums));
  const mean = (of: (day: ReturnType<typeof outcomesOf>) => number): number =>
    before.reduce((sum, day) => sum + of(day), 0) / Math.max(1, before.length);
  const [delivered, failed] = [mean((day) => day.delivered), mean((day) => day.failed)];
  return [
    {
      label: "Accepted today",
      figure: { text: countText(today.accepted) },
      note: { text: `usual day ${countText(Math.round(mean((day) => day.accepted)))}` },
    },
    {
      label: "Delivered today",
      figure: { text: percentText(today.delivered, today.delivered + today.failed) },
      unit: "%",
      note: { text: `of those with a final status, usual ${percentText(delivered, delivered + failed)} %` },
    },
    ...balances.slice(0, 2).map(({ customer, kind, balance }): Tile => ({
      label: "Balance",
      figure: { text: balance },
      unit: kind,
      note: { text: "credits" },
      href: `/console/customers/${customer}/ledger`,
    })),
  ];
}

function usageCard(days: readonly Day[]): Section {
  const rows = days.toReversed().map(({ day, sums }): readonly Cell[] => {
    const { accepted, delivered, failed } = outcomesOf(sums);
    const parts = sums.reduce((sum, each) => sum + (each.state === 0 ? each.parts : 0), 0);
    return [
      { text: new Date(day * dayLength).toISOString().slice(0, 10) },
      ...[accepted, delivered, failed, parts].map((count) => numberCell(countText(count))),
    ];
  });
  const columns = ["Day, UTC", "Accepted", "Delivered", "Failed", "Parts"];
  const table = {
    caption: `Last ${shownDays} days`,
    columns,
    rows,
    empty: "No message was accepted.",
    csv: "usage",
  };
  return { heading: "Usage", note: "messages, and their parts", tables: [table] };
}

async function overviewPage(store: Store, visit: Visit): Promise<Page> {
  const card: CustomerCard = await customerCard(store, visit);
  const days = await daysOf(store, card.id, visit.now);
  const balances = await listBalances(store, String(card.id));
  const mayChange = hasRole(visit, "admin");
  return {
    ...customerFrame(card, ""),
    actions: mayChange
      ? [
          { text: "Add credit", href: `/console/customers/${card.id}/ledger`, icon: "coins" },
          stateForm(String(card.id), card.state),
        ]
      : [],
    tiles: tilesOf(days, balances),
    sections: [trafficCard(days), outcomesCard(days.at(-1)), usageCard(days)],
  };
}

export function customerOverviewPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id", role: "viewer", show: (visit) => overviewPage(store, visit) }];
}
