import type { PortalRight } from "../../domain/accounts/portal-users.js";
import { keyRoutes, keysCard } from "../web/api-keys.js";
import type { Link, Page, Section } from "../web/view.js";
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

/** A text of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call that sends a text message, as a shell runs it; undefined without a JSON interface. */
function firstCall(json: string | undefined, originator: string, key: string): Section | undefined {
  if (json === undefined) return undefined;
  const message = { originator, smsText: "Your order 1042 is ready.", recipientPhone: "12025550101" };
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json"];
  const options = [
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data ${quoted(JSON.stringify(message))}`,
  ];
  const text = ["curl -sS", quoted(`${json}/messages`), ...options].join(" ");
  return {
    heading: "Send a text message",
    facts: [{ caption: "Send a text message", facts: [{ name: "First call", text, layout: "code" }] }],
    text: "Put your own number in place of 12025550101. The call is charged.",
  };
}

/** The first call of a customer with a key, or with what stands for one. */
async function firstCallOf(
  { addresses, store }: PortalSources,
  visit: Visit,
): Promise<(key: string) => readonly Section[]> {
  const [originator = "Shop"] = await store.accounts.originators(visit.customer);
  return (key) => {
    const card = firstCall(addresses.json(), originator, key);
    return card === undefined ? [] : [card];
  };
}

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
    sections: [
      serviceCard(sources, visit.customer),
      await keysCard(sources.store, visit, of),
      ...(await firstCallOf(sources, visit))("KEY").map((card) => ({
        ...card,
        text: `KEY: an API key. It is shown once, when it is made: nobody can read it later. ${card.text ?? ""}`,
      })),
    ],
  };
}

export function keyPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/keys", role: "develop", show: (visit) => keysPage(sources, visit) }];
}

export const keyActions = (sources: PortalSources): readonly ActionRoute[] =>
  keyRoutes<Visit, PortalRight>(sources.store, rightOf, {
    path: "/keys",
    back: () => "/keys",
    customerOf: customerText,
    ownerOf: async (visit) => (await customerOf(sources.store, visit)).name,
    beside: (visit) => firstCallOf(sources, visit),
  });
