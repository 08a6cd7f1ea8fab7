/** What one metric is: the words of the text format, and what the documentation says. */
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

/** Every metric; `docs/reference/metrics.md` holds the same table. */
export const metricTable = {
  messenger_calls_total: {
    kind: "counter",
    labels: ["operation", "binding", "status"],
    help: "Calls that ended, by HTTP status; status is aborted when the caller had gone.",
  },
  messenger_call_seconds: {
    kind: "histogram",
    labels: ["operation", "binding"],
    help: "Time from the end of a request to its answer.",
  },
  messenger_results_total: {
    kind: "counter",
    labels: ["operation", "result"],
    help: "Answers by their Result: OK, the code of a refusal, or its name where it has no code.",
  },
  messenger_requests_refused_total: {
    kind: "counter",
    labels: ["status"],
    help: "Requests that never became a call.",
  },
  messenger_outbox_messages: {
    kind: "gauge",
    labels: ["link", "state"],
    help: "Messages to one number each: waiting, under way, uncertain, or taken over without receipt.",
  },
  messenger_outbox_oldest_seconds: {
    kind: "gauge",
    labels: [],
    help: "For how long the message that is due longest has waited.",
  },
  messenger_link_up: {
    kind: "gauge",
    labels: ["link"],
    help: "Whether messages go through: 1 or 0.",
  },
  messenger_link_window: {
    kind: "gauge",
    labels: ["link"],
    help: "Parts that may be in flight at once.",
  },
  messenger_link_window_used: {
    kind: "gauge",
    labels: ["link"],
    help: "Parts in flight.",
  },
  messenger_link_answers_total: {
    kind: "counter",
    labels: ["link", "outcome", "code"],
    help: "Parts handed over by what became of them: accepted, refused, later, uncertain, unsent, expired.",
  },
  messenger_link_throttles_total: {
    kind: "counter",
    labels: ["link"],
    help: "Answers that asked to slow down or to come later.",
  },
  messenger_link_refused_message: {
    kind: "gauge",
    labels: ["link", "message", "code"],
    help: "How often a link has refused the queued message that it refuses most; 0 unless 3 or more. message is its id.",
  },
  messenger_link_answer_seconds: {
    kind: "histogram",
    labels: ["link"],
    help: "Time from handing a part over to its answer.",
  },
  messenger_receipts_total: {
    kind: "counter",
    labels: ["link", "effect"],
    help: "Receipts by effect: changes, repeats, contradicts, unmatched, and matched by an answer since.",
  },
  messenger_incoming_total: {
    kind: "counter",
    labels: ["link"],
    help: "Messages that came in, each part counted.",
  },
  messenger_store_commit_seconds: {
    kind: "histogram",
    labels: [],
    help: "Time of one commit of the store, which many writes share.",
  },
  messenger_store_writes_total: {
    kind: "counter",
    labels: [],
    help: "Writes of the store.",
  },
  messenger_store_up: {
    kind: "gauge",
    labels: [],
    help: "Whether the store could be read for this scrape: 1 or 0. At 0 there are no figures of links and outbox.",
  },
  messenger_errors_total: {
    kind: "counter",
    labels: ["event"],
    help: "Errors of the log, by its msg.",
  },
  messenger_body_bytes: {
    kind: "gauge",
    labels: [],
    help: "Memory of request bodies above 64 KiB, arriving or being answered.",
  },
  messenger_bodies_waiting: {
    kind: "gauge",
    labels: [],
    help: "Request bodies that are not read because there is no memory for them.",
  },
  messenger_requests_waiting: {
    kind: "gauge",
    labels: [],
    help: "Requests that wait for their turn to be inflated or decoded.",
  },
  messenger_event_loop_delay_seconds: {
    kind: "gauge",
    labels: ["quantile"],
    help: "By how much the event loop was late since the last scrape.",
  },
  process_resident_memory_bytes: {
    kind: "gauge",
    labels: [],
    help: "Memory of the process.",
  },
  nodejs_heap_used_bytes: {
    kind: "gauge",
    labels: [],
    help: "Memory of live and not yet collected objects.",
  },
  process_cpu_seconds_total: {
    kind: "counter",
    labels: [],
    help: "Processor time of all threads.",
  },
  process_start_time_seconds: {
    kind: "gauge",
    labels: [],
    help: "When the process started, in seconds since the epoch.",
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
