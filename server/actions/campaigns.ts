import { storedIdOf } from "../admin/ids.js";
import { unknownThing } from "../admin/refusal.js";
import { customerFilter } from "./account-fields.js";
import { action, list, type Subject } from "./action.js";
import { required, text } from "./fields.js";
import { described, wholeMember } from "./members.js";

/** Campaigns of one customer, or of all, without their texts. */
export const listCampaigns = list({
  name: "campaign list",
  help: "List campaigns",
  may: { operator: "viewer" },
  filters: { customer: customerFilter },
  columns: ["id", "customer", "status", "completion", "parts", "limit", "taken", "billable"],
  members: {
    ...described(["id", "customer", "status", "completion", "parts", "taken"]),
    limit: wholeMember("most recipients"),
    billable: wholeMember("credits charged, in thousandths"),
  },
  rows: async ({ customer }, { store }) =>
    (await store.campaigns.list(customer)).map(({ id, customerId, position, ...campaign }) => ({
      id,
      customer: customerId,
      status: position.status,
      completion: position.completion,
      parts: campaign.parts,
      /** Most recipients. */
      limit: campaign.recipientLimit,
      /** Recipients selected so far. */
      taken: campaign.recipientLimit - campaign.rest.recipients,
      billable: campaign.billable,
    })),
});

/** Ends a campaign; one that has ended already stays as it is. */
export const stopCampaign = action({
  name: "campaign stop",
  help: "Stop a campaign; the unused part is refunded",
  may: { operator: "admin" },
  button: "Stop",
  done: "The campaign was stopped; the unused part of its charge is refunded.",
  danger: {
    button: "Stop the campaign",
    text: "Recipients that have not got the message do not get it. A stopped campaign cannot go on.",
  },
  keys: {
    id: required(text(undefined, undefined, { argument: "campaign" }), (given) =>
      storedIdOf("campaign", given),
    ),
  },
  run: async ({ id }, { now, recorded }) => {
    const { campaigns } = recorded({ subject: { campaign: id } });
    if (!(await campaigns.stop(id, undefined, "StoppedByAdmin", now)))
      throw unknownThing(`there is no campaign ${id}`);
    return { row: { id }, text: `campaign ${id} stopped` };
  },
});

/** Ad-zone campaigns. */
export const campaigns: Subject = {
  name: "campaign",
  help: "Ad-zone campaigns",
  entries: [listCampaigns, stopCampaign],
};
