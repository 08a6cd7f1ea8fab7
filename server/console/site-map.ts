import type { OperatorRole } from "../domain/accounts/operators.js";
import type { Store } from "../ports/store.js";
import { routeActions } from "./message-routes.js";
import { linkActions, linkPages } from "./links.js";
import { messageActions, messagePages } from "./messages.js";
import { type Overview, overviewPage } from "./overview.js";
import type { ActionRoute, PageRoute } from "./page.js";

/** What the pages show and change. */
export interface ConsoleSources {
  readonly store: Store;
  readonly now: () => number;
  readonly overview: Overview;
  /** Messages became due. */
  readonly wakeDelivery: () => void;
}

/** The pages in the navigation, in its order. */
export const navigation: readonly {
  readonly text: string;
  readonly path: string;
  readonly role: OperatorRole;
}[] = [
  { text: "Overview", path: "/", role: "viewer" },
  { text: "Messages", path: "/messages", role: "viewer" },
  { text: "Links and routes", path: "/links", role: "viewer" },
];

/** Every page. */
export function pagesOf({ store, overview }: ConsoleSources): readonly PageRoute[] {
  return [overviewPage(overview), ...messagePages(store), ...linkPages(store)];
}

/** Every action. */
export function actionsOf({ store, wakeDelivery }: ConsoleSources): readonly ActionRoute[] {
  return [...messageActions(store, wakeDelivery), ...linkActions(store), ...routeActions(store)];
}
