/** Description of one metric: name, type and help of the text format. */
export interface MetricForm {
  /** A counter only grows, a gauge is a value of now, a histogram counts values by their size. */
  readonly kind: "counter" | "gauge" | "histogram";
  /** Names of the labels, in the order in which values are given. */
  readonly labels: readonly string[];
  readonly help: string;
}

/** Upper bounds of the buckets of every histogram, in seconds; one for all larger ones follows. */
export const buckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Every metric; the site puts the table into `docs/reference/metrics.md`. */
export const metricTable = {
  messenger_calls_total: {
    kind: "counter",
    labels: ["operation", "binding", "status"],
    help: "Completed calls by HTTP status; status is aborted if the caller disconnected.",
  },
  messenger_call_seconds: {
    kind: "histogram",
    labels: ["operation", "binding"],
    help: "Time from the end of a request to its response.",
  },
  messenger_results_total: {
    kind: "counter",
    labels: ["operation", "result"],
    help: "Calls by Result: OK, the code of the refusal, or its name if it has no code.",
  },
  messenger_refused_entries_total: {
    kind: "counter",
    labels: ["operation", "before"],
    help: "Recipients that are no numbers; before: sent to, if a reading of their digits alone would send to somebody, or refused.",
  },
  messenger_requests_refused_total: {
    kind: "counter",
    labels: ["status"],
    help: "Requests refused before an operation was called.",
  },
  messenger_soap_headers_total: {
    kind: "counter",
    labels: ["header"],
    help: "SOAP headers of calls, which the service ignores: Security, those of WS-Addressing, or other.",
  },
  messenger_outbox_messages: {
    kind: "gauge",
    labels: ["link", "state"],
    help: "Recipients by state: waiting, in flight, uncertain, without receipt (accepted, final receipt missing).",
  },
  messenger_outbox_oldest_seconds: {
    kind: "gauge",
    labels: [],
    help: "Time since the oldest due message became due; 0 without one.",
  },
  messenger_problems: {
    kind: "gauge",
    labels: ["code", "severity"],
    help: "Problems that messenger doctor reports, by code; 0 without one.",
  },
  messenger_disk_free_bytes: {
    kind: "gauge",
    labels: [],
    help: "Free bytes on the disk of the database file.",
  },
  messenger_clock_ahead_seconds: {
    kind: "gauge",
    labels: [],
    help: "Difference of the clock of this process to the time of the service.",
  },
  messenger_processes: {
    kind: "gauge",
    labels: ["role"],
    help: "Server processes by role that sent a heartbeat in the last 15 seconds.",
  },
  messenger_database_leader: {
    kind: "gauge",
    labels: ["server"],
    help: "Always 1, for the PostgreSQL server that accepts writes; needs the rights of pg_read_all_stats.",
  },
  messenger_database_replica_lag_seconds: {
    kind: "gauge",
    labels: ["replica", "synchronous"],
    help: "Time by which a replica is behind, by its name and whether commits wait for it: yes or no.",
  },
  messenger_link_up: {
    kind: "gauge",
    labels: ["link"],
    help: "Whether the link is up: 1 or 0.",
  },
  messenger_link_window: {
    kind: "gauge",
    labels: ["link"],
    help: "Maximum parts in flight.",
  },
  messenger_link_window_used: {
    kind: "gauge",
    labels: ["link"],
    help: "Parts in flight.",
  },
  messenger_link_answers_total: {
    kind: "counter",
    labels: ["link", "outcome", "code"],
    help: "Parts handed over, by outcome: accepted, refused, later, uncertain, unsent, expired.",
  },
  messenger_link_throttles_total: {
    kind: "counter",
    labels: ["link"],
    help: "Responses that throttle the link.",
  },
  messenger_link_refused_message: {
    kind: "gauge",
    labels: ["link", "message", "code"],
    help: "Refusals of the queued message with the most refusals on a link; 0 if fewer than 3. message is its id.",
  },
  messenger_link_answer_seconds: {
    kind: "histogram",
    labels: ["link"],
    help: "Time from handing over a part to its response.",
  },
  messenger_receipts_total: {
    kind: "counter",
    labels: ["link", "effect"],
    help: "Receipts by effect: changes, repeats, contradicts, unmatched, or matched (unmatched before).",
  },
  messenger_incoming_total: {
    kind: "counter",
    labels: ["link", "effect"],
    help: "Incoming messages and their parts by effect: delivered (the message is in an inbox), part (waits for others), unassigned (of the number), repeated.",
  },
  messenger_ignored_total: {
    kind: "counter",
    labels: ["link", "what"],
    help: "What was ignored in PDUs of the network: stray octets, cut or unknown parameters; at most 51 names a link.",
  },
  messenger_smpp_sessions: {
    kind: "gauge",
    labels: ["kind"],
    help: "Bound SMPP clients of this process: receiver, transmitter or transceiver.",
  },
  messenger_smpp_binds_total: {
    kind: "counter",
    labels: ["status"],
    help: "Binds of SMPP clients by command_status.",
  },
  messenger_smpp_submits_total: {
    kind: "counter",
    labels: ["status"],
    help: "Messages that SMPP clients submitted, by command_status.",
  },
  messenger_smpp_deliveries_total: {
    kind: "counter",
    labels: ["outcome"],
    help: "Receipts and messages to SMPP clients: command_status of the response, lost, invalid or failed; expired after 72 hours.",
  },
  messenger_posts_total: {
    kind: "counter",
    labels: ["kind", "outcome"],
    help: "Posts to customers' servers by kind (forward, callback, alert, opt-out, unusual) and outcome: accepted, failed (tried again), given up.",
  },
  messenger_store_commit_seconds: {
    kind: "histogram",
    labels: [],
    help: "Duration of a commit of the store; many writes share one commit.",
  },
  messenger_store_writes_total: {
    kind: "counter",
    labels: [],
    help: "Writes of the store.",
  },
  messenger_store_up: {
    kind: "gauge",
    labels: [],
    help: "Whether the store could be read for this scrape: 1 or 0. At 0 the metrics of links and outbox are missing.",
  },
  messenger_errors_total: {
    kind: "counter",
    labels: ["event"],
    help: "Log lines of level error, by msg.",
  },
  messenger_body_bytes: {
    kind: "gauge",
    labels: [],
    help: "Memory of request bodies above 64 KiB, from arrival until the response.",
  },
  messenger_bodies_waiting: {
    kind: "gauge",
    labels: [],
    help: "Request bodies that wait for memory before they are read further.",
  },
  messenger_requests_waiting: {
    kind: "gauge",
    labels: [],
    help: "Requests that wait to be decompressed or decoded.",
  },
  messenger_event_loop_delay_seconds: {
    kind: "gauge",
    labels: ["quantile"],
    help: "Delay of the event loop since the last scrape.",
  },
  process_resident_memory_bytes: {
    kind: "gauge",
    labels: [],
    help: "Resident memory of the process.",
  },
  nodejs_heap_used_bytes: {
    kind: "gauge",
    labels: [],
    help: "Heap memory of live and not yet collected objects.",
  },
  process_cpu_seconds_total: {
    kind: "counter",
    labels: [],
    help: "User and system CPU time of all threads.",
  },
  process_start_time_seconds: {
    kind: "gauge",
    labels: [],
    help: "Start time of the process, in seconds since the Unix epoch.",
  },
} as const satisfies Readonly<Record<string, MetricForm>>;

type Table = typeof metricTable;

export type MetricName = keyof Table;

/** Metrics of one kind. */
export type NameOf<K extends MetricForm["kind"]> = {
  readonly [N in MetricName]: Table[N]["kind"] extends K ? N : never;
}[MetricName];

type Texts<Names extends readonly string[]> = { readonly [I in keyof Names]: string };

/** A text for each label of a metric. */
export type LabelsOf<N extends MetricName> = Texts<Table[N]["labels"]>;
