import { foundMessages } from "../../actions/message-find.js";
import type { Store } from "../../ports/store.js";
import { messagePill } from "../web/states.js";
import { type Cell, phoneCell, type Section, timeCell } from "../web/view.js";
import { customerCell, namesOfSome } from "./customer-names.js";
import { reasonCell } from "./message-search.js";
import type { Visit } from "./visit.js";

/** Messages on the card. */
const mostShown = 6;

/** The latest messages that failed, with their reasons: of the service, or of a customer. */
export async function failuresCard(store: Store, visit: Visit, customerId?: number): Promise<Section> {
  const of = customerId === undefined ? {} : { customer: String(customerId) };
  const input = { ...of, state: "failed", since: "24h" };
  const { rows: messages } = await foundMessages(store, input, { limit: mostShown }, visit);
  const nameOf = await namesOfSome(
    store,
    messages.map(({ customer }) => customer),
  );
  const rows = messages.map(
    ({ id, changed, number, status, reason, customer, originator, link }): readonly Cell[] => {
      const { word, tone } = messagePill(status);
      const { text } = reasonCell(status, reason);
      return [
        timeCell(changed),
        phoneCell(number, { href: `/messages/${id}` }),
        { text: text === "" ? word : text.replace(/\.$/u, ""), mark: tone, layout: "rest" },
        ...(customerId === undefined
          ? [customerCell(customer, nameOf, { note: undefined })]
          : [{ text: originator }, { text: link }]),
      ];
    },
  );
  return {
    heading: "Latest failures",
    width: customerId === undefined ? 7 : undefined,
    links: [
      {
        text: "All failures",
        href: `/messages?${new URLSearchParams({ ...of, state: "failed", since: "24h" }).toString()}`,
      },
    ],
    tables: [
      {
        caption: `Messages that failed in the last 24 hours, at most ${mostShown}`,
        columns: [
          "When",
          "Number",
          "Reason",
          ...(customerId === undefined ? ["Customer"] : ["Originator", "Link"]),
        ],
        rows,
        empty: {
          icon: "circle-check",
          title: "No message failed in 24 hours",
          text: "Failures appear here with their reasons.",
        },
      },
    ],
  };
}
