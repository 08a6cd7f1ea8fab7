import { listPrices, removePrice, setPrice } from "../../actions/prices.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { textOf } from "../web/form.js";
import { listedTable } from "../web/listed.js";
import { numberCell, type Page, type Section } from "../web/view.js";
import { importRoutes, withDifferences } from "./price-import.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

const place = "/prices";

/** What a page says about its prices. */
interface Shown {
  /** Undefined for the prices of all. */
  readonly customer: string | undefined;
  readonly place: string;
  readonly empty: string;
}

/** Prices of a customer or of all, with the forms that change them. */
export async function priceCard(
  store: Store,
  visit: Visit,
  { customer, place: base, empty }: Shown,
): Promise<Section> {
  const changes = mayChange(setPrice.may, visit.caller);
  const all = await listPrices.rows(store, { customer }, visit);
  const rows = all.filter((row) => String(row.customer ?? "") === (customer ?? ""));
  const table = await listedTable(
    rows,
    [
      ["Prefix", "prefix"],
      [{ text: "Credits per part", number: true }, ({ price }) => numberCell(price ?? "not covered")],
      ["First day", ({ from }) => ({ text: from ?? "" })],
    ],
    {
      caption: customer === undefined ? "General prices" : "Prices of the customer",
      empty,
      csv: "prices",
      action: changes && {
        heading: "Action",
        button: ({ prefix, from }) =>
          actionButton(removePrice, `${base}/remove`, { prefix, from: from ?? "" }),
      },
    },
  );
  const set = actionForm(setPrice, `${base}/set`, { caption: "Set a price", folded: true, columns: true });
  return { heading: "Prices", tables: [table], forms: changes ? [set] : [] };
}

async function pricesPage(store: Store, visit: Visit): Promise<Page> {
  const empty = "There is no general price: every message costs nothing, or is not covered.";
  const shown = { customer: undefined, place, empty };
  const page = {
    title: "Prices",
    facts: [
      { text: "General prices, for every customer without a price of its own. The longest prefix decides." },
    ],
    sections: [await priceCard(store, visit, shown)],
  };
  return withDifferences(store, visit, { ...shown, page });
}

export function pricePages(store: Store): readonly PageRoute[] {
  return [{ path: place, role: "viewer", show: (visit) => pricesPage(store, visit) }];
}

export function priceActions(store: Store): readonly ActionRoute[] {
  const back = (): string => place;
  return [
    operatorAction(store, setPrice, { path: `${place}/set`, back }),
    operatorAction(store, removePrice, {
      path: `${place}/remove`,
      back,
      given: (_visit, form) => ({ from: textOf(form, "from") }),
      danger: {
        button: "Remove the price",
        text: "The next shorter prefix applies to every customer without a price of its own. A coming price stays until it is removed itself.",
      },
    }),
    ...importRoutes(store, { path: place, back, customerOf: () => undefined }),
  ];
}
