/** Why the store cannot be used. Closed: each code has one row in `storeErrorTable`. */
export type StoreErrorCode =
  | "unknownScheme"
  | "noDriver"
  | "oldSqlite"
  | "cannotOpen"
  | "missing"
  | "notADatabase"
  | "noWal"
  | "newerSchema"
  | "olderSchema"
  | "changedSchema"
  | "busy"
  | "full"
  | "readOnly"
  | "damaged"
  | "io"
  | "writerLost"
  | "outcomeUnknown"
  | "overloaded"
  | "givenUp"
  | "exists"
  | "notEmpty"
  | "copyDiffers"
  | "inUse"
  | "noBackup"
  | "copiedElsewhere"
  | "compactedElsewhere"
  | "noPostgresDriver"
  | "badDatabaseUrl"
  | "oldPostgres"
  | "notUtf8"
  | "noDatabase"
  | "refusedLogin"
  | "noPassword"
  | "noTls"
  | "untrustedServer"
  | "noRights"
  | "standby"
  | "statementPooler"
  | "unreachable"
  | "noConnection"
  | "connectionLost"
  | "repeated"
  | "undone"
  | "stopped"
  | "failed"
  | "closed";

/** Fault of an operation for a failure of the store: reason and text. */
interface CallerReport {
  readonly reason: "Unavailable" | "OutcomeUnknown";
  readonly text: string;
}

export interface StoreErrorRow {
  /** Problem, without a full stop. */
  readonly text: string;
  /** Hint for the operator; empty if there is none. */
  readonly hint: string;
  /** True when nothing was written and the same call may succeed later. */
  readonly retry: boolean;
  /** Fault for the caller of an operation; undefined for an unexpected error, whose fault refers to the log. */
  readonly fault?: CallerReport;
}

const notNow: CallerReport = {
  reason: "Unavailable",
  text: "The service cannot store anything now. The call was not carried out. Try again later.",
};
const busy: CallerReport = {
  reason: "Unavailable",
  text: "The service is busy. The call was not carried out. Try again later.",
};
const tooLate: CallerReport = {
  reason: "Unavailable",
  text: "The call was given up before anything was changed. It was not carried out. Try again later.",
};
const unknown: CallerReport = {
  reason: "OutcomeUnknown",
  text: "The service failed while it carried out the call. It may have been carried out.",
};

const needed = "use Node >= 22.13, or a compiler so that better-sqlite3 can be built";

