import { cancelMessages } from "../../actions/message-desk.js";
import { foundMessages } from "../../actions/message-find.js";
import { mayChange } from "../../actions/rights.js";
import { Refusal } from "../../admin/refusal.js";
import { refundShare } from "../../domain/credit/refunds.js";
import type { DeskMessage } from "../../domain/desk/timeline.js";
import { RecipientState } from "../../domain/recipient-state.js";
import type { TransactionCounts } from "../../domain/status.js";
import type { Store } from "../../ports/store.js";
import { actionButton } from "../web/action-forms.js";
import { countWords, creditsWords } from "../web/number-texts.js";
import { transactionShares } from "../web/outcomes.js";
import { idOf, part } from "../web/page.js";
import type { Cell, Page, Section } from "../web/view.js";
import { messageColumns, messageRow, noMessages } from "./messages.js";
import { type ActionRoute, customerAction, customerText, type PageRoute, type Visit } from "./visit.js";

/** Messages of the first page of a transaction. */
const shownMessages = 100;

/** What a transaction costs, what came back, and what cancelling now would bring back. */
function moneyOf({ charge, refunds }: DeskMessage, { counts }: TransactionCounts) {
  const sum = (fits: (state: RecipientState) => boolean): number =>
    counts.reduce((all, { state, count }) => all + (fits(state) ? count : 0), 0);
  const waiting = sum((state) => state === RecipientState.Queued);
  const refunded = refunds.reduce((all, { amount }) => all + amount, 0);
  const recipients = sum((state) => state < RecipientState.InvalidNumber);
  const back = refundShare({ charge, refunded, done: 0, recipients }, waiting);
  return { charge, refunded, waiting, back, isWhole: waiting === recipients };
}

/** Figures of the credits, and the button that cancels what has not left. */
function creditCard(visit: Visit, id: string, message: DeskMessage, counts: TransactionCounts): Section {
  const { charge, refunded, waiting, back, isWhole } = moneyOf(message, counts);
  const mayCancel = mayChange(cancelMessages.may, visit.caller) && waiting > 0 && message.campaign === 0;
  const cancel = actionButton(
    cancelMessages,
    `/transactions/${part(id)}/cancel`,
    {},
    { icon: "circle-x", button: `Cancel ${countWords(waiting, "message")}` },
  );
  const facts: readonly (Cell & { readonly name: string })[] = [
    { name: "Charge", text: creditsWords(charge) },
    ...(refunded === 0 ? [] : [{ name: "Refunded", text: creditsWords(refunded) }]),
    ...(waiting === 0
      ? []
      : [
          { name: "Leaves", text: "", time: counts.dueAt, exact: true },
          { name: "Not left yet", text: countWords(waiting, "message") },
          { name: "Comes back if cancelled", text: `${isWhole ? "" : "up to "}${creditsWords(back)}` },
        ]),
  ];
  return {
    heading: "Credits",
    width: 4,
    facts: [{ caption: "Credits", facts, isSum: true }],
    forms: mayCancel ? [cancel] : [],
  };
}

/** The messages of one call, by outcome. */
async function transactionPage(store: Store, visit: Visit): Promise<Page> {
  const id = idOf(visit);
  const found = await store.outbox.statistics(visit.customer, id);
  if (found === undefined) throw new Refusal(`there is no transaction ${id}`);
  const shares = transactionShares(found.counts);
  const { total } = shares;
  const input = { transaction: id, customer: customerText(visit) };
  const { rows } = await foundMessages(store, input, { limit: shownMessages }, visit);
  const first = rows[0] === undefined ? undefined : await store.desk.message(rows[0].id);
  return {
    title: countWords(total, "message"),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: "Transaction", href: "" },
    ],
    facts: [{ text: id, layout: "code" }],
    sections: [
      {
        heading: "Messages",
        width: 8,
        tables: [
          {
            caption: `Messages of the transaction, at most ${shownMessages}`,
            columns: messageColumns,
            rows: rows.map(messageRow),
            empty: noMessages,
          },
        ],
      },
      { heading: "Outcomes", width: 4, shares },
      ...(first === undefined ? [] : [creditCard(visit, id, first, found)]),
    ],
  };
}

export function transactionPages(store: Store): readonly PageRoute[] {
  return [{ path: "/transactions/:id", role: "messages", show: (visit) => transactionPage(store, visit) }];
}

export function transactionActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, cancelMessages, {
      path: "/transactions/:id/cancel",
      back: ({ id = "" }) => `/transactions/${part(id)}`,
      given: (visit) => ({ ids: undefined, transaction: idOf(visit) }),
      done: "The messages were cancelled.",
      danger: {
        button: "Cancel the messages",
        text: "Those that have not left are not sent. The credits of those of which no network has anything come back.",
      },
    }),
  ];
}
