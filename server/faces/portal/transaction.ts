import { foundMessages } from "../../actions/message-find.js";
import { Refusal } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { countText } from "../web/number-texts.js";
import { transactionShares } from "../web/outcomes.js";
import { idOf } from "../web/page.js";
import type { Page } from "../web/view.js";
import { messageColumns, messageRow, noMessages } from "./messages.js";
import { customerText, type PageRoute, type Visit } from "./visit.js";

/** Messages of the first page of a transaction. */
const shownMessages = 100;

/** The messages of one call, by outcome. */
async function transactionPage(store: Store, visit: Visit): Promise<Page> {
  const id = idOf(visit);
  const found = await store.outbox.statistics(visit.customer, id);
  if (found === undefined) throw new Refusal(`there is no transaction ${id}`);
  const shares = transactionShares(found.counts);
  const { total } = shares;
  const input = { transaction: id, customer: customerText(visit) };
  const { rows } = await foundMessages(store, input, { limit: shownMessages }, visit);
  return {
    title: total === 1 ? "1 message" : `${countText(total)} messages`,
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: "Transaction", href: "" },
    ],
    facts: [{ text: id, layout: "code" }],
    sections: [
      { heading: "Outcomes", width: 4, shares },
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
    ],
  };
}

export function transactionPages(store: Store): readonly PageRoute[] {
  return [{ path: "/transactions/:id", role: "messages", show: (visit) => transactionPage(store, visit) }];
}
