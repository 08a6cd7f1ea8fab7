import type { PortalRight } from "../../domain/accounts/portal-users.js";
import { keyRoutes, keysCard } from "../web/api-keys.js";
import type { Link, Page } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, customerOf, customerText, type PageRoute, rightOf, type Visit } from "./visit.js";

/** Pages for the programs of a customer. */
const tabs = [
  { text: "API keys", href: "/keys" },
  { text: "Callbacks", href: "/callbacks" },
  { text: "SMPP", href: "/binds" },
] as const;

export const developerTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

function serviceCard({ addresses }: PortalSources, customer: number): Page["sections"][number] {
  const [service, json] = [addresses.service(), addresses.json()];
  const facts = [
    ...(service === undefined ? [] : [{ name: "SOAP, GET, POST", text: service, layout: "code" as const }]),
    ...(json === undefined ? [] : [{ name: "JSON", text: json, layout: "code" as const }]),
    { name: "Customer", text: String(customer) },
    { name: "Password", text: "an API key, in place of the password of its user" },
  ];
  return { heading: "Your program", facts: [{ caption: "Your program", facts }] };
}

async function keysPage(sources: PortalSources, visit: Visit): Promise<Page> {
  const of = { customer: customerText(visit), place: "/keys" };
  return {
    title: "Developers",
    tabs: developerTabs("/keys"),
    sections: [serviceCard(sources, visit.customer), await keysCard(sources.store, visit, of)],
  };
}

export function keyPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/keys", role: "develop", show: (visit) => keysPage(sources, visit) }];
}

export const keyActions = ({ store }: PortalSources): readonly ActionRoute[] =>
  keyRoutes<Visit, PortalRight>(store, rightOf, {
    path: "/keys",
    back: () => "/keys",
    customerOf: customerText,
    ownerOf: async (visit) => (await customerOf(store, visit)).name,
  });
