import { setTimeout } from "node:timers/promises";
import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { StoreError } from "../../errors.js";
import { asStoreError, isConflict } from "./failure.js";
import { plansOfWrites } from "./plans.js";
import { sent, type SqlValue, type Statement } from "./statement.js";

/** Runs statements. Everything it rejects with is a `StoreError`. */
export interface Queries {
  all<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  get<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns how many rows it changed. */
  run(statement: Statement<unknown>, ...values: readonly SqlValue[]): Promise<number>;
}

/** One connection inside a transaction. */
export interface Session extends Queries {
  /** Runs statements without parameters, unprepared. */
  exec(text: string): Promise<void>;
  /** Has what the work changed in memory undone if the transaction is rolled back, or its outcome is unknown; the last change first. */
  undo(change: () => void): void;
}

/** The connections of this process to one database. */
export interface Database extends Queries {
  /**
   * Runs work in a transaction, READ COMMITTED; again from the start, a few times, when the database asks for it. Resolves after
   * the commit. Rejects with `outcomeUnknown` when the connection was lost during the commit.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Reads in one transaction: all statements show the same moment. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Receives the notifications of a channel on its own connection; resolves when that closes or is stopped. */
  listen(channel: string, stop: AbortSignal, heard: (text: string) => void): Promise<void>;
  /** Waits for running statements. */
  close(): Promise<void>;
}

/**
 * Milliseconds that a transaction waits for a lock, and for which a frozen process may keep one. The latter are fewer, so that writes of
 * other processes come after it instead of failing, and fewer than a lease of delivery lasts, so that the leases of others are renewed in
 * time. Set in each transaction: a pooler between hands the connection to another client after it.
 */
const limits = "SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 3000";

const beginSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** Runs of a transaction that meets conflicts. */
const attempts = 5;

/** Milliseconds before the next run; by chance, so that two transactions in conflict do not meet again. */
const pauseAfter = (attempt: number): number => Math.random() * 5 * 2 ** attempt;

/** Executor of statements: one connection, or any of the pool. */
interface Client {
  query(config: QueryConfig): Promise<QueryResult<object>>;
}

/** Access to a database. */
export interface Access {
  /** Named in errors. */
  readonly place: string;
  /**
   * Whether a session keeps its connection between transactions, so that it can prepare statements and listen. A pooler may give each
   * transaction another one.
   */
  readonly isDirect: boolean;
  /** Whether its statements are those of a server: `plans.ts`. */
  readonly serves: boolean;
}

function queriesOn(client: Client, { place, isDirect }: Access): Queries {
  const query = async (statement: Statement<unknown>, values: readonly SqlValue[]) => {
    const { name, text } = statement;
    try {
      return await client.query({ ...(isDirect ? { name } : {}), text, values: values.map(sent) });
    } catch (error) {
      throw asStoreError(error, place);
    }
  };
  // The rows of a statement have the type of its declaration.
  const all = async <Row>(statement: Statement<Row>, ...values: readonly SqlValue[]) =>
    (await query(statement, values)).rows as unknown as readonly Row[];
  return {
    all,
    get: async (statement, ...values) => (await all(statement, ...values))[0],
    run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
  };
}

/** `changes`: those that `undo` has added. */
function sessionOn(
  client: PoolClient,
  access: Access,
): Session & { readonly changes: readonly (() => void)[] } {
  const changes: (() => void)[] = [];
  return {
    ...queriesOn(client, access),
    changes,
    undo: (change) => {
      changes.push(change);
    },
    exec: async (text) => {
      try {
        await client.query(text);
      } catch (error) {
        throw asStoreError(error, access.place);
      }
    },
  };
}

/** A commit of which no response came may have been carried out. */
async function commit(client: PoolClient): Promise<void> {
  const result = await client.query("COMMIT").catch((error: unknown) => {
    const failure = asStoreError(error);
    throw failure.code === "connectionLost" ? new StoreError("outcomeUnknown", failure.detail) : failure;
  });
  if (result.command !== "COMMIT") throw new StoreError("failed", "the transaction was rolled back");
}

/** Codes of failures that leave a connection usable once it is rolled back. */
const ofOneTransaction: readonly string[] = ["failed", "busy", "noRights", "full", "standby"];

/** False: the connection is given up. */
async function isRolledBack(session: Session, error: unknown): Promise<boolean> {
  if (error instanceof StoreError && !ofOneTransaction.includes(error.code)) return false;
  try {
    await session.exec("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds without traffic after which a connection is reopened, because it may have been lost without an error. */
const longestSilence = 60_000;

/** Listens on one connection until it closes; later notifications are lost. */
async function listenOn(
  client: ClientBase & { end(): Promise<void> },
  channel: string,
  stop: AbortSignal,
  heard: (text: string) => void,
): Promise<void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const silence = globalThis.setTimeout(end, longestSilence);
  client.on("notification", ({ payload = "" }) => {
    silence.refresh();
    heard(payload);
  });
  client.on("error", end);
  client.on("end", end);
  stop.addEventListener("abort", end);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // Notifications sent before are looked up now.
    heard("");
    if (!stop.aborted) await ended;
  } finally {
    clearTimeout(silence);
    stop.removeEventListener("abort", end);
    await client.end().catch(() => undefined);
  }
}

/** Resolves when it is stopped: a pooler passes no notifications on. */
async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  await new Promise<void>((resolve) => {
    stop.addEventListener("abort", () => {
      resolve();
    });
  });
}

/** A database on a pool of connections. */
export function pooledDatabase(
  pool: Pool,
  newClient: () => ClientBase & { end(): Promise<void> },
  access: Access,
): Database {
  const within = async <T>(opening: string, work: (session: Session) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw asStoreError(error, access.place);
    });
    const session = sessionOn(client, access);
    try {
      await session.exec(opening);
      const result = await work(session);
      await commit(client);
      client.release();
      return result;
    } catch (error) {
      for (const undo of [...session.changes].reverse()) undo();
      client.release(!(await isRolledBack(session, error)));
      throw error;
    }
  };
  const begin = `BEGIN; ${limits}${access.serves ? `; ${plansOfWrites(access.isDirect)}` : ""}`;
  return {
    ...queriesOn(pool, access),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await within(begin, work);
        } catch (error) {
          if (attempt === attempts || !isConflict(error)) throw error;
          await setTimeout(pauseAfter(attempt));
        }
      }
    },
    snapshot: (work) => within(beginSnapshot, work),
    listen: (channel, stop, heard) =>
      access.isDirect ? listenOn(newClient(), channel, stop, heard) : stopped(stop),
    close: () => pool.end(),
  };
}
