import { includesRole, type OperatorRole } from "../../domain/accounts/operators.js";
import type { Searches } from "../../actions/saved-search.js";
import { allLinksPage } from "./all-links.js";
import { problemsPage } from "./attention.js";
import { auditPages } from "./audit-page.js";
import { bulkActions, bulkPages } from "./bulk-runs.js";
import { campaignActions, campaignPages } from "./campaigns.js";
import { componentPages } from "./components.js";
import { customerActions } from "./customer-actions.js";
import { callbackActions, callbackPages } from "./customer-callbacks.js";
import { customerDataPages } from "./customer-data.js";
import { customerListActions, customerListPages } from "./customer-lists.js";
import { keyActions, keyPages } from "./customer-keys.js";
import { ledgerPages } from "./customer-ledger.js";
import { customerOverviewPages } from "./customer-overview.js";
import { customerOptOutActions, customerOptOutPages } from "./customer-opt-outs.js";
import { customerSettingsPages } from "./customer-settings.js";
import { portalActions } from "./customer-portal.js";
import { customersPages } from "./customers.js";
import { deliverabilityPages } from "./deliverability.js";
import { buyPriceActions } from "./buy-prices.js";
import { type HandedOver, newCustomerActions, newCustomerPages } from "./new-customer.js";
import { linkActions, linkPage } from "./links.js";
import { messageActions, messagePages } from "./message-card.js";
import { savedSearchActions, savedSearchPages } from "./saved-searches.js";
import { noteActions } from "./shift-notes.js";
import { searchActions, searchPages } from "./message-search.js";
import type { Snapshots } from "./snapshot.js";
import { groups, hrefOf } from "./navigation.js";
import { operatorKeyActions, operatorKeyPages } from "./operator-keys.js";
import { overviewPage } from "./overview.js";
import { refundActions } from "./refunds.js";
import { type ActionRoute, type PageRoute, roleOf, type Visit } from "./visit.js";
import { blockedActions, blockedPages } from "./blocked-numbers.js";
import { operatorActions, operatorPages } from "./operators.js";
import { priceActions, pricePages } from "./prices.js";
import { routeMoveActions, routeMovePages } from "./route-move.js";
import { routeActions, routePages } from "./routes-page.js";
import { globalSearchActions, globalSearchPages } from "./search.js";
import { smppActions, smppPages } from "./smpp-clients.js";
import { type SystemSources, systemPages } from "./system.js";
import { trafficPages } from "./traffic.js";
import { uncertainActions, uncertainPages } from "./uncertain.js";
import { sessionActions, sessionPages } from "../web/own-sessions.js";
import type { Page, Section } from "../web/view.js";

/** Sources of the pages and actions. */
export interface SiteSources extends SystemSources {
  readonly moments: Snapshots;
  readonly searches: Searches;
  readonly addresses: HandedOver;
  /** Called when messages have become due. */
  readonly wakeDelivery: () => void;
}

/** All places of the navigation, for phones. */
function morePage({ operator }: Visit): Page {
  return {
    title: "More",
    sections: groups.map(({ heading = "Daily", places }): Section => ({
      heading,
      width: 6,
      menu: places
        .filter(({ role }) => includesRole(operator.role, role))
        .map((place) => ({ text: place.text, href: hrefOf(place), icon: place.icon })),
    })),
  };
}

/** Every page. */
export function pagesOf({ moments, ...sources }: SiteSources): readonly PageRoute[] {
  const { store } = sources;
  return [
    overviewPage(store, moments),
    problemsPage(moments),
    ...trafficPages(store),
    ...searchPages(sources),
    ...savedSearchPages(store),
    ...bulkPages(store),
    ...messagePages(store),
    allLinksPage(store, moments),
    linkPage(store),
    ...deliverabilityPages(store),
    ...routeMovePages(store),
    ...routePages(store),
    ...pricePages(store),
    ...blockedPages(store),
    ...operatorPages(store),
    ...smppPages(store, moments),
    ...customersPages(store),
    ...newCustomerPages(),
    ...customerOverviewPages(store),
    ...ledgerPages(store),
    ...customerSettingsPages(store),
    ...keyPages(store),
    ...callbackPages(store),
    ...customerDataPages(store),
    ...customerListPages(store),
    ...customerOptOutPages(store),
    ...uncertainPages(store),
    ...campaignPages(store),
    ...globalSearchPages(),
    ...operatorKeyPages(store),
    ...auditPages(store),
    ...systemPages(sources),
    ...componentPages(),
    ...sessionPages<Visit, OperatorRole>(store.operators, "viewer"),
    { path: "/more", role: "viewer", show: async (visit) => morePage(visit) },
  ];
}

/** Every action. */
export function actionsOf({ store, wakeDelivery, addresses, searches }: SiteSources): readonly ActionRoute[] {
  return [
    ...searchActions({ store, searches }),
    ...messageActions(store, wakeDelivery),
    ...refundActions(store),
    ...savedSearchActions(store),
    ...noteActions(store),
    ...bulkActions(store),
    ...linkActions(store),
    ...buyPriceActions(store),
    ...routeMoveActions(store),
    ...routeActions(store),
    ...priceActions(store),
    ...blockedActions(store),
    ...operatorActions(store),
    ...smppActions(store),
    ...customerActions(store),
    ...keyActions(store),
    ...callbackActions(store),
    ...portalActions(store, () => addresses.portal()),
    ...newCustomerActions(store, addresses),
    ...customerListActions(store),
    ...customerOptOutActions(store),
    ...uncertainActions(store, wakeDelivery),
    ...campaignActions(store),
    ...operatorKeyActions(store),
    ...globalSearchActions({ store, searches }),
    ...sessionActions<Visit, OperatorRole>(store, roleOf, () => undefined),
  ];
}
