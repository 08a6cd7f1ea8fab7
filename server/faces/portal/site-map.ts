import type { PortalRight } from "../../domain/accounts/portal-users.js";
import { sessionActions, sessionPages } from "../web/own-sessions.js";
import type { Page } from "../web/view.js";
import { accountActions, accountPages, accountPath } from "./account.js";
import { bindPages } from "./binds.js";
import { billingPages } from "./billing.js";
import { callbackActions, callbackPages } from "./callbacks.js";
import { historyPages } from "./history.js";
import { inboxActions, inboxPages } from "./inbox.js";
import { keyActions, keyPages } from "./keys.js";
import { listActions, listPages } from "./lists.js";
import { messageActions, messagePages } from "./message.js";
import { messageListActions, messageListPages } from "./messages.js";
import { places } from "./navigation.js";
import { overviewPages } from "./overview.js";
import { sendingActions, sendingPages } from "./sending.js";
import type { PortalSources } from "./sources.js";
import { transactionActions, transactionPages } from "./transaction.js";
import { userActions, userPages } from "./users.js";
import {
  type ActionRoute,
  allows,
  customerText,
  isSupport,
  type PageRoute,
  rightOf,
  type Visit,
} from "./visit.js";

const account = { text: "Your user", href: accountPath, icon: "user" } as const;

/** All places of the bar, for phones. */
function morePage({ visitor }: Visit): Page {
  const links = places
    .filter(({ need }) => allows(visitor, need))
    .map(({ text, path, icon }) => ({ text, href: path, icon }));
  return {
    title: "More",
    sections: [{ heading: "Pages", width: 6, menu: isSupport(visitor) ? links : [...links, account] }],
  };
}

/** Every page. */
export function pagesOf(sources: PortalSources): readonly PageRoute[] {
  const { store } = sources;
  return [
    ...overviewPages(store),
    ...sendingPages(sources),
    ...messageListPages(sources),
    ...messagePages(store),
    ...transactionPages(store),
    ...inboxPages(store),
    ...listPages(store),
    ...billingPages(store),
    ...keyPages(sources),
    ...callbackPages(sources),
    ...bindPages(store),
    ...userPages(store),
    ...historyPages(store),
    ...accountPages(sources),
    ...sessionPages<Visit, PortalRight>(store.portal, "look"),
    { path: "/more", role: "look", show: async (visit) => morePage(visit) },
  ];
}

/** Every action. */
export function actionsOf(sources: PortalSources): readonly ActionRoute[] {
  const { store } = sources;
  return [
    ...sendingActions(sources),
    ...messageListActions(sources),
    ...messageActions(store),
    ...transactionActions(store),
    ...inboxActions(store),
    ...listActions(store),
    ...keyActions(sources),
    ...callbackActions(sources),
    ...userActions(sources),
    ...accountActions(sources),
    ...sessionActions<Visit, PortalRight>(store, rightOf, customerText),
  ];
}
