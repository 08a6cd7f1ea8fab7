import type { CallLog } from "messenger-gen-runtime";
import { createSecureContext } from "node:tls";
import { type Listener, readTls, stopListener, type TlsFiles } from "messenger-gen-host/listener";
import { type AdminOptions, openAdminListener, type Site } from "./admin-listener.js";
import type { Metrics } from "./metrics.js";
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface MonitoringOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly app: { notReady(): Promise<string | undefined> };
  readonly metrics: Metrics;
  readonly tls?: TlsFiles | undefined;
  readonly sites?: readonly Site[] | undefined;
  readonly documentation?: AdminOptions["documentation"];
  readonly log: CallLog;
}

/** The listener for operators at work. */
export interface Monitoring {
  readonly port: number;
  /** Reads a new certificate; the returned function applies it. Rejects if a file cannot be used. */
  prepare(tls: TlsFiles | undefined): Promise<() => void>;
  /** From now on the server is not ready: it accepts no new calls. */
  drain(): void;
  close(): Promise<void>;
}

/** Replaces the certificate of a listener that uses TLS. */
export function certificates(
  listener: Listener,
  isTls: boolean,
): (tls: TlsFiles | undefined) => Promise<() => void> {
  return async (tls) => {
    if (tls === undefined || !isTls) return () => undefined;
    const content = await readTls(tls);
    createSecureContext(content);
    return () => {
      listener.secure(content);
    };
  };
}

/** How long `close` waits for pages in progress, in milliseconds. */
export const closeTime = 1_000;

/** Opens the listener for operators. Rejects if the address is not available (`EADDRINUSE`). */
export async function openMonitoring({ app, metrics, ...options }: MonitoringOptions): Promise<Monitoring> {
  let draining = false;
  const notReady = async (): Promise<string | undefined> =>
    draining ? "the server is stopping" : app.notReady();
  const listener = await openAdminListener({ ...options, metrics, notReady });
  const stopMeasuring = measureProcess(metrics);
  return {
    port: listener.port,
    prepare: certificates(listener, options.tls !== undefined),
    drain: () => {
      draining = true;
    },
    close: async () => {
      stopMeasuring();
      for (const site of options.sites ?? []) site.close();
      await stopListener(listener, closeTime, async () => undefined);
    },
  };
}

/** Milliseconds without a response of the store after which the server is not ready. */
const storeTime = 2_000;

/** Reason why the store does not respond in time, without file names; undefined if it does. */
export async function storeProblem(store: { check(): Promise<void> }): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, storeTime, "the store does not respond in time");
  });
  const answers = store.check().then(
    () => undefined,
    () => "the store does not respond",
  );
  try {
    return await Promise.race([answers, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds between two looks at the delay of the event loop. */
const resolution = 20;
const nanoseconds = 1e9;

/** Adds the metrics of this process. Returns a function that stops measuring. */
function measureProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  metrics.set("process_start_time_seconds", [], (Date.now() - process.uptime() * 1000) / 1000);
  metrics.collectWith(() => {
    for (const quantile of [0.5, 0.99, 1]) {
      // The histogram holds the whole intervals of its timer, and has no value before the first.
      const interval = delay.percentile(quantile * 100) / nanoseconds;
      const late = Number.isFinite(interval) ? Math.max(0, interval - resolution / 1000) : 0;
      metrics.set("messenger_event_loop_delay_seconds", [String(quantile)], late);
    }
    delay.reset();
    const { rss, heapUsed } = process.memoryUsage();
    metrics.set("process_resident_memory_bytes", [], rss);
    metrics.set("nodejs_heap_used_bytes", [], heapUsed);
    const { user, system } = process.cpuUsage();
    metrics.set("process_cpu_seconds_total", [], (user + system) / 1e6);
  });
  return () => {
    delay.disable();
  };
}
