import { failUncertain, resendUncertain } from "../../actions/uncertain.js";
import { listContradictions, listUncertain, type UncertainRow } from "../../actions/queue.js";
import type { Store } from "../../ports/store.js";
import { actionButton } from "../web/action-forms.js";
import { customerCell, type NameOf, namesOfCustomers } from "./customer-names.js";
import { reasonCell } from "./message-search.js";
import { type ActionRoute, hasRole, operatorAction, type PageRoute, type Visit } from "./visit.js";
import { type Cell, numberCell, type Page, phoneCell, type Section, timeCell } from "../web/view.js";

/** Messages on the page. */
const mostShown = 200;

/** Receipts that say something else than the final state of their message. */
async function contradictions(store: Store, visit: Visit, nameOf: NameOf): Promise<Section> {
  const found = await listContradictions.part(store, {}, visit, { limit: mostShown });
  const rows = found.rows.map((row): readonly Cell[] => [
    phoneCell(row.number, { href: `/messages/${row.id}` }),
    timeCell(row.at),
    customerCell(row.customer, nameOf, { note: undefined }),
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

const idsOf = ({ id }: UncertainRow) => ({ ids: String(id) });

async function uncertainPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, "support");
  const nameOf = await namesOfCustomers(store);
  const uncertain = await listUncertain.part(store, {}, visit, { limit: mostShown });
  const rows = uncertain.rows.map((message): readonly Cell[] => [
    phoneCell(message.number, { href: `/messages/${message.id}` }),
    timeCell(message.since),
    customerCell(message.customer, nameOf, { note: undefined }),
    { text: message.link ?? "" },
    numberCell(message.attempts),
    reasonCell("FAILED", message.reason),
    ...(mayChange
      ? [
          {
            text: "",
            form: actionButton(resendUncertain, "/uncertain/resend", idsOf(message), { danger: false }),
          },
          { text: "", form: actionButton(failUncertain, "/uncertain/fail", idsOf(message)) },
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
  return { title: "Uncertain messages", sections: [decide, await contradictions(store, visit, nameOf)] };
}

export function uncertainPages(store: Store): readonly PageRoute[] {
  return [{ path: "/uncertain", role: "viewer", show: (visit) => uncertainPage(store, visit) }];
}

export function uncertainActions(store: Store, wakeDelivery: () => void): readonly ActionRoute[] {
  const place = {
    back: () => "/uncertain",
    shown: () => {
      wakeDelivery();
      return undefined;
    },
  };
  return [
    operatorAction(store, resendUncertain, { ...place, path: "/uncertain/resend" }),
    operatorAction(store, failUncertain, { ...place, path: "/uncertain/fail" }),
  ];
}
