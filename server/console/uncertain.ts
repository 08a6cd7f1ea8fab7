import { listUncertain, resolveUncertain, type UncertainRow } from "../admin/queue.js";
import type { Store } from "../ports/store.js";
import { textOf } from "../web/form.js";
import { changeAction } from "../web/page.js";
import { namesOfCustomers, reasonCell } from "./message-search.js";
import { type ActionRoute, hasRole, type PageRoute, viewOf, type Visit } from "./visit.js";
import { type Cell, type Form, numberCell, type Page, phoneCell, timeCell } from "../web/view.js";

/** Messages on the page. */
const mostShown = 200;

const rowForm = (verb: "resend" | "fail", button: string, id: number): Form => ({
  action: `/uncertain/${verb}`,
  button,
  danger: verb === "fail",
  fields: [{ name: "id", label: "", type: "hidden", value: String(id) }],
});

/** The oldest ones. */
async function firstUncertain(store: Store, visit: Visit): Promise<readonly UncertainRow[]> {
  for await (const page of listUncertain(store, viewOf(visit))) return page.slice(0, mostShown);
  return [];
}

async function uncertainPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, "support");
  const nameOf = await namesOfCustomers(store);
  const rows = (await firstUncertain(store, visit)).map((message): readonly Cell[] => [
    phoneCell(message.number, { href: `/messages/${message.id}` }),
    timeCell(message.since),
    { text: nameOf(message.customer), href: `/customers/${message.customer}` },
    { text: message.link ?? "" },
    numberCell(message.attempts),
    reasonCell("FAILED", message.reason),
    ...(mayChange
      ? [
          { text: "", form: rowForm("resend", "Send again", message.id) },
          { text: "", form: rowForm("fail", "Give up", message.id) },
        ]
      : []),
  ]);
  const columns = ["Number", "Since", "Customer", "Link", "Attempts", "Reason"];
  const table = {
    caption: `Uncertain messages, oldest first, at most ${mostShown}`,
    rows,
    columns: [...columns, ...(mayChange ? ["Send again", "Give up"] : [])],
    empty: {
      icon: "circle-check",
      title: "No message is uncertain",
      text: "A message is uncertain if the network did not respond, so that nobody knows whether it has it.",
    } as const,
  };
  const text =
    "It is unconfirmed whether the network accepted these messages: the response to the last attempt is missing. A message that is sent again may arrive twice; one that is given up gets the status SMSC_UNKNOWN.";
  return { title: "Uncertain messages", sections: [{ heading: "To decide", text, tables: [table] }] };
}

export function uncertainPages(store: Store): readonly PageRoute[] {
  return [{ path: "/uncertain", role: "viewer", show: (visit) => uncertainPage(store, visit) }];
}

export function uncertainActions(store: Store, wakeDelivery: () => void): readonly ActionRoute[] {
  const verbs = [
    {
      verb: "resend",
      done: "The message is sent again.",
      danger: {
        button: "Send the message again",
        text: "If the network has it already, the recipient gets it twice.",
      },
    },
    {
      verb: "fail",
      done: "The message was given up.",
      danger: {
        button: "Give the message up",
        text: "It gets the status SMSC_UNKNOWN, although it may have been delivered.",
      },
    },
  ] as const;
  return verbs.map(({ verb, done, danger }) =>
    changeAction(
      { path: `/uncertain/${verb}`, role: "support", done, back: () => "/uncertain", danger },
      async (visit, form) => {
        await resolveUncertain(store, [textOf(form, "id") ?? ""], verb, visit);
        wakeDelivery();
      },
    ),
  );
}
