import type { CallLog } from "messenger-gen-runtime";
import type { Retention } from "../../domain/delivery/retention.js";
import type { Store } from "../../ports/store.js";
import { startBulkRuns } from "./bulk-runs.js";
import { startCampaigns } from "./campaigns.js";
import { startDeliverability } from "./deliverability.js";
import { startCleaner } from "./retention.js";
import { type SendReply, startReplies } from "./opt-outs.js";
import { startTrafficRecorder } from "./traffic.js";
import { startSweeps, type SweepTimes } from "./sweeps.js";

export interface MaintenanceOptions {
  readonly store: Pick<
    Store,
    | "alerts"
    | "apart"
    | "bulk"
    | "campaigns"
    | "coverage"
    | "delivery"
    | "forms"
    | "incoming"
    | "links"
    | "optOuts"
    | "retention"
    | "traffic"
    | "unusual"
    | "uploads"
    | "usage"
  >;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly times?: Partial<SweepTimes> | undefined;
  readonly keepFor: Retention;
  /** Whether this process runs sweeps. Campaigns and retention are safe in any number of processes. */
  readonly maySweep: () => boolean;
  /** Called after recipients were added that are due now. */
  readonly wakeDelivery: () => void;
  readonly sendReply: SendReply;
  readonly log: CallLog;
}

/** Running maintenance: sweeps, campaigns, retention, and the records of traffic and deliverability. */
export interface Maintenance {
  /** Finishes the steps in progress and stops. */
  close(): Promise<void>;
}

/** Starts the periodic tasks. */
export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const { store, now, times, keepFor, maySweep, wakeDelivery, sendReply, log } = options;
  const parts = [
    startSweeps({ store, now, times, maySweep, log }),
    startBulkRuns({ store, now, mayRun: maySweep, wakeDelivery, log }),
    startCampaigns({ store, now, wakeDelivery, log }),
    startCleaner({ store, now, keepFor, log }),
    startTrafficRecorder({ store, now, log }),
    startDeliverability({ store, now, log }),
    startReplies({ store, now, mayRun: maySweep, send: sendReply, log }),
  ];
  return {
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
