import type { Store } from "../../ports/store.js";
import { optOutActions, optOutCards } from "../web/opt-outs.js";
import { idOf, part } from "../web/page.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { type ActionRoute, type PageRoute, roleOf, type Visit } from "./visit.js";

const path = "/customers/:id/opt-outs";

const placeOf = (id: string): string => `/customers/${part(id)}/opt-outs`;

/** Numbers that opted out of the messages of a customer, and its stop words. */
export function customerOptOutPages(store: Store): readonly PageRoute[] {
  return [
    {
      path,
      role: "viewer",
      show: async (visit) => {
        const card = await customerCard(store, visit);
        const customer = String(card.id);
        const on = { customer, base: placeOf(customer), visit };
        return { ...customerFrame(card, "opt-outs"), sections: await optOutCards(store, on) };
      },
    },
  ];
}

export function customerOptOutActions(store: Store): readonly ActionRoute[] {
  return optOutActions<Visit, ActionRoute["role"]>({
    store,
    path,
    needOf: roleOf,
    customerOf: idOf,
    back: ({ id = "" }) => placeOf(id),
  });
}
