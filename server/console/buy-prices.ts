import { listBuyPrices, marginReport, removeBuyPrice, setBuyPrice } from "../admin/margin.js";
import type { Store } from "../ports/store.js";
import { countText } from "../web/figures.js";
import { textOf } from "../web/form.js";
import { changeAction, part } from "../web/page.js";
import type { Cell, Form, Section } from "../web/view.js";
import type { ActionRoute, Visit } from "./visit.js";

/** Prices of networks and margins, which only administrators see. */

const placeOf = (link: string): string => `/links/${part(link)}`;

/** The prices of a link, with forms that change them. */
export async function buyPriceCard(store: Store, link: string): Promise<Section> {
  const rows = (await listBuyPrices(store, link)).map(({ prefix, price }): readonly Cell[] => {
    const remove: Form = {
      action: `${placeOf(link)}/prices/remove`,
      button: "Remove",
      fields: [{ name: "prefix", label: "", type: "hidden", value: prefix }],
      danger: true,
    };
    return [{ text: prefix }, { text: price, number: true }, { text: "", form: remove }];
  });
  const set: Form = {
    action: `${placeOf(link)}/prices/set`,
    button: "Set the price",
    caption: "Set a buy price",
    folded: true,
    icon: "coins",
    columns: true,
    fields: [
      { name: "prefix", label: "Prefix", type: "text", required: true, hint: "* for all numbers" },
      { name: "price", label: "Price", type: "text", required: true, hint: "credits for each part" },
    ],
  };
  return {
    heading: "Buy prices",
    note: "credits for each part that the network accepts",
    tables: [
      {
        caption: "Prices of the network by prefix",
        columns: ["Prefix", { text: "Price", number: true }, "Action"],
        rows,
        empty: "There is no price. Margins need one.",
      },
    ],
    forms: [set],
  };
}

export function buyPriceActions(store: Store): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ name = "" }) => placeOf(name);
  const given = (visit: Visit, form: Parameters<ActionRoute["run"]>[1]) => ({
    link: visit.params["name"] ?? "",
    prefix: textOf(form, "prefix") ?? "",
  });
  const danger = {
    button: "Remove the price",
    text: "The price of the next shorter prefix applies; without one, parts have no price.",
  };
  return [
    changeAction(
      { path: "/links/:name/prices/set", role: "admin", done: "The price was set.", back },
      async (visit, form) => {
        await setBuyPrice(store, { ...given(visit, form), price: textOf(form, "price") ?? "" }, visit);
      },
    ),
    changeAction(
      { path: "/links/:name/prices/remove", role: "admin", done: "The price was removed.", back, danger },
      async (visit, form) => removeBuyPrice(store, given(visit, form), visit),
    ),
  ];
}

/** What a customer has paid this month, what its messages cost, and the difference. */
export async function marginCard(store: Store, customerId: number, now: number): Promise<Section> {
  const month = new Date(now).toISOString().slice(0, 7);
  const customer = String(customerId);
  const [row] = await marginReport(store, { customer, from: month, to: month });
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
