import { customerCell, namesOfCustomers } from "./customer-names.js";
import { listCampaigns, stopCampaign } from "../../actions/campaigns.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton } from "../web/action-forms.js";
import { listedTable } from "../web/listed.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";
import { numberCell, type Page } from "../web/view.js";

/** Campaigns on the page. */
const mostShown = 500;

/** Statuses of campaigns that have ended. */
const ended: readonly string[] = ["Completed", "CompletedAndBilled"];

async function campaignsPage(store: Store, visit: Visit): Promise<Page> {
  const found = await listCampaigns.rows(store, {}, visit);
  const nameOf = await namesOfCustomers(store);
  const table = await listedTable(
    found.toReversed().slice(0, mostShown),
    [
      ["Campaign", ({ id }) => ({ text: String(id) })],
      ["Customer", ({ customer }) => customerCell(customer, nameOf)],
      ["Status", "status"],
      ["Completion", "completion"],
      ["Recipients", ({ taken, limit }) => numberCell(`${taken} of ${limit}`)],
      ["Parts", "parts"],
    ],
    {
      caption: `Campaigns, newest first, at most ${mostShown}`,
      empty: {
        icon: "megaphone",
        title: "There is no campaign",
        text: "Customers start campaigns to the audience of a location.",
      },
      action: mayChange(stopCampaign.may, visit.caller) && {
        heading: "Action",
        button: ({ id, status }) => ({
          text: "ended",
          form: ended.includes(status) ? undefined : actionButton(stopCampaign, `/campaigns/${id}/stop`),
        }),
      },
    },
  );
  return { title: "Campaigns", sections: [{ heading: "Ad-zone campaigns", tables: [table] }] };
}

export function campaignPages(store: Store): readonly PageRoute[] {
  return [{ path: "/campaigns", role: "viewer", show: (visit) => campaignsPage(store, visit) }];
}

export function campaignActions(store: Store): readonly ActionRoute[] {
  return [operatorAction(store, stopCampaign, { path: "/campaigns/:id/stop", back: () => "/campaigns" })];
}
