import { type CustomerCard, showSettings } from "../../actions/customer-settings.js";
import type { Store } from "../../ports/store.js";
import { idOf } from "../web/page.js";
import { customerText } from "./customer-names.js";
import type { Visit } from "./visit.js";
import { accessPill } from "../web/states.js";
import type { Page } from "../web/view.js";

/** Pages about one customer, as tabs in this order. */
const tabs = [
  { name: "", text: "Overview" },
  { name: "messages", text: "Messages", href: (id: number) => `/messages?customer=${id}` },
  { name: "ledger", text: "Ledger" },
  { name: "statement", text: "Statement" },
  { name: "users", text: "Users" },
  { name: "keys", text: "API keys" },
  { name: "prices", text: "Prices" },
  { name: "callbacks", text: "Callbacks" },
  { name: "lists", text: "Lists" },
  { name: "opt-outs", text: "Opt-outs" },
  { name: "inbox", text: "Inbox" },
  { name: "settings", text: "Settings" },
] as const;

export type CustomerTab = (typeof tabs)[number]["name"];

/** Head of a page about a customer. */
export function customerFrame(
  { id, name, state, payment, note, heldSince }: CustomerCard,
  current: CustomerTab,
): Pick<Page, "title" | "state" | "tag" | "crumbs" | "facts" | "tabs"> {
  const place = `/customers/${id}`;
  return {
    title: name,
    state: accessPill(state === "active" && heldSince !== null ? "held" : state),
    tag: payment === "prepaid" ? "Prepaid" : "Postpaid",
    crumbs: [
      { text: "Customers", href: "/customers" },
      { text: name, href: current === "" ? "" : place },
    ],
    facts: [{ text: `Customer ${id}` }, ...(note === null ? [] : [{ text: note }])],
    tabs: tabs.map((tab) => ({
      text: tab.text,
      href: "href" in tab ? tab.href(id) : tab.name === "" ? place : `${place}/${tab.name}`,
      current: tab.name === current,
    })),
  };
}

/** The customer that the path names. @throws Refusal for an unknown one */
export const customerCard = (store: Store, visit: Visit) =>
  showSettings.row(store, { id: idOf(visit) }, visit);

/** The customer of a page with its name, for people. */
export async function customerOfPage(store: Store, visit: Visit): Promise<string> {
  const { id, name } = await customerCard(store, visit);
  return customerText(id, () => name);
}
