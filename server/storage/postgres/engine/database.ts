import { setTimeout } from "node:timers/promises";
import type { ClientBase, Pool, PoolClient } from "pg";
import { asStoreError, isConflict } from "./failure.js";
import { fly } from "./flight.js";
import { openingOf } from "./opening.js";
import { type Access, type Queries, queriesBy, sentOf, type Session, Transaction } from "./session.js";
import { command, type Statement } from "./statement.js";

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

/** Runs of a transaction that meets conflicts. */
const attempts = 5;

/** Milliseconds before the next run; by chance, so that two transactions in conflict do not meet again. */
const pauseAfter = (attempt: number): number => Math.random() * 5 * 2 ** attempt;

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

/** Queries on any connection of a pool. */
function queriesOn(pool: Pool, access: Access): Queries {
  return queriesBy(async (statement, values) => {
    const client = await connectionOf(pool, access);
    try {
      const [returned] = await fly(client, [sentOf(statement, values)], access.isDirect);
      client.release();
      return returned ?? { rows: [], tag: "" };
    } catch (error) {
      client.release(true);
      throw asStoreError(error, access.place);
    }
  });
}

async function connectionOf(pool: Pool, { place }: Access): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asStoreError(error, place);
  }
}

/** A database on a pool of connections. */
export function pooledDatabase(
  pool: Pool,
  newClient: () => ClientBase & { end(): Promise<void> },
  access: Access,
): Database {
  const within = async <T>(
    opening: readonly Statement<unknown>[],
    work: (session: Session) => Promise<T>,
  ): Promise<T> => {
    const client = await connectionOf(pool, access);
    const transaction = new Transaction(client, access, opening);
    try {
      const result = await work(transaction.session);
      await transaction.commit();
      client.release();
      return result;
    } catch (error) {
      client.release(!(await transaction.rollBack(error)));
      throw error;
    }
  };
  const opening = openingOf(access);
  const [begin, beginSnapshot] = [opening.write.map(command), opening.snapshot.map(command)];
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
