import { type RefundInput, refundMessages } from "../../admin/refunds.js";
import { creditScale } from "../../domain/credit/credit.js";
import type { Store } from "../../ports/store.js";
import { textOf, type Values } from "../web/form.js";
import { changeAction, part } from "../web/page.js";
import type { Form } from "../web/view.js";
import { type ActionRoute, hasRole, type Visit } from "./visit.js";

/** Refunds of one message, and of those on a page of a search. */

const danger = {
  button: "Refund",
  text: "The share of the charge goes back to the balance of the customer, once for each message. The ledger keeps it with the reason refund.",
};

/** Refunds the messages that a page of a search shows. */
export const selectionForm = (search: number, messages: readonly number[]): Form => ({
  action: `/messages/found/${search}/refund`,
  button: messages.length === 1 ? "Refund the message" : `Refund these ${messages.length} messages`,
  caption: "Refund",
  icon: "undo-2",
  folded: true,
  danger: true,
  fields: [
    { name: "messages", label: "", type: "hidden", value: messages.join(" ") },
    {
      name: "reference",
      label: "Reference",
      type: "text",
      width: "medium",
      hint: "of the complaint, for the ledger; messages without a charge, or refunded before, are left out",
    },
  ],
});

/** @param limit credits that an operator with the role support may refund in 24 hours */
export function refundActions(store: Store, limit: number): readonly ActionRoute[] {
  const refund = (visit: Visit, input: RefundInput) =>
    refundMessages(store, input, hasRole(visit, "admin") ? undefined : limit * creditScale, visit);
  const ids = (form: Values): readonly string[] => (form.get("messages") ?? "").split(" ").filter(Boolean);
  const route = { role: "support", identity: "recent" } as const;
  return [
    changeAction(
      {
        ...route,
        path: "/messages/:id/refund",
        done: "The message was refunded.",
        danger: { ...danger, button: "Refund the message" },
        back: ({ id = "" }) => `/messages/${part(id)}`,
      },
      (visit, form) =>
        refund(visit, { ids: [visit.params["id"] ?? ""], reference: textOf(form, "reference") }),
    ),
    changeAction(
      {
        ...route,
        path: "/messages/found/:id/refund",
        done: "The messages were refunded; those without a charge, or refunded before, were left out.",
        danger: { ...danger, button: "Refund the messages" },
        back: ({ id = "" }) => `/messages/found/${part(id)}`,
      },
      (visit, form) => refund(visit, { ids: ids(form), reference: textOf(form, "reference") }),
    ),
  ];
}
