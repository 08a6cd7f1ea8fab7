import type { OperatorRole } from "../domain/accounts/operators.js";
import { campaignActions, campaignPages } from "./campaigns.js";
import { customerActions } from "./customer-actions.js";
import { callbackActions, callbackPages } from "./customer-callbacks.js";
import { customerDataPages } from "./customer-data.js";
import { keyActions, keyPages } from "./customer-keys.js";
import { customerPages } from "./customers.js";
import { linkActions, linkPages } from "./links.js";
import { routeActions } from "./message-routes.js";
import { messageActions, messagePages } from "./messages.js";
import type { Moments } from "./moment.js";
import { overviewPage } from "./overview.js";
import type { ActionRoute, PageRoute } from "./page.js";
import { type SystemSources, systemPages } from "./system.js";
import { trafficPages } from "./traffic.js";
import { uncertainActions, uncertainPages } from "./uncertain.js";

/** Sources of the pages and actions. */
export interface SiteSources extends SystemSources {
  readonly moments: Moments;
  /** Called when messages have become due. */
  readonly wakeDelivery: () => void;
}

interface Entry {
  readonly text: string;
  readonly path: string;
  readonly role: OperatorRole;
}

/** The pages in the navigation, in its order. */
export const navigation: readonly Entry[] = [
  { text: "Overview", path: "/", role: "viewer" },
  { text: "Traffic", path: "/traffic", role: "viewer" },
  { text: "Messages", path: "/messages", role: "viewer" },
  { text: "Links and routes", path: "/links", role: "viewer" },
  { text: "Customers", path: "/customers", role: "viewer" },
  { text: "Uncertain", path: "/uncertain", role: "viewer" },
  { text: "Campaigns", path: "/campaigns", role: "viewer" },
  { text: "Audit log", path: "/audit", role: "admin" },
  { text: "Settings", path: "/settings", role: "admin" },
  { text: "Database", path: "/database", role: "admin" },
];

/** Every page. */
export function pagesOf({ moments, ...sources }: SiteSources): readonly PageRoute[] {
  const { store } = sources;
  return [
    overviewPage(moments),
    ...trafficPages(store),
    ...messagePages(store),
    ...linkPages(store),
    ...customerPages(store),
    ...keyPages(store),
    ...callbackPages(store),
    ...customerDataPages(store),
    ...uncertainPages(store),
    ...campaignPages(store),
    ...systemPages(sources),
  ];
}

/** Every action. */
export function actionsOf({ store, wakeDelivery }: SiteSources): readonly ActionRoute[] {
  return [
    ...messageActions(store, wakeDelivery),
    ...linkActions(store),
    ...routeActions(store),
    ...customerActions(store),
    ...keyActions(store),
    ...callbackActions(store),
    ...uncertainActions(store, wakeDelivery),
    ...campaignActions(store),
  ];
}
