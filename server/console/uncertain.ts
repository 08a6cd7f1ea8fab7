import { listUncertain, resolveUncertain, type UncertainRow } from "../admin/queue.js";
import type { Store } from "../ports/store.js";
import { textOf } from "./form.js";
import {
  type ActionRoute,
  changeAction,
  type Cell,
  type Form,
  hasRole,
  numberCell,
  type Page,
  type PageRoute,
  timeText,
  type Visit,
} from "./page.js";

/** Messages on the page. */
const mostShown = 200;

const rowForm = (verb: "resend" | "fail", button: string, id: number): Form => ({
  action: `/uncertain/${verb}`,
  button,
  danger: true,
  fields: [{ name: "id", label: "", type: "hidden", value: String(id) }],
});

/** The oldest ones. */
async function firstUncertain(store: Store): Promise<readonly UncertainRow[]> {
  for await (const page of listUncertain(store)) return page.slice(0, mostShown);
  return [];
}

async function uncertainPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, "support");
  const rows = (await firstUncertain(store)).map((message): readonly Cell[] => [
    { ...numberCell(message.id), href: `/console/messages/${message.id}` },
    { text: timeText(message.since) },
    numberCell(message.customer),
    { text: message.number },
    { text: message.link ?? "" },
    numberCell(message.attempts),
    { text: message.reason ?? "" },
    ...(mayChange
      ? [
          { text: "", form: rowForm("resend", "Send again", message.id) },
          { text: "", form: rowForm("fail", "Give up", message.id) },
        ]
      : []),
  ]);
  const columns = ["Message", "Since (UTC)", "Customer", "Number", "Link", "Attempts", "Reason"];
  const table = {
    caption: `Uncertain messages, oldest first, at most ${mostShown}`,
    rows,
    columns: [...columns, ...(mayChange ? ["Send again", "Give up"] : [])],
    empty: "No message is uncertain.",
  };
  const text =
    "It is unconfirmed whether the network accepted these messages: the response to the last attempt is missing. A message that is sent again may arrive twice; one that is given up gets the status SMSC_UNKNOWN.";
  return { title: "Uncertain messages", sections: [{ heading: "Messages", text, tables: [table] }] };
}

export function uncertainPages(store: Store): readonly PageRoute[] {
  return [{ path: "/uncertain", role: "viewer", show: (visit) => uncertainPage(store, visit) }];
}

export function uncertainActions(store: Store, wakeDelivery: () => void): readonly ActionRoute[] {
  const verbs = [
    { verb: "resend", done: "The message is sent again." },
    { verb: "fail", done: "The message was given up." },
  ] as const;
  return verbs.map(({ verb, done }) =>
    changeAction(
      { path: `/uncertain/${verb}`, role: "support", done, back: () => "/uncertain", danger: true },
      async (visit, form) => {
        await resolveUncertain(store, [textOf(form, "id") ?? ""], verb, visit);
        wakeDelivery();
      },
    ),
  );
}
