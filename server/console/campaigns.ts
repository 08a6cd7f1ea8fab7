import { listCampaigns, stopCampaign } from "../admin/locations.js";
import type { Store } from "../ports/store.js";
import { changeAction } from "../web/page.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, type Form, numberCell, type Page } from "../web/view.js";

/** Campaigns on the page. */
const mostShown = 500;

/** Statuses of campaigns that have ended. */
const ended: readonly string[] = ["Completed", "CompletedAndBilled"];

async function campaignsPage(store: Store, visit: Visit): Promise<Page> {
  const mayStop = hasRole(visit, "admin");
  const found = (await listCampaigns(store)).toReversed().slice(0, mostShown);
  const rows = found.map(({ id, customer, status, completion, parts, limit, taken }): readonly Cell[] => {
    const stop: Form = { action: `/campaigns/${id}/stop`, button: "Stop", fields: [], danger: true };
    return [
      { text: String(id) },
      { text: String(customer), href: `/customers/${customer}` },
      { text: status },
      { text: completion },
      numberCell(`${taken} of ${limit}`),
      numberCell(parts),
      ...(mayStop ? [{ text: "ended", form: ended.includes(status) ? undefined : stop }] : []),
    ];
  });
  const columns = ["Campaign", "Customer", "Status", "Completion", "Recipients", "Parts"];
  const table = {
    caption: `Campaigns, newest first, at most ${mostShown}`,
    rows,
    empty: {
      icon: "megaphone",
      title: "There is no campaign",
      text: "Customers start campaigns to the audience of a location.",
    } as const,
    columns: [...columns, ...(mayStop ? ["Action"] : [])],
  };
  return { title: "Campaigns", sections: [{ heading: "Ad-zone campaigns", tables: [table] }] };
}

export function campaignPages(store: Store): readonly PageRoute[] {
  return [{ path: "/campaigns", role: "viewer", show: (visit) => campaignsPage(store, visit) }];
}

export function campaignActions(store: Store): readonly ActionRoute[] {
  const done = "The campaign was stopped; the unused part of its charge is refunded.";
  const danger = {
    button: "Stop the campaign",
    text: "Recipients that have not got the message do not get it. A stopped campaign cannot go on.",
  };
  return [
    changeAction(
      { path: "/campaigns/:id/stop", role: "admin", done, back: () => "/campaigns", danger },
      async (visit) => stopCampaign(store, visit.params["id"] ?? "", visit),
    ),
  ];
}
