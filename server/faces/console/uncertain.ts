import { listContradictions, listUncertain, resolveUncertain, type UncertainRow } from "../../admin/queue.js";
import type { Store } from "../../ports/store.js";
import { textOf } from "../web/form.js";
import { changeAction } from "../web/page.js";
import { namesOfCustomers, reasonCell } from "./message-search.js";
import { type ActionRoute, hasRole, type PageRoute, viewOf, type Visit } from "./visit.js";
import {
  type Cell,
  type Form,
  numberCell,
  type Page,
  phoneCell,
  type Section,
  timeCell,
} from "../web/view.js";

/** Messages on the page. */
const mostShown = 200;

const rowForm = (verb: "resend" | "fail", button: string, id: number): Form => ({
  action: `/uncertain/${verb}`,
  button,
  danger: verb === "fail",
  fields: [{ name: "id", label: "", type: "hidden", value: String(id) }],
});

/** The first rows of a list. */
async function first<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  for await (const page of pages) return page.slice(0, mostShown);
  return [];
}

type NameOf = Awaited<ReturnType<typeof namesOfCustomers>>;

/** Receipts that say something else than the final state of their message. */
async function contradictions(store: Store, nameOf: NameOf): Promise<Section> {
  const rows = (await first(listContradictions(store))).map((row): readonly Cell[] => [
    phoneCell(row.number, { href: `/messages/${row.id}` }),
    timeCell(row.at),
    { text: nameOf(row.customer), href: `/customers/${row.customer}` },
    numberCell(row.part),
    { text: row.status },
    { text: row.reported },
    { text: row.code ?? "" },
    { text: row.refunded ? "refunded" : "" },
  ]);
  const table = {
    caption: `Contradicting receipts, latest first, at most ${mostShown}`,
    rows,
    columns: ["Number", "Received", "Customer", "Part", "Status", "Receipt", "Code", "Refund"],
    empty: {
      icon: "circle-check",
      title: "No receipt contradicts another one",
      text: "A receipt contradicts if the part has another final state already, or replaces a state that was guessed.",
    } as const,
  };
  const text =
    "The status stays, or has replaced the receipt if that was a guess. A refund made meanwhile is not taken back.";
  return { heading: "Contradicting receipts", text, tables: [table] };
}

async function uncertainPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, "support");
  const nameOf = await namesOfCustomers(store);
  const uncertain: readonly UncertainRow[] = await first(listUncertain(store, viewOf(visit)));
  const rows = uncertain.map((message): readonly Cell[] => [
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
  const decide = { heading: "To decide", text, tables: [table] };
  return { title: "Uncertain messages", sections: [decide, await contradictions(store, nameOf)] };
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
