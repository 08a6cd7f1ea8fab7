import { shownNumber } from "../../actions/rights.js";
import { withoutQuery } from "../../admin/values.js";
import type { InboxEntry } from "../../domain/inbox/messages.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import type { PageRoute, Visit } from "./visit.js";
import { type Cell, numberCell, type Page, phoneCell, type Section } from "../web/view.js";

/** Pages about what a customer keeps in the service. */

async function addressSection(store: Store, customer: number): Promise<Section> {
  const numbers = (await store.incoming.numbers()).filter(({ customerId }) => customerId === customer);
  const forward = (await store.incoming.forwards()).find(({ customerId }) => customerId === customer);
  const facts = [
    { name: "Numbers", text: numbers.map(({ number }) => number).join(", ") || "none" },
    {
      name: "Forwarded to",
      text: forward === undefined ? "none" : `${forward.method} ${withoutQuery(forward.url)}`,
    },
  ];
  return { heading: "Addresses", facts: [{ caption: "Addresses", facts }] };
}

/** Messages of an inbox on a page. */
const mostMessages = 100;

async function unreadMessages(store: Store, customer: number): Promise<readonly InboxEntry[]> {
  const found: InboxEntry[] = [];
  for await (const page of store.inbox.list(customer, "new")) {
    found.push(...page);
    if (found.length >= mostMessages) break;
  }
  return found.slice(0, mostMessages);
}

/** Without texts: those are for the customer. */
async function inboxPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const { id: customer } = card;
  const { unread, total } = await store.inbox.counts(customer);
  const rows = (await unreadMessages(store, customer)).map(({ id, at, from, to, size }): readonly Cell[] => [
    phoneCell(shownNumber(from, visit.caller)),
    { text: "", time: at },
    phoneCell(to),
    numberCell(size),
    numberCell(id),
  ]);
  const columns = ["From", "Received", "To", "Bytes of text", "Message"];
  const caption = `Unread messages, oldest first, at most ${mostMessages}`;
  const facts = [
    { name: "Unread", text: String(unread) },
    { name: "In all", text: String(total) },
  ];
  return {
    ...customerFrame(card, "inbox"),
    sections: [
      await addressSection(store, customer),
      {
        heading: "Messages",
        facts: [{ caption: "Messages", facts }],
        tables: [{ caption, columns, rows, empty: "There is no unread message." }],
      },
    ],
  };
}

export function customerDataPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/inbox", role: "viewer", show: (visit) => inboxPage(store, visit) }];
}
