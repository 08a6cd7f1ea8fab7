import { listCountrySpending } from "../../actions/country-spending.js";
import { listBalances } from "../../actions/credits.js";
import { outcomesOf } from "../../domain/usage/traffic.js";
import { dayLength } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { balanceCard } from "./customer-balance.js";
import { noteOf } from "./shift-notes.js";
import { auditFact } from "./audit-page.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { heatCard, hoursCard, hoursOf } from "./customer-hours.js";
import { comparedDays, outcomesCard, weeksCard } from "./customer-weeks.js";
import { marginCard } from "./buy-prices.js";
import { countryCell } from "./delivery-table.js";
import { deliverabilityCard } from "./deliverability.js";
import { stateForm } from "./customer-forms.js";
import { failuresCard } from "./latest-failures.js";
import { releaseForms, unusualOf } from "./unusual-traffic.js";
import { balanceCourse, endCell } from "../web/balance-end.js";
import { countText, groupedText, percentText } from "../web/number-texts.js";
import { refusedCallsCards } from "../web/refused-calls.js";
import { type Day, daysOf, usualDay } from "../web/usage-days.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, numberCell, type Page, type Section, type Tile } from "../web/view.js";

/** Days of the table. */
const shownDays = 14;

/** Days of which open messages are counted: a network reports the others, or they end. */
const openDays = 3;

function tilesOf(
  id: number,
  days: readonly Day[],
  balance: string | undefined,
  end: Cell | undefined,
): readonly Tile[] {
  const today = outcomesOf(days.at(-1)?.sums ?? []);
  const { accepted, delivered, failed } = usualDay(days);
  const recent = outcomesOf(days.slice(-openDays).flatMap(({ sums }) => sums));
  return [
    {
      label: "Sent today",
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
    {
      label: "Balance",
      figure: { text: groupedText(balance ?? "0") },
      unit: "SMS",
      note: end ?? { text: "credits" },
      href: `/customers/${id}/ledger`,
    },
    {
      label: "No final status yet",
      figure: { text: countText(Math.max(0, recent.accepted - recent.delivered - recent.failed)) },
      note: { text: `of the last ${openDays} days` },
    },
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

/** Credits of today by country of a customer with limits; none before it has spent any. */
async function countrySpendingCards(store: Store, id: number, visit: Visit): Promise<readonly Section[]> {
  const rows = await listCountrySpending.rows(store, { id: String(id) }, visit);
  if (rows.length === 0) return [];
  const table = {
    caption: "Credits of today by country, where there is a limit",
    columns: [
      "Country",
      { text: "Credits", number: true },
      { text: "Limit", number: true },
      { text: "Refused calls", number: true },
    ],
    rows: rows.map(({ country, credits, limit, refused }) => [
      countryCell(country ?? ""),
      numberCell(credits),
      numberCell(limit ?? "none"),
      { ...numberCell(String(refused)), tone: refused > 0 ? ("warn" as const) : undefined },
    ]),
    csv: "credits-by-country",
    empty: "Nothing was spent.",
  };
  return [{ heading: "Credits by country", note: "today, in the time zone of the service", tables: [table] }];
}

async function overviewPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const { id, lowBalance } = card;
  const days = await daysOf(store, id, visit.now, comparedDays);
  const hours = await hoursOf(store, id, visit);
  const balances = await listBalances.rows(store, { customer: String(id) }, visit);
  const course = await balanceCourse(store, id, visit.now);
  const { attention, sections } = await unusualOf(store, card, visit);
  const mayChange = hasRole(visit, "admin");
  const changes = [
    { text: "Add credit", href: `/customers/${id}/ledger?add=on`, icon: "coins" } as const,
    stateForm(String(id), card.state),
  ];
  const sms = balances.find(({ kind }) => kind === "SMS")?.balance;
  const frame = customerFrame(card, "");
  const note = await noteOf(store, "customer", String(id), visit);
  const problems = [...note.attention, ...attention];
  return {
    ...frame,
    facts: [...(frame.facts ?? []), ...auditFact({ customer: String(card.id) }, visit)],
    actions: [...releaseForms(card, visit), ...note.actions, ...(mayChange ? changes : [])],
    attention: problems.length === 0 ? undefined : problems,
    tiles: tilesOf(id, days, sms, endCell(course, visit)),
    sections: [
      hoursCard(hours, visit),
      balanceCard(course, balances, lowBalance, visit),
      outcomesCard(days),
      heatCard(hours, visit),
      { ...(await weeksCard(store, id, days, visit.now)), width: mayChange ? 8 : undefined },
      ...(mayChange ? [await marginCard(store, id, visit)] : []),
      ...(await countrySpendingCards(store, id, visit)),
      ...(await refusedCallsCards(store, id, visit.now)),
      await deliverabilityCard(store, { customerId: id }, visit.now),
      ...sections,
      await failuresCard(store, visit, id),
      usageCard(days.slice(-shownDays)),
    ],
  };
}

export function customerOverviewPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id", role: "viewer", show: (visit) => overviewPage(store, visit) }];
}
