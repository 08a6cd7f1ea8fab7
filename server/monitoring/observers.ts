import type { CallObserver, Load, SoapServerHook } from "messenger-gen-host";
import type { Metrics } from "./metrics.js";

/** Counts calls and refused requests; `ended`: called with the customer that a call names, and its result. */
export function callObserver(
  metrics: Metrics,
  ended: (customerId: number, result: string) => void,
): CallObserver {
  return {
    ended: ({ operation = "unknown", binding, status, milliseconds, notes }) => {
      const answered = status === undefined ? "aborted" : String(status);
      metrics.add("messenger_calls_total", [operation, binding, answered]);
      if (milliseconds !== undefined)
        metrics.observe("messenger_call_seconds", [operation, binding], milliseconds / 1000);
      const { customer, result, refused, sentToBefore } = notes;
      countRefused(metrics, operation, { refused, sentToBefore });
      if (typeof result !== "string") return;
      metrics.add("messenger_results_total", [operation, result]);
      if (typeof customer === "number") ended(customer, result);
    },
    refused: (status) => {
      metrics.add("messenger_requests_refused_total", [String(status)]);
    },
  };
}

/** SOAP headers whose names tell why a program's calls fail: credentials that are not read, addresses that are not answered. */
const namedHeaders: ReadonlySet<string> = new Set([
  "Security",
  "To",
  "Action",
  "MessageID",
  "ReplyTo",
  "From",
]);

/** Counts the SOAP headers of calls. */
export function soapHeaderObserver(metrics: Metrics): SoapServerHook {
  return (server) =>
    server.on("headers", (headers: object) => {
      for (const name of Object.keys(headers))
        metrics.add("messenger_soap_headers_total", [namedHeaders.has(name) ? name : "other"]);
    });
}

/** Counts recipients that are no numbers. */
function countRefused(
  metrics: Metrics,
  operation: string,
  { refused, sentToBefore }: { readonly refused: unknown; readonly sentToBefore: unknown },
): void {
  if (typeof refused !== "number" || typeof sentToBefore !== "number") return;
  metrics.add("messenger_refused_entries_total", [operation, "sent to"], sentToBefore);
  metrics.add("messenger_refused_entries_total", [operation, "refused"], refused - sentToBefore);
}

/** Reports the memory that requests use and wait for. */
export function measureLoad(metrics: Metrics, host: { readonly load: Load }): void {
  metrics.collectWith(() => {
    const { bodyBytes, bodiesWaiting, requestsWaiting } = host.load;
    metrics.set("messenger_body_bytes", [], bodyBytes);
    metrics.set("messenger_bodies_waiting", [], bodiesWaiting);
    metrics.set("messenger_requests_waiting", [], requestsWaiting);
  });
}

/** Counts what the store commits. */
export function commitObserver(
  metrics: Metrics,
): (commit: { readonly writes: number; readonly milliseconds: number }) => void {
  return ({ writes, milliseconds }) => {
    metrics.add("messenger_store_writes_total", [], writes);
    metrics.observe("messenger_store_commit_seconds", [], milliseconds / 1000);
  };
}

const smppCounters = {
  bind: "messenger_smpp_binds_total",
  submit: "messenger_smpp_submits_total",
  deliver: "messenger_smpp_deliveries_total",
} as const;

/** Counts what clients of the SMPP server do. */
export function smppObserver(metrics: Metrics) {
  return {
    happened: (event: keyof typeof smppCounters, value: string): void => {
      metrics.add(smppCounters[event], [value]);
    },
    bound: (kinds: ReadonlyMap<string, number>): void => {
      metrics.clear("messenger_smpp_sessions");
      for (const [kind, count] of kinds) metrics.set("messenger_smpp_sessions", [kind], count);
    },
  };
}

/** Counts posts to the servers of customers. */
export function postObserver(metrics: Metrics): (kind: string, outcome: string) => void {
  return (kind, outcome) => {
    metrics.add("messenger_posts_total", [kind, outcome]);
  };
}
