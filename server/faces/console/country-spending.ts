import { listCountrySpending } from "../../actions/country-spending.js";
import type { Store } from "../../ports/store.js";
import { numberCell, type Section } from "../web/view.js";
import { countryCell } from "./delivery-table.js";
import type { Visit } from "./visit.js";

/** Credits of today by country of a customer with limits; none before it has spent any. */
export async function countrySpendingCards(
  store: Store,
  id: number,
  visit: Visit,
): Promise<readonly Section[]> {
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
