import { openCustomer, type OpenedCustomer } from "../../actions/customer-opening.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "../web/action-forms.js";
import { oncePage, part } from "../web/page.js";
import type { Cell, Field, Page, Section } from "../web/view.js";
import { type ActionRoute, operatorAction, type PageRoute } from "./visit.js";

/** A new customer on one sheet, and the page that its operator hands over. */

export const newCustomerPlace = "/new-customer";

/** Addresses of the service that a customer uses; each undefined where there is none. */
export type HandedOver = Readonly<
  Record<"json" | "portal" | "service" | "smpp" | "smppTls", () => string | undefined>
>;

/** The first fields of the groups of the form. */
const headings: Readonly<Record<string, Partial<Field>>> = {
  id: { heading: "Customer" },
  postpaid: { heading: "Money" },
  originator: { heading: "Sending" },
  user: { heading: "User" },
  key: { heading: "Programs" },
};

const names = [
  "id",
  "name",
  "postpaid",
  "limit",
  "credit",
  "prices",
  "originator",
  "user",
  "role",
  "password",
  "key",
  "scopes",
  "systemId",
];

function sheetPage(): Page {
  const form = actionForm(openCustomer, `${newCustomerPlace}/open`, {
    caption: "New customer",
    primary: true,
    columns: true,
    names,
    fields: headings,
  });
  return {
    title: "New customer",
    crumbs: [
      { text: "Customers", href: "/customers" },
      { text: "New customer", href: "" },
    ],
    facts: [{ text: "All of it is made, or nothing. You then get a page to hand over." }],
    sections: [{ heading: "Sheet", forms: [form] }],
  };
}

type NamedCell = Cell & { readonly name: string };

const fact = (
  name: string,
  text: string | null | undefined,
  more: Partial<Cell> = {},
): readonly NamedCell[] => (text === null || text === undefined ? [] : [{ name, text, ...more }]);

const code = { layout: "code" } as const;

/** A command that a shell reads as one word for each part. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The first call of a program. */
function firstCall({ key, originator }: OpenedCustomer, json: string | undefined): string | undefined {
  if (key === null || json === undefined) return undefined;
  const message = {
    originator: originator ?? "Shop",
    smsText: "Your parcel is ready",
    recipientPhone: "+12025550123",
    messageType: "Latin",
  };
  return [
    `curl -sS ${json}/messages`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H 'Idempotency-Key: first-1' -H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(message))}`,
  ].join(" ");
}

const card = (heading: string, facts: readonly NamedCell[]): readonly Section[] =>
  facts.length === 0 ? [] : [{ heading, width: 6, facts: [{ caption: heading, facts }] }];

function smppFacts({ systemId, smppPassword }: OpenedCustomer, { smpp, smppTls }: HandedOver) {
  const places = [...fact("Address", smpp(), code), ...fact("Address with TLS", smppTls(), code)];
  const none = fact("Address", "this server has none: serve it with --smpp");
  return [
    ...(places.length === 0 ? none : places),
    ...fact("system_id", systemId, code),
    ...fact("password", smppPassword, code),
    ...fact("Version", "3.4, any bind"),
  ];
}

/** What the customer needs, on one page that is not shown again. */
function handOverPage(opened: OpenedCustomer, addresses: HandedOver): Page {
  const { id, name, payment, limit, credit, originator, prices, user } = opened;
  const { invitation, expires, key, systemId } = opened;
  const [portal, json] = [addresses.portal(), addresses.json()];
  const call = firstCall(opened, json);
  const place = `/customers/${part(String(id))}`;
  const terms = payment === "prepaid" ? "prepaid" : `postpaid, credit limit ${limit ?? "none"}`;
  const once = oncePage(name, {
    what: "Copy it now, and hand it over",
    facts: [
      ...fact("Customer", `${name} (${id})`),
      ...fact("Payment", terms),
      ...fact("SMS credits", credit),
      ...fact("Sender", originator),
      ...fact("Prices of its own", prices === 0 ? "the general prices" : String(prices)),
      ...fact("User", user),
      ...fact("Password", invitation === null ? "the one that you typed" : null),
    ],
    place,
  });
  return {
    ...once,
    sections: [
      ...once.sections.map((section): Section => ({ ...section, heading: "Account", width: 6 })),
      ...card("Portal", [
        ...(invitation === null ? [] : fact("Invitation", `${portal ?? ""}${invitation}`, code)),
        ...(expires === null
          ? []
          : [{ name: "Valid until", text: "", time: Date.parse(expires), exact: true }]),
        ...(invitation === null || portal !== undefined
          ? []
          : fact("Portal", "this server has none: serve it with --portal")),
      ]),
      ...card("API", [
        ...fact("SOAP and forms", addresses.service(), code),
        ...fact("JSON", json, code),
        ...fact("API key", key, code),
      ]),
      ...(systemId === null ? [] : card("SMPP", smppFacts(opened, addresses))),
      ...(call === undefined
        ? []
        : [
            {
              heading: "First call",
              note: "sends a message to the number in it",
              text: `\`${call}\``,
            },
          ]),
    ],
  };
}

export const newCustomerPages = (): readonly PageRoute[] => [
  { path: newCustomerPlace, role: "admin", show: async () => sheetPage() },
];

export const newCustomerActions = (store: Store, addresses: HandedOver): readonly ActionRoute[] => [
  operatorAction(store, openCustomer, {
    path: `${newCustomerPlace}/open`,
    back: () => newCustomerPlace,
    shown: (row) => handOverPage(row, addresses),
  }),
];
