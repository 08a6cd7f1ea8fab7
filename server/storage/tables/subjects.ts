import type { LinkStore } from "../../ports/delivery.js";
import type { Store } from "../../ports/store.js";
import type { GroupBits } from "../schema/numbers.js";
import type { Caller } from "../script/calls.js";
import type { Reads, Snapshots } from "../script/reads.js";
import { calls, type WritesOfAll } from "../script/subject.js";
import { accounts, accountStore } from "./accounts/account-store.js";
import { apiKeys, apiKeyStore } from "./accounts/api-keys.js";
import { ledgerStore } from "./accounts/ledger.js";
import { portal, portalStore } from "./accounts/portal.js";
import { tube, tubeStore } from "./accounts/tube.js";
import { audit, auditStore } from "./audit/audit.js";
import { bulk, bulkStore } from "./bulk/bulk.js";
import { alerts, alertStore } from "./callbacks/alerts.js";
import { callbackQueue, callbacks, callbackStore } from "./callbacks/callbacks.js";
import { unusualPosts, unusualQueue } from "./callbacks/unusual-posts.js";
import { campaigns } from "./campaigns/campaigns.js";
import { campaignStore } from "./campaigns/campaign-store.js";
import { locations, locationStore } from "./campaigns/locations.js";
import { coverage, coverageStore } from "./coverage/coverage.js";
import { waitingReads } from "./delivery/candidates.js";
import { sentReads } from "./delivery/parts.js";
import { sweeps } from "./delivery/sweeps.js";
import { unmatched } from "./delivery/unmatched.js";
import { deliveryCalls, type DeliveryWrites, outboxCalls, type SubmissionWrites } from "./delivery/writes.js";
import { desk } from "./desk/desk.js";
import { deskStore } from "./desk/desk-reads.js";
import { forms, formStore } from "./forms/forms.js";
import { uploads, uploadStore } from "./forms/uploads.js";
import { forwards } from "./inbox/forwards.js";
import { incoming, incomingStore } from "./inbox/incoming.js";
import { inbox, inboxStore } from "./inbox/messages.js";
import { optOutPosts } from "./inbox/opt-out-posts.js";
import { optOuts, optOutStore } from "./inbox/opt-outs.js";
import type { Versions } from "./kept.js";
import { linkStore } from "./links/link-store.js";
import { links } from "./links/links.js";
import { listStore } from "./lists/list-reads.js";
import { lists } from "./lists/list-writes.js";
import { operatorKeys, operatorKeyStore } from "./operators/operator-keys.js";
import { operators, operatorStore } from "./operators/operators.js";
import { outboxReads } from "./outbox/outbox-reads.js";
import { postStore } from "./posts/waiting-posts.js";
import { processes, processStore } from "./processes/processes.js";
import { recorded, recordedChanges, togetherChanges } from "./recorded.js";
import { retention } from "./retention/retention.js";
import { notes, noteStore } from "./shift/notes.js";
import { savedSearches, savedSearchStore } from "./shift/saved-searches.js";
import { smpp, smppStore } from "./smpp/smpp-store.js";
import { trafficByMinute, trafficStore } from "./traffic/traffic.js";
import { unusual, unusualStore } from "./traffic/unusual.js";
import { usageStore, type UsageTotals, usageTotals } from "./usage/usage.js";

/** Every subject whose writes are scripts. */
export const subjects = [
  accounts,
  alerts,
  apiKeys,
  audit,
  bulk,
  campaigns,
  coverage,
  callbackQueue,
  callbacks,
  desk,
  forms,
  forwards,
  inbox,
  incoming,
  links,
  lists,
  locations,
  notes,
  operatorKeys,
  operators,
  optOutPosts,
  optOuts,
  portal,
  processes,
  recorded,
  retention,
  savedSearches,
  smpp,
  sweeps,
  trafficByMinute,
  tube,
  unmatched,
  unusual,
  unusualPosts,
  uploads,
] as const;

/** The writes of all subjects. */
type ScriptWrites = WritesOfAll<(typeof subjects)[number]>;

/** All writes of both databases: those of scripts, and those that each driver has in its own way. */
export interface CommonWrites extends ScriptWrites, DeliveryWrites, SubmissionWrites {
  /** Proves that the database takes what is written. */
  ping(input: null): null;
}

