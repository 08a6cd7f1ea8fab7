import type { RecordedAs } from "../domain/audit.js";
import type { BulkStore } from "./bulk.js";
import type { AlertStore, CallbackStore, PostStore } from "./callbacks.js";
import type {
  ApiKeyStore,
  AttemptStore,
  LedgerStore,
  AccountStore,
  TubeStore,
  CoverageStore,
  UsageStore,
} from "./accounts.js";
import type { CampaignStore, LocationStore, ListStore } from "./campaigns.js";
import type { DeliveryStore, LinkStore } from "./delivery.js";
import type { AuditStore, DeskStore, OutboxStore, RetentionStore } from "./messages.js";
import type { FormStore } from "./forms.js";
import type { UploadStore } from "./uploads.js";
import type { IncomingStore, InboxStore, OptOutStore } from "./inbox.js";
import type { NoteStore, SavedSearchStore } from "./shift.js";
import type { SmppStore } from "./smpp.js";
import type { PortalStore } from "./portal.js";
import type { ReadLimit } from "./reading.js";
import type {
  OperatorKeyStore,
  OperatorStore,
  ProcessStore,
  SignalStore,
  TrafficStore,
  UnusualStore,
} from "./service.js";

/** Changes that are committed together with an entry of the audit log; one that is refused is not recorded. */
export interface RecordedChanges {
  readonly accounts: Pick<
    AccountStore,
    | "addCredit"
    | "addCustomer"
    | "addOriginator"
    | "addUser"
    | "changeCustomer"
    | "changeUser"
    | "releaseCustomer"
    | "removeOriginator"
    | "setCustomerState"
    | "setPassword"
    | "removePassword"
    | "setUserState"
  >;
  readonly apiKeys: Pick<ApiKeyStore, "add" | "remove">;
  readonly callbacks: Pick<CallbackStore, "setTarget" | "removeTarget" | "retry">;
  readonly campaigns: Pick<CampaignStore, "stop">;
  readonly coverage: Pick<
    CoverageStore,
    "setPrices" | "removePrice" | "addToBlacklist" | "removeFromBlacklist"
  >;
  readonly inbox: Pick<InboxStore, "add">;
  readonly incoming: Pick<IncomingStore, "addNumber" | "removeNumber" | "setForward" | "removeForward">;
  readonly links: Pick<
    LinkStore,
    | "add"
    | "addRoute"
    | "change"
    | "changeRoute"
    | "remove"
    | "removeBuyPrice"
    | "removeRoute"
    | "resolve"
    | "resolveBehind"
    | "setBuyPrice"
  >;
  readonly lists: Pick<
    ListStore,
    "finishImport" | "changeList" | "removeList" | "addMembers" | "removeMembers"
  >;
  readonly locations: Pick<LocationStore, "add" | "change" | "setActive" | "addAudience">;
  readonly smpp: Pick<SmppStore, "add" | "change" | "remove" | "kick">;
  readonly notes: Pick<NoteStore, "set" | "remove">;
  readonly operatorKeys: Pick<OperatorKeyStore, "add" | "remove">;
  readonly optOuts: Pick<OptOutStore, "setRule" | "removeRule">;
  readonly savedSearches: Pick<SavedSearchStore, "add" | "rename" | "remove">;
  readonly portal: Pick<PortalStore, "invite" | "setPassword" | "setRole" | "setTotp">;
  readonly tube: Pick<TubeStore, "change">;
}

/** Changes that are made in one transaction: all of them, or none. */
export interface Together {
  /** The promise of a change is pending until the commit. The form of an actor is in the first entry that has it. */
  readonly recording: Store["recording"];
  /** Resolves when one more change was collected. */
  next(): Promise<void>;
  /**
   * Makes the changes. Each then resolves with its result; if one is refused, that resolves with its refusal, and all others reject with
   * StoreError `undone`. Never rejects.
   */
  commit(): Promise<void>;
}

/**
 * The durable store. One port, one driver per database.
 *
 * Every method that writes resolves only after the change is on disk. Times are milliseconds since the epoch (UTC).
 * Money is in thousandths of a credit, whole numbers.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly alerts: AlertStore;
  readonly apiKeys: ApiKeyStore;
  /** Undefined where one server process counts for itself. */
  readonly attempts: AttemptStore | undefined;
  readonly audit: AuditStore;
  readonly bulk: BulkStore;
  readonly desk: DeskStore;
  readonly outbox: OutboxStore;
  readonly callbacks: CallbackStore;
  readonly campaigns: CampaignStore;
  readonly coverage: CoverageStore;
  readonly delivery: DeliveryStore;
  readonly forms: FormStore;
  readonly uploads: UploadStore;
  readonly inbox: InboxStore;
  readonly incoming: IncomingStore;
  readonly ledger: LedgerStore;
  readonly links: LinkStore;
  readonly lists: ListStore;
  readonly locations: LocationStore;
  readonly notes: NoteStore;
  readonly operatorKeys: OperatorKeyStore;
  readonly operators: OperatorStore;
  readonly optOuts: OptOutStore;
  readonly portal: PortalStore;
  readonly posts: PostStore;
  readonly processes: ProcessStore;
  readonly retention: RetentionStore;
  readonly savedSearches: SavedSearchStore;
  readonly signals: SignalStore;
  readonly smpp: SmppStore;
  readonly traffic: TrafficStore;
  readonly tube: TubeStore;
  readonly unusual: UnusualStore;
  readonly usage: UsageStore;
  /**
   * The same store for pages, reports and files: it reads in another process or on other connections, so that calls never wait for it, and
   * sees all that was committed before. A read that takes longer than the limit rejects with `stopped`. Log-ins, sessions and roles, and
   * whatever calls keep in memory, are read as before.
   */
  apart(limit: ReadLimit): Store;
  /** @throws StoreError `repeated` from the change if the form of the entry was recorded before */
  recording(entry: RecordedAs): RecordedChanges;
  /** Begins to collect changes that are made together. */
  together(): Together;
  /** Resolves if the store can be read and written; rejects with the reason otherwise. */
  check(): Promise<void>;
  /** Finishes accepted writes, then closes the database. */
  close(): Promise<void>;
}
