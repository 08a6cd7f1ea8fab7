import { listBuyPrices, removeBuyPrice, setBuyPrice } from "../../actions/buy-prices.js";
import { margin } from "../../actions/margin.js";
import type { Store } from "../../ports/store.js";
import { countText } from "../web/number-texts.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { listedTable } from "../web/listed.js";
import { part } from "../web/page.js";
import type { Section } from "../web/view.js";
import { type ActionRoute, operatorAction, type Visit } from "./visit.js";

/** Prices of networks and margins, which only administrators see. */

const placeOf = (link: string): string => `/links/${part(link)}`;

/** The prices of a link, with forms that change them. */
export async function buyPriceCard(store: Store, link: string, visit: Visit): Promise<Section> {
  const table = await listedTable(
    await listBuyPrices.rows(store, { link }, visit),
    [
      ["Prefix", "prefix"],
      [{ text: "Price", number: true }, ({ price }) => ({ text: price, number: true })],
    ],
    {
      caption: "Prices of the network by prefix",
      empty: "There is no price. Margins need one.",
      action: {
        heading: "Action",
        button: ({ prefix }) => actionButton(removeBuyPrice, `${placeOf(link)}/prices/remove`, { prefix }),
      },
    },
  );
  const set = actionForm(setBuyPrice, `${placeOf(link)}/prices/set`, {
    caption: "Set a buy price",
    folded: true,
    icon: "coins",
    columns: true,
  });
  return {
    heading: "Buy prices",
    note: "credits for each part that the network accepts",
    tables: [table],
    forms: [set],
  };
}

export function buyPriceActions(store: Store): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ name = "" }) => placeOf(name);
  const given = ({ params }: Visit) => ({ link: params["name"] });
  return [
    operatorAction(store, setBuyPrice, { path: "/links/:name/prices/set", back, given }),
    operatorAction(store, removeBuyPrice, { path: "/links/:name/prices/remove", back, given }),
  ];
}

/** What a customer has paid this month, what its messages cost, and the difference. */
export async function marginCard(store: Store, customerId: number, visit: Visit): Promise<Section> {
  const month = new Date(visit.now).toISOString().slice(0, 7);
  const customer = String(customerId);
  const [row] = await margin.rows(store, { customer, from: month, to: month }, visit);
  const fact = (name: string, text: string | null) => ({ name, text: text ?? "—" });
  const facts = [
    fact("Paid", row?.revenue ?? null),
    fact("Cost", row?.cost ?? null),
    fact("Margin", row?.margin ?? null),
    fact("Parts without a price", countText(row?.unpriced ?? 0)),
  ];
  return {
    heading: "Margin",
    width: 4,
    note: `${month}, UTC, in credits`,
    facts: [{ caption: "Margin", facts }],
  };
}
