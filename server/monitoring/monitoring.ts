import type { CallLog } from "messenger-gen-runtime";
import { stopListener } from "messenger-gen-host/listener";
import { openAdminListener } from "./admin-listener.js";
import type { Metrics } from "./metrics.js";
import { measureProcess } from "./process.js";

export interface MonitoringOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly app: { notReady(): Promise<string | undefined> };
  readonly metrics: Metrics;
  readonly log: CallLog;
}

/** The listener for operators at work. */
export interface Monitoring {
  readonly port: number;
  /** From now on the server is not ready: it takes no new calls. */
  drain(): void;
  close(): Promise<void>;
}

/** How long `close` waits for pages in progress, in milliseconds. */
const closeTime = 1_000;

/** Opens the listener for operators. Rejects when the address cannot be had. */
export async function openMonitoring({ app, metrics, ...options }: MonitoringOptions): Promise<Monitoring> {
  let draining = false;
  const notReady = async (): Promise<string | undefined> =>
    draining ? "the server is stopping" : app.notReady();
  const listener = await openAdminListener({ ...options, metrics, notReady });
  const stopMeasuring = measureProcess(metrics);
  return {
    port: listener.port,
    drain: () => {
      draining = true;
    },
    close: async () => {
      stopMeasuring();
      await stopListener(listener, closeTime, async () => undefined);
    },
  };
}
