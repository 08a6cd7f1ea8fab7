import type { LowBalance } from "../domain/credit/statement.js";
import type { UserProvider } from "../domain/accounts/tube-settings.js";
import type { HeldCustomer, Unusual } from "../domain/unusual/unusual.js";
import type { ListedProcess } from "../ports/service.js";
import type { CustomerFacts } from "./customer-problems.js";
import type { DatabaseFacts } from "./database-problems.js";

/** Facts from which problems are derived; an unavailable fact is absent. */
export interface HealthFacts extends CustomerFacts, DatabaseFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Reason why the database cannot be used. */
  readonly database?: string | undefined;
  /** Reason why the configuration cannot be used. */
  readonly configuration?: string | undefined;
  /** Disk of the database file. */
  readonly disk?: { readonly path: string; readonly free: number; readonly total: number } | undefined;
  readonly links?: readonly LinkFact[] | undefined;
  readonly stopped?: readonly StoppedLinkFact[] | undefined;
  /** Due time of the oldest message that waits for a link. */
  readonly oldestDue?: number | undefined;
  readonly uncertain?: number | undefined;
  /** Since when the first of them is. */
  readonly uncertainSince?: number | undefined;
  /** Waiting messages that are not routed yet. */
  readonly unrouted?: number | undefined;
  /** Waiting messages that match no route. */
  readonly unroutable?: number | undefined;
  /** Whether a process with the role delivery is running; undefined if the database was never served. */
  readonly isDelivering?: boolean | undefined;
  /** Whether a process with the role smpp is running; undefined without accounts of the SMPP server. */
  readonly servesSmpp?: boolean | undefined;
  /** Receipts and messages that wait for clients of the SMPP server. */
  readonly smppWaiting?: readonly SmppWaitingFact[] | undefined;
  /** Running processes of another version; none unless operators log in with one-time codes. */
  readonly otherVersions?: readonly Pick<ListedProcess, "host" | "pid" | "version">[] | undefined;
  /** Running processes whose clock differs from the time of the service. */
  readonly wrongClocks?: readonly Pick<ListedProcess, "host" | "pid" | "clockAhead">[] | undefined;
  readonly certificate?: CertificateFact | undefined;
  /** False if the system reports that its clock is not synchronized. */
  readonly clockSynchronized?: boolean | undefined;
  /** Time of the latest entry of the database. */
  readonly latestEntry?: number | undefined;
  /** Names of the customers that other facts are about. */
  readonly names?: ReadonlyMap<number, string> | undefined;
  /** Accounts with less credit than the threshold of the customer, or than the usual one. */
  readonly lowBalances?: readonly LowBalance[] | undefined;
  /** Unusual traffic of customers that is not over, newest first. */
  readonly unusual?: readonly (Unusual & { readonly at?: number })[] | undefined;
  /** Customers whose new sends are refused because of unusual traffic. */
  readonly held?: readonly HeldCustomer[] | undefined;
  /** Users whose provider no link has. */
  readonly lostProviders?: readonly UserProvider[] | undefined;
  /** Maximum number of open files of a process. */
  readonly openFiles?: number | undefined;
  /** Warnings about the database, for example its permissions. */
  readonly exposures?: readonly string[] | undefined;
}

/** A link that should be up. */
export interface LinkFact {
  readonly name: string;
  readonly up: boolean;
  readonly problem: string | undefined;
  /** False for loopback, which confirms messages without a network. */
  readonly delivers: boolean;
  /** Since when it is down, milliseconds since the epoch; undefined if that is not known. */
  readonly since?: number | undefined;
}

/** A link that an operator has stopped. */
export interface StoppedLinkFact {
  readonly name: string;
  readonly waiting: number;
  /** Who has stopped it, and when, milliseconds since the epoch; undefined if the audit log has no entry. */
  readonly by?: string | undefined;
  readonly since?: number | undefined;
}

/** Receipts and messages that wait for one account. */
export interface SmppWaitingFact {
  readonly systemId: string;
  readonly waiting: number;
  /** When the oldest was added. */
  readonly oldest: number;
}

/** Validity of a certificate in milliseconds since the epoch; undefined if the file cannot be read. */
export interface CertificateFact {
  readonly file: string;
  readonly from: number | undefined;
  readonly until: number | undefined;
}
