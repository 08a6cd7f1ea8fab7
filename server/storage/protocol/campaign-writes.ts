import type { Change } from "../../domain/accounts/accounts.js";
import type {
  CampaignCompletion,
  CampaignPosition,
  CampaignStatus,
} from "../../domain/campaigns/campaign.js";
import type {
  AudienceSlice,
  CampaignStart,
  Location,
  StartOutcome,
} from "../../domain/campaigns/campaigns.js";
import type { CampaignStore, LocationStore } from "../../ports/campaigns.js";
import type { Caller } from "../script/calls.js";

/** Changes of campaigns. */
export interface CampaignWrites {
  startCampaign(start: CampaignStart): StartOutcome;
  stopCampaign(input: {
    readonly id: number;
    readonly customerId: number | undefined;
    readonly completion: CampaignCompletion;
    readonly at: number;
  }): boolean;
  takeAudience(input: { readonly id: number; readonly slice: AudienceSlice; readonly at: number }): number;
  moveCampaign(input: {
    readonly id: number;
    readonly from: CampaignStatus;
    readonly to: CampaignPosition;
    readonly lookAt: number;
  }): boolean;
  settleCampaign(input: { readonly id: number; readonly at: number }): boolean;
}

/** The id of a new location, unless its name is taken. */
export type LocationAdded =
  { readonly ok: true; readonly id: number } | { readonly ok: false; readonly reason: "exists" };

/** Changes of locations. */
export interface LocationWrites {
  addLocation(input: {
    readonly name: string;
    readonly description: string;
    readonly at: number;
  }): LocationAdded;
  changeLocation(input: {
    readonly id: number;
    readonly change: Partial<Pick<Location, "name" | "description">>;
  }): Change;
  setLocationActive(input: { readonly id: number; readonly active: boolean }): boolean;
  addAudience(input: { readonly id: number; readonly phones: readonly string[] }): number | null;
}

/** The writing half of the port, by the calls of a writer. */
export function campaignCalls(writer: Caller<CampaignWrites>) {
  return {
    start: (start, limit) => writer.call("startCampaign", start, limit),
    stop: (id, customerId, completion, at, limit) =>
      writer.call("stopCampaign", { id, customerId, completion, at }, limit),
    take: (id, slice, at) => writer.call("takeAudience", { id, slice, at }),
    move: (id, from, to, lookAt) => writer.call("moveCampaign", { id, from, to, lookAt }),
    settle: (id, at) => writer.call("settleCampaign", { id, at }),
  } satisfies Partial<CampaignStore>;
}

/** As `campaignCalls`. */
export function locationCalls(writer: Caller<LocationWrites>) {
  return {
    add: async (location, at) => {
      const added = await writer.call("addLocation", { ...location, at });
      return added.ok ? added.id : undefined;
    },
    change: (id, change) => writer.call("changeLocation", { id, change }),
    setActive: (id, active) => writer.call("setLocationActive", { id, active }),
    addAudience: async (id, phones) => (await writer.call("addAudience", { id, phones })) ?? undefined,
  } satisfies Partial<LocationStore>;
}
