import { danger, refundMessages } from "../../actions/refunds.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "../web/action-forms.js";
import { part } from "../web/page.js";
import type { Form } from "../web/view.js";
import { type ActionRoute, operatorAction } from "./visit.js";

/** Refunds of one message, and of those on a page of a search. */

/** Refunds the messages that a page of a search shows. */
export function selectionForm(search: number, messages: readonly number[]): Form {
  const form = actionForm(refundMessages, `/messages/found/${search}/refund`, {
    button: messages.length === 1 ? "Refund the message" : `Refund these ${messages.length} messages`,
    caption: "Refund",
    icon: "undo-2",
    folded: true,
  });
  const ids = { name: "ids", label: "", type: "hidden", value: messages.join(" ") } as const;
  return { ...form, fields: [ids, ...form.fields] };
}

export function refundActions(store: Store): readonly ActionRoute[] {
  return [
    operatorAction(store, refundMessages, {
      path: "/messages/:id/refund",
      back: ({ id = "" }) => `/messages/${part(id)}`,
      given: ({ params }) => ({ ids: params["id"] }),
    }),
    operatorAction(store, refundMessages, {
      path: "/messages/found/:id/refund",
      back: ({ id = "" }) => `/messages/found/${part(id)}`,
      given: (_visit, form) => ({ ids: form.get("ids")?.split(" ").filter(Boolean) }),
      done: "The messages were refunded; those without a charge, or refunded before, were left out.",
      danger: { ...danger, button: "Refund the messages" },
    }),
  ];
}
