import { storedIdOf } from "../../admin/ids.js";
import { Refusal } from "../../admin/refusal.js";
import type { InboxEntry, InboxMessage } from "../../domain/inbox/messages.js";
import type { Store } from "../../ports/store.js";
import { countText } from "../web/number-texts.js";
import { idOf } from "../web/page.js";
import { type Cell, numberCell, type Page, phoneCell } from "../web/view.js";
import { type ActionRoute, may, type PageRoute, type Visit } from "./visit.js";

/** Messages of a page. */
const mostMessages = 100;

/** Whether a message that the visitor reads is no longer new for programs. */
const takesMessages = (visit: Visit): boolean => may(visit, "send");

async function unreadMessages(
  { inbox }: Pick<Store, "inbox">,
  customer: number,
): Promise<readonly InboxEntry[]> {
  const found: InboxEntry[] = [];
  for await (const page of inbox.list(customer, "new")) {
    found.push(...page);
    if (found.length >= mostMessages) break;
  }
  return found.slice(0, mostMessages);
}

async function inboxPage(store: Store, visit: Visit): Promise<Page> {
  const { customer } = visit;
  const { unread, total } = await store.inbox.counts(customer);
  const mayRead = may(visit, "messages");
  const takes = takesMessages(visit);
  const rows = (await unreadMessages(store, customer)).map(({ id, at, from, to, size }): readonly Cell[] => [
    { text: "", time: at },
    phoneCell(from),
    phoneCell(to),
    numberCell(size),
    ...(mayRead ? [{ text: "", form: { action: `/inbox/${id}/read`, button: "Read", fields: [] } }] : []),
  ]);
  const columns = [
    "Received",
    "From",
    "To",
    { text: "Bytes of text", number: true },
    ...(mayRead ? [""] : []),
  ];
  const empty = {
    icon: "inbox",
    title: "No unread message",
    text: "Messages that people send to your numbers appear here until a program or a person reads them.",
  } as const;
  const caption = `Unread messages, oldest first, at most ${mostMessages}`;
  return {
    title: "Inbox",
    facts: [{ text: `${countText(unread)} unread of ${countText(total)}` }],
    sections: [
      {
        heading: "Unread",
        note: takes
          ? "a message that is read here is no longer new for your program"
          : "a message that you read stays new for your program",
        tables: [{ caption, columns, rows, empty }],
      },
    ],
  };
}

const messagePage = ({ id, from, to, at, text, subject }: InboxMessage): Page => ({
  title: from,
  crumbs: [
    { text: "Inbox", href: "/inbox" },
    { text: `Message ${id}`, href: "" },
  ],
  facts: [{ text: `to ${to}` }, { text: "", time: at, exact: true }],
  sections: [
    {
      heading: subject ?? "Text",
      width: 6,
      bubble: { from, text },
      links: [{ text: "Back", href: "/inbox" }],
    },
  ],
});

/**
 * Shows a message, which is read from then on if the visitor may send. Recorded. @throws Refusal for one of another customer, as for an
 * unknown one
 */
async function readPage({ inbox }: Store, visit: Visit): Promise<Page> {
  const id = storedIdOf("message", idOf(visit));
  const message = await inbox.read(visit.customer, id, takesMessages(visit), visit.by, visit.now);
  if (message === undefined) throw new Refusal(`there is no message ${id}`);
  return messagePage(message);
}

export function inboxPages(store: Store): readonly PageRoute[] {
  return [{ path: "/inbox", role: "messages", show: (visit) => inboxPage(store, visit) }];
}

export function inboxActions(store: Store): readonly ActionRoute[] {
  return [
    {
      path: "/inbox/:id/read",
      role: "messages",
      // A message can be read any number of times.
      done: "",
      back: () => "/inbox",
      run: (visit) => readPage(store, visit),
    },
  ];
}
