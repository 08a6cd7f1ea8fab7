import type {
  CampaignCompletion,
  CampaignPosition,
  CampaignStatus,
} from "../../domain/campaigns/campaign.js";
import type { AudienceSlice, CampaignStart, StartOutcome } from "../../domain/campaigns/campaigns.js";
import type { CampaignStore } from "../../ports/campaigns.js";
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
