import type { Store } from "../../ports/store.js";
import { keyRoutes, keysCard } from "../web/api-keys.js";
import { idOf, part } from "../web/page.js";
import type { Page } from "../web/view.js";
import { customerCard, customerFrame, customerOfPage } from "./customer-frame.js";
import { type ActionRoute, type PageRoute, roleOf, type Visit } from "./visit.js";

const path = "/customers/:id/keys";

const placeOf = (id: string): string => `/customers/${part(id)}/keys`;

async function keysPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const customer = String(card.id);
  return {
    ...customerFrame(card, "keys"),
    sections: [await keysCard(store, visit, { customer, place: placeOf(customer) })],
  };
}

export const keyActions = (store: Store): readonly ActionRoute[] =>
  keyRoutes<Visit, ActionRoute["role"]>(store, roleOf, {
    path,
    back: ({ id = "" }) => placeOf(id),
    customerOf: idOf,
    ownerOf: (visit) => customerOfPage(store, visit),
  });

export const keyPages = (store: Store): readonly PageRoute[] => [
  { path, role: "viewer", show: (visit) => keysPage(store, visit) },
];
