import { StoreError, type StoreErrorCode } from "../errors.js";
import type { Database } from "./engine/database.js";
import type { Queries } from "./engine/session.js";
import { sql } from "./engine/statement.js";

interface ReplicaOptions {
  /** Milliseconds by which it may be behind; it is not read while it is behind by more. */
  readonly longestLag: number;
  /** Connects to the replica. */
  readonly connect: () => Promise<Database>;
  /** Connections to the leader. */
  readonly leader: () => Promise<Queries>;
}

/** What was read, and the time of what the replica has, in milliseconds since the epoch. */
interface Read<T> {
  readonly result: T;
  readonly asOf: number;
}

/** Milliseconds without another attempt, after the replica was not available: no page waits for it. */
const pause = 5_000;

/** Failures after which the next read does not try the replica. */
const gone: ReadonlySet<StoreErrorCode> = new Set([
  ...(["unreachable", "connectionLost", "noConnection", "refusedLogin", "noPassword"] as const),
  ...(["untrustedServer", "noTls", "noDatabase", "noRights"] as const),
]);

/** Every change of an operator has an entry in the audit log. Its number is the position that a replica must have. */
const position = sql<{ readonly now: number; readonly change: number }>(
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, (SELECT coalesce(max(id), 0) FROM audit)::bigint AS change`,
);

/** The leader writes at least every few seconds: processes are listed with their heartbeats. */
const state = sql<{ readonly asOf: number | null; readonly change: number }>(
  `SELECT (extract(epoch FROM CASE WHEN pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() ELSE clock_timestamp() END)
     * 1000)::bigint AS "asOf", (SELECT coalesce(max(id), 0) FROM audit)::bigint AS change`,
);

/** A replica that is read where it is near enough to the leader. */
export class Replica {
  readonly #options: ReplicaOptions;
  #opened: Promise<Database> | undefined;
  /** By the clock of `performance`. */
  #pausedUntil = -Infinity;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /**
   * Reads one moment of the replica. Undefined where the leader has to be read: the replica is not available, is behind by more than it may be,
   * lacks a change of an operator, or has canceled a statement. Rejects with `stopped` after the limit of the read.
   */
  async read<T>(read: (queries: Queries) => Promise<T>): Promise<Read<T> | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    const wanted = await (await this.#options.leader()).get(position);
    try {
      const database = await this.#database();
      return await database.snapshot(async (queries) => {
        const found = await queries.get(state);
        if (wanted === undefined || found === undefined || found.asOf === null) return undefined;
        const { asOf, change } = found;
        if (change < wanted.change || wanted.now - asOf > this.#options.longestLag) return undefined;
        return { result: await read(queries), asOf };
      });
    } catch (error) {
      if (!(error instanceof StoreError) || error.code === "stopped") throw error;
      if (gone.has(error.code)) this.#pausedUntil = performance.now() + pause;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.close();
  }

  #database(): Promise<Database> {
    return (this.#opened ??= this.#options.connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }
}
