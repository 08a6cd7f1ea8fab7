import { once } from "messenger-gen-host/tasks";
import { Deadline } from "../deadline.js";
import type { ApartReads, Reads } from "../script/reads.js";
import type { Given, Statement } from "../script/statement.js";
import type { Database } from "./engine/database.js";
import { isCanceled } from "./engine/failure.js";
import { readsOn } from "./engine/scripts.js";
import type { Queries } from "./engine/session.js";
import { sql } from "./engine/statement.js";
import { Replica } from "./replica.js";

/** The server ends a statement of this transaction that lasts longer. */
const limitStatement = sql("SELECT set_config('statement_timeout', $1, true)");

/** Reads in a transaction, each for as long as there is time. */
function limited(queries: Queries, deadline: Deadline): Reads {
  const reads = readsOn(queries);
  const within = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      // Both are sent together.
      const [, result] = await Promise.all([queries.get(limitStatement, String(deadline.next())), read()]);
      return result;
    } catch (error) {
      throw isCanceled(error) ? deadline.stopped() : error;
    }
  };
  return {
    get: <Names extends string, Row>(statement: Statement<Names, Row>, ...given: Given<Names>) =>
      within(() => reads.get(statement, ...given)),
    all: <Names extends string, Row>(statement: Statement<Names, Row>, ...given: Given<Names>) =>
      within(() => reads.all(statement, ...given)),
  };
}

interface ApartOptions {
  readonly connect: () => Promise<Database>;
  /** Connects to the replica that may be read in its place; none: undefined. */
  readonly replica: { readonly connect: () => Promise<Database>; readonly longestLag: number } | undefined;
}

/** Reads on connections of their own, which are opened when they are needed. */
export function apartReads({ connect, replica: given }: ApartOptions): ApartReads {
  let opened: Promise<Database> | undefined;
  const database = (): Promise<Database> =>
    (opened ??= connect().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const replica = given && new Replica({ ...given, leader: database });
  return {
    within: (limit) => {
      const deadline = new Deadline(limit);
      const brief = async <T>(read: (reads: Reads) => Promise<T>): Promise<T> => {
        deadline.next();
        const onOne = (queries: Queries): Promise<T> => read(limited(queries, deadline));
        const found = limit.onReplica === undefined ? undefined : await replica?.read(onOne);
        if (found === undefined) return (await database()).snapshot(onOne);
        limit.onReplica?.(found.asOf);
        return found.result;
      };
      return {
        reads: {
          get: (statement, ...given) => brief((reads) => reads.get(statement, ...given)),
          all: (statement, ...given) => brief((reads) => reads.all(statement, ...given)),
        },
        brief,
      };
    },
    close: once(async () => {
      await Promise.all([(await opened?.catch(() => undefined))?.close(), replica?.close()]);
    }),
  };
}