/** One row per code. */
export const storeErrorTable: Readonly<Record<StoreErrorCode, StoreErrorRow>> = {
  unknownScheme: {
    text: "The database URL has an unknown scheme",
    hint: "use sqlite:./data/messenger.db or postgres://USER@HOST/DATABASE",
    retry: false,
  },
  noDriver: { text: "No SQLite driver is available", hint: needed, retry: false },
  oldSqlite: {
    text: "This SQLite can lose committed data (fixed in 3.51.3, 3.50.7 and 3.44.6)",
    hint: "update Node, or install better-sqlite3 12",
    retry: false,
  },
  cannotOpen: {
    text: "The database cannot be opened",
    hint: "check the path and the permissions of the folder",
    retry: false,
  },
  missing: {
    text: "There is no Messenger database",
    hint: "check --database; serve, start, customer add and database migrate create one",
    retry: false,
  },
  notADatabase: { text: "The file is not an SQLite database", hint: "name another file", retry: false },
  noWal: {
    text: "The file system does not support a write-ahead log",
    hint: "put it on a local disk",
    retry: false,
  },
  newerSchema: {
    text: "The database was written by a newer version",
    hint: "install that version, or restore a backup with messenger database restore",
    retry: false,
  },
  olderSchema: {
    text: "The database was written by an older version",
    hint: "stop the server and run messenger database migrate",
    retry: false,
  },
  changedSchema: {
    text: "A migration of the database differs from the one of this version",
    hint: "start the version that wrote it",
    retry: false,
  },
  busy: { text: "The database is locked by another process", hint: "try again", retry: true, fault: busy },
  full: { text: "The disk is full", hint: "free some space", retry: true, fault: notNow },
  readOnly: {
    text: "The database is read-only",
    hint: "check the permissions of the file",
    retry: true,
    fault: notNow,
  },
  damaged: { text: "The database is damaged", hint: "restore a backup", retry: false },
  io: { text: "The disk cannot be read or written", hint: "check the disk", retry: true, fault: notNow },
  writerLost: { text: "The writer thread stopped", hint: "try again", retry: true, fault: notNow },
  outcomeUnknown: {
    text: "A write failed while it was committed; it may have been carried out",
    hint: "",
    retry: false,
    fault: unknown,
  },
  overloaded: { text: "Too many writes are waiting", hint: "try again", retry: true, fault: busy },
  givenUp: { text: "The call was canceled before its write began", hint: "", retry: true, fault: tooLate },
  exists: { text: "The file exists already", hint: "name another file", retry: false },
  notEmpty: {
    text: "The database is not empty",
    hint: "use an empty database; an interrupted copy leaves no data",
    retry: false,
  },
  copyDiffers: {
    text: "The copy differs from its source, and was discarded",
    hint: "please report it",
    retry: false,
  },
  inUse: {
    text: "The database is in use",
    hint: "stop the server and every command that uses it",
    retry: true,
  },
  noBackup: {
    text: "No backup file is given",
    hint: "name a file that messenger database backup has written",
    retry: false,
  },
  copiedElsewhere: {
    text: "Messenger does not copy PostgreSQL databases",
    hint: "use pg_dump and pg_restore, or pg_basebackup; then messenger database restore without a file",
    retry: false,
  },
  compactedElsewhere: {
    text: "Messenger does not compact PostgreSQL databases",
    hint: "autovacuum reuses the space; VACUUM FULL returns it to the file system",
    retry: false,
  },
  noPostgresDriver: {
    text: "The PostgreSQL driver is not installed",
    hint: "run npm install pg beside messenger-server",
    retry: false,
  },
  badDatabaseUrl: {
    text: "The database URL is not valid",
    hint: "use postgres://USER@HOST:5432/DATABASE",
    retry: false,
  },
  oldPostgres: {
    text: "The database server is too old",
    hint: "use PostgreSQL 15 or later",
    retry: false,
  },
  notUtf8: {
    text: "The database is not in UTF-8",
    hint: "create one with the encoding UTF8",
    retry: false,
  },
  noDatabase: {
    text: "The database does not exist",
    hint: "create it with createdb",
    retry: true,
    fault: notNow,
  },
  refusedLogin: {
    text: "The database server refused the log-in",
    hint: "check user, password and pg_hba.conf",
    retry: true,
    fault: notNow,
  },
  noPassword: {
    text: "The database server asks for a password, and there is none",
    hint: "name a file in PGPASSFILE (mode 0600, lines HOST:PORT:DATABASE:USER:PASSWORD), or set PGPASSWORD",
    retry: true,
    fault: notNow,
  },
  noTls: {
    text: "The database server does not encrypt connections",
    hint: "set ssl = on in postgresql.conf, or use sslmode=disable in a trusted network",
    retry: true,
    fault: notNow,
  },
  untrustedServer: {
    text: "The certificate of the database server is not trusted",
    hint: "give its authority in sslrootcert, and the host name of the certificate",
    retry: true,
    fault: notNow,
  },
  noRights: {
    text: "The database user lacks a permission",
    hint: "make the user the owner of the database",
    retry: true,
    fault: notNow,
  },
  standby: {
    text: "The database server is a standby or read-only",
    hint: "use the address of the primary",
    retry: true,
    fault: notNow,
  },
  statementPooler: {
    text: "The connection pooler does not allow transactions",
    hint: "set pool_mode = transaction or session in PgBouncer",
    retry: true,
    fault: notNow,
  },
  unreachable: {
    text: "The database server is not available",
    hint: "check host, port and firewall, and that the server runs",
    retry: true,
    fault: notNow,
  },
  noConnection: {
    text: "The database server has no free connection",
    hint: "increase max_connections, or reduce connections in the URL",
    retry: true,
    fault: busy,
  },
  connectionLost: {
    text: "The connection to the database was lost",
    hint: "try again",
    retry: true,
    fault: notNow,
  },
  stopped: {
    text: "The search was stopped, because it took too long",
    hint: "narrow it: a customer, a whole number or a shorter period",
    retry: true,
    fault: busy,
  },
  repeated: { text: "The form was sent before, and its change was made", hint: "", retry: false },
  undone: { text: "One of several changes was refused, and none was made", hint: "", retry: false },
  failed: { text: "The database failed", hint: "", retry: false },
  closed: { text: "The store is closed", hint: "", retry: true, fault: notNow },
};

/** A failure of the store; the message is one line. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  /** Detail beyond the code: a path, a version, the message of the driver. */
  readonly detail: string;

  constructor(code: StoreErrorCode, detail = "", options: ErrorOptions = {}) {
    const { text, hint } = storeErrorTable[code];
    const about = detail.replace(/\s+/gu, " ").trim();
    super(`${text}${about === "" ? "" : ` (${about})`}${hint === "" ? "" : `: ${hint}`}`, options);
    this.code = code;
    this.detail = about;
  }

  /** True when nothing was written and the same call may succeed later. */
  get retry(): boolean {
    return storeErrorTable[this.code].retry;
  }

  /** Fault for the caller of an operation; undefined for an unexpected error, whose fault refers to the log. */
  get fault(): CallerReport | undefined {
    return storeErrorTable[this.code].fault;
  }
}