/** Reads of a driver, and those that each has in its own way. */
export interface DriverReads {
  readonly reads: Reads;
  readonly snapshots: Snapshots;
  readonly versions: Versions;
  /** Bits of the numbers in a group of `recipient_phone`. */
  readonly groupBits: GroupBits;
  readonly queues: LinkStore["queues"];
  readonly usage: UsageTotals;
}

/** Some methods of a store. */
function only<From extends object, Name extends keyof From>(
  from: From,
  ...names: readonly Name[]
): Pick<From, Name> {
  // Each name is one of the object.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** Reads apart from calls, with those of the store that calls use. */
export type ApartDriverReads = Omit<DriverReads, "queues" | "usage"> & Pick<Snapshots, "brief">;

/** A store that reads apart from calls; `base` reads with them, as log-ins, sessions, and what is kept in memory. */
export function storeApart(
  base: Store,
  { brief, ...own }: ApartDriverReads,
  writer: Caller<CommonWrites>,
  revising: Caller<CommonWrites>,
): Store {
  const snapshots = { ...own.snapshots, brief };
  const { queues } = only(base.links, "queues");
  const stores = commonStores({ ...own, snapshots, queues, usage: usageTotals(own.reads) }, writer, revising);
  return {
    ...base,
    accounts: { ...stores.accounts, ...only(base.accounts, "login", "originators", "balances") },
    alerts: stores.alerts,
    apiKeys: { ...stores.apiKeys, ...only(base.apiKeys, "find") },
    audit: stores.audit,
    bulk: stores.bulk,
    callbacks: stores.callbacks,
    campaigns: stores.campaigns,
    coverage: { ...stores.coverage, ...only(base.coverage, "prices", "blacklisted") },
    delivery: { ...base.delivery, ...waitingReads(own.reads) },
    desk: stores.desk,
    inbox: stores.inbox,
    incoming: stores.incoming,
    ledger: stores.ledger,
    links: stores.links,
    lists: stores.lists,
    locations: stores.locations,
    notes: stores.notes,
    optOuts: stores.optOuts,
    outbox: { ...stores.outbox, ...only(base.outbox, "submit", "advance", "handsOver") },
    processes: stores.processes,
    savedSearches: stores.savedSearches,
    smpp: stores.smpp,
    traffic: stores.traffic,
    unusual: { ...stores.unusual, queue: base.unusual.queue },
    usage: stores.usage,
  };
}

/** The parts of a store that are the same for both databases; `revising`: the writer, which also resets what is kept in memory. */
export function commonStores(
  { reads, snapshots, versions, ...own }: DriverReads,
  writer: Caller<CommonWrites>,
  revising: Caller<CommonWrites>,
) {
  const outbox = { ...outboxReads(reads, snapshots), ...outboxCalls(writer) };
  return {
    accounts: accountStore(reads, revising, versions),
    apiKeys: apiKeyStore(reads, revising, versions),
    ledger: ledgerStore(reads),
    campaigns: campaignStore(reads, writer, outbox),
    coverage: coverageStore(reads, revising, versions, snapshots),
    alerts: alertStore(reads, writer),
    audit: auditStore(reads, writer),
    bulk: bulkStore(reads, writer),
    callbacks: callbackStore(reads, writer),
    delivery: {
      ...waitingReads(reads),
      ...sentReads(reads),
      ...deliveryCalls(writer),
      ...calls(writer, sweeps),
      ...calls(writer, unmatched),
    },
    desk: deskStore(reads, writer, own.groupBits),
    forms: formStore(reads, writer),
    inbox: inboxStore(reads, writer),
    incoming: incomingStore(reads, writer),
    links: linkStore(reads, writer, own.queues),
    lists: listStore(reads, writer, snapshots),
    locations: locationStore(reads, writer),
    notes: noteStore(reads, writer),
    operatorKeys: operatorKeyStore(reads, writer),
    operators: operatorStore(reads, writer),
    optOuts: optOutStore(reads, writer),
    outbox,
    portal: portalStore(reads, revising),
    posts: postStore(reads),
    processes: processStore(reads, writer),
    recording: recordedChanges(revising),
    together: togetherChanges(revising),
    retention: calls(writer, retention),
    savedSearches: savedSearchStore(reads, writer),
    smpp: smppStore(reads, writer),
    traffic: trafficStore(reads, writer),
    tube: tubeStore(reads, writer),
    unusual: { ...unusualStore(reads, revising), queue: unusualQueue(reads, writer) },
    uploads: uploadStore(reads, writer),
    usage: usageStore(reads, own.usage),
  };
}
