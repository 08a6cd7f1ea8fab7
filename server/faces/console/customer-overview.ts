import { listBalances } from "../../actions/credits.js";
import { outcomesOf } from "../../domain/usage/traffic.js";
import { dayLength } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { marginCard } from "./buy-prices.js";
import { deliverabilityCard } from "./deliverability.js";
import { stateForm } from "./customer-forms.js";
import { failuresCard } from "./latest-failures.js";
import { releaseForms, unusualOf } from "./unusual-traffic.js";
import { lastsCell } from "../web/balance-end.js";
import { countText, groupedText, percentText } from "../web/number-texts.js";
import { outcomeParts } from "../web/outcomes.js";
import { refusedCallsCards } from "../web/refused-calls.js";
import { type Day, daysOf, trafficCard, usualDay } from "../web/usage-days.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, numberCell, type Page, type Section, type Tile } from "../web/view.js";

/** Days of the pictures. */
const shownDays = 14;

function outcomesCard(today: Day | undefined): Section {
  const parts = outcomeParts(today?.sums ?? []);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return { heading: "Outcomes today", width: 4, note: `${countText(total)}, UTC`, shares: { total, parts } };
}

function tilesOf(
  id: number,
  days: readonly Day[],
  balances: Awaited<ReturnType<typeof listBalances.rows>>,
  lasts: Cell | undefined,
): readonly Tile[] {
  const today = outcomesOf(days.at(-1)?.sums ?? []);
  const { accepted, delivered, failed } = usualDay(days);
  return [
    {
      label: "Accepted today",
      figure: { text: countText(today.accepted) },
      note: { text: `usual day ${countText(Math.round(accepted))}` },
    },
    {
      label: "Delivered today",
      figure: { text: percentText(today.delivered, today.delivered + today.failed) },
      unit: "%",
      note: { text: `of those with a final status, usual ${percentText(delivered, delivered + failed)} %` },
    },
    {
      label: "Failed today",
      figure: { text: countText(today.failed) },
      note: { text: `usual day ${countText(Math.round(failed))}` },
      href: `/messages?customer=${id}&state=failed&since=24h`,
    },
    ...balances.slice(0, 2).map(({ customer, kind, balance }): Tile => ({
      label: "Balance",
      figure: { text: groupedText(balance) },
      unit: kind,
      note: kind === "SMS" && lasts !== undefined ? lasts : { text: "credits" },
      href: `/customers/${customer}/ledger`,
    })),
  ];
}

function usageCard(days: readonly Day[], width: Section["width"]): Section {
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
  return { heading: "Usage", width, note: "messages, and their parts", tables: [table] };
}

async function overviewPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const days = await daysOf(store, card.id, visit.now, shownDays);
  const balances = await listBalances.rows(store, { customer: String(card.id) }, visit);
  const sms = (await store.accounts.balances(card.id)).find(({ kind }) => kind === "SMS")?.amount ?? 0;
  const lasts = await lastsCell(store, { customer: card.id, balance: sms }, visit.now);
  const { attention, sections } = await unusualOf(store, card, visit);
  const mayChange = hasRole(visit, "admin");
  const changes = [
    { text: "Add credit", href: `/customers/${card.id}/ledger?add=on`, icon: "coins" } as const,
    stateForm(String(card.id), card.state),
  ];
  return {
    ...customerFrame(card, ""),
    actions: [...releaseForms(card, visit), ...(mayChange ? changes : [])],
    attention: attention.length === 0 ? undefined : attention,
    tiles: tilesOf(card.id, days, balances, lasts),
    sections: [
      trafficCard(days, 8),
      outcomesCard(days.at(-1)),
      await deliverabilityCard(store, { customerId: card.id }, visit.now),
      ...(await refusedCallsCards(store, card.id, visit.now)),
      ...sections,
      await failuresCard(store, visit, card.id),
      usageCard(days, mayChange ? 8 : undefined),
      ...(mayChange ? [await marginCard(store, card.id, visit)] : []),
    ],
  };
}

export function customerOverviewPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id", role: "viewer", show: (visit) => overviewPage(store, visit) }];
}
