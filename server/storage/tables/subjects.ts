import type { LinkStore } from "../../ports/delivery.js";
import type { ListStore } from "../../ports/campaigns.js";
import type { AccountStore, ApiKeyStore } from "../../ports/accounts.js";
import type { Store } from "../../ports/store.js";
import type { Caller } from "../script/calls.js";
import type { Reads } from "../script/reads.js";
import { calls, type WritesOf } from "../script/subject.js";
import { accounts, accountStore } from "./accounts/account-store.js";
import { apiKeys, apiKeyStore } from "./accounts/api-keys.js";
import { tube, tubeStore } from "./accounts/tube.js";
import { audit, auditStore } from "./audit/audit.js";
import { alerts, alertStore } from "./callbacks/alerts.js";
import { desk } from "./desk/desk.js";
import { deskStore, type OwnSearches } from "./desk/desk-reads.js";
import { callbackExpiry, callbacks, callbackStore, type CallbackWrites } from "./callbacks/callbacks.js";
import { links } from "./links/links.js";
import { linkStore } from "./links/link-store.js";
import { coverage, coverageStore, type KeptCoverage } from "./coverage/coverage.js";
import { campaigns } from "./campaigns/campaigns.js";
import { campaignStore } from "./campaigns/campaign-store.js";
import { locations, locationStore } from "./campaigns/locations.js";
import { forwards } from "./inbox/forwards.js";
import { incoming, incomingStore } from "./inbox/incoming.js";
import { inbox, inboxStore } from "./inbox/messages.js";
import { lists } from "./lists/list-writes.js";
import { operators, operatorStore } from "./operators/operators.js";
import { unmatched } from "./forgetting.js";
import { retention } from "./retention/retention.js";
import { processes, processStore } from "./processes/processes.js";
import { trafficByMinute, trafficStore } from "./traffic/traffic.js";
import { ledgerStore } from "./accounts/ledger.js";
import { usageStore, type UsageTotals } from "./usage/usage.js";

/** Every subject whose writes are scripts. */
export const subjects = [
  accounts,
  alerts,
  apiKeys,
  audit,
  campaigns,
  coverage,
  callbackExpiry,
  callbacks,
  desk,
  forwards,
  inbox,
  incoming,
  links,
  lists,
  locations,
  operators,
  processes,
  retention,
  trafficByMinute,
  tube,
  unmatched,
] as const;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The writes of all subjects. */
export type ScriptWrites = Intersection<WritesOf<(typeof subjects)[number]>>;

/** Reads that each driver has in its own way, by subject. */
export interface OwnReads {
  readonly accounts: Pick<AccountStore, "login" | "originators" | "balances">;
  readonly apiKey: ApiKeyStore["find"];
  readonly coverage: KeptCoverage;
  readonly desk: OwnSearches;
  readonly links: Pick<LinkStore, "queues" | "reports">;
  readonly outbox: Pick<Store["outbox"], "answered">;
  readonly lists: Pick<ListStore, "find" | "all" | "named" | "select">;
  readonly usage: UsageTotals;
}

/** The parts of a store that are the same for both databases; `revising`: the writer, which also resets what is kept in memory. */
export function scriptStores(
  reads: Reads,
  writer: Caller<ScriptWrites & CallbackWrites>,
  revising: Caller<ScriptWrites>,
  own: OwnReads,
) {
  return {
    accounts: accountStore(reads, revising, own.accounts),
    apiKeys: apiKeyStore(reads, revising, own.apiKey),
    ledger: ledgerStore(reads),
    campaigns: campaignStore(reads, writer, own.outbox),
    coverage: coverageStore(reads, revising, own.coverage),
    alerts: alertStore(reads, writer),
    audit: auditStore(reads, writer),
    callbacks: callbackStore(reads, writer),
    desk: deskStore(reads, writer, own.desk),
    inbox: inboxStore(reads, writer),
    incoming: incomingStore(reads, writer),
    links: linkStore(reads, writer, own.links),
    lists: { ...own.lists, ...calls(writer, lists) },
    locations: locationStore(reads, writer),
    operators: operatorStore(reads, writer),
    processes: processStore(reads, writer),
    traffic: trafficStore(reads, writer),
    tube: tubeStore(reads, writer),
    usage: usageStore(reads, own.usage),
  } satisfies Partial<Store>;
}
