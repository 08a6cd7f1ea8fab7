import type { AdZoneLocationApiData, SoapUser } from "messenger-client/records";
import { incorrect, type Outcome, type Refused } from "../domain/refusals.js";
import type { Campaign, Location } from "../domain/campaigns/campaigns.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { Placed, PlacedItems } from "./placed.js";

/** Input of the operations on one campaign. */
export interface CampaignQuestion {
  readonly user?: SoapUser | undefined;
  readonly campaignId: number;
}

export type LocationsOutcome = PlacedItems<"locations", AdZoneLocationApiData> | Refused;

export type ProgressOutcome = { readonly ok: true; readonly campaign: Campaign } | Refused;

/** GetAdZoneLocations: the active locations, as they are read. */
export async function adZoneLocations(
  { credentials, store }: Dependencies,
  user: SoapUser | undefined,
): Promise<LocationsOutcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  return { ok: true, kind: "locations", itemsAfter: (id) => activeOf(store.locations.list(id)) };
}

async function* activeOf(
  pages: AsyncIterable<readonly Location[]>,
): AsyncGenerator<Placed<AdZoneLocationApiData>, void> {
  for await (const page of pages) {
    for (const { id, name, description, active } of page)
      if (active) yield { item: { ID: id, Name: name, Description: description }, place: id };
  }
}

/** StopAdZoneCampaign: ends a campaign of the calling customer. */
export async function stopCampaign(
  { credentials, store, limit, now }: Dependencies,
  { user, campaignId }: CampaignQuestion,
): Promise<Outcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  const known = await store.campaigns.stop(campaignId, access.customer.id, "StoppedByUser", now(), limit);
  return known ? { ok: true } : incorrect("campaign");
}

/** GetAdZoneCampaignStatistics: the progress of a campaign of the calling customer. */
export async function campaignStatistics(
  { credentials, store }: Dependencies,
  { user, campaignId }: CampaignQuestion,
): Promise<ProgressOutcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  const campaign = await store.campaigns.find(access.customer.id, campaignId);
  return campaign === undefined ? incorrect("campaign") : { ok: true, campaign };
}
