import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "./metrics.js";

const resolution = 20;
const nanoseconds = 1e9;

/** Adds the figures of this process. Returns how to stop measuring. */
export function measureProcess(metrics: Metrics): () => void {
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
