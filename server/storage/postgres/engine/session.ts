import type { PoolClient } from "pg";
import { StoreError } from "../../errors.js";
import { asStoreError, isRefused } from "./failure.js";
import { fly, type Returned, type Sent } from "./flight.js";
import { command, parameterOf, type SqlValue, type Statement } from "./statement.js";

/** Runs statements. Everything it rejects with is a `StoreError`. */
export interface Queries {
  all<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  get<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns how many rows it changed. */
  run(statement: Statement<unknown>, ...values: readonly SqlValue[]): Promise<number>;
}

/** One connection inside a transaction. Statements of one turn of the event loop are sent together, in the order of the calls. */
export interface Session extends Queries {
  /** Sends a statement with the next one that is awaited, or with the commit. If it fails, that fails. */
  post(statement: Statement<unknown>, ...values: readonly SqlValue[]): void;
  /** Runs statements without parameters, unprepared. */
  exec(text: string): Promise<void>;
  /** Has what the work changed in memory undone if the transaction is rolled back, or its outcome is unknown; the last change first. */
  undo(change: () => void): void;
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

/** Number of changed or returned rows in a response: `INSERT 0 5`, `UPDATE 5`. */
const rowsOf = ({ tag }: Returned): number => Number(/\d+$/u.exec(tag)?.[0] ?? 0);

export function sentOf(statement: Statement<unknown>, values: readonly SqlValue[]): Sent {
  return { statement, values: values.map(parameterOf) };
}

/** Queries by what sends a statement. */
export function queriesBy(
  query: (statement: Statement<unknown>, values: readonly SqlValue[]) => Promise<Returned>,
): Queries {
  // The rows of a statement have the type of its declaration.
  const all = async <Row>(statement: Statement<Row>, ...values: readonly SqlValue[]) =>
    (await query(statement, values)).rows as readonly Row[];
  return {
    all,
    get: async (statement, ...values) => (await all(statement, ...values))[0],
    run: async (statement, ...values) => rowsOf(await query(statement, values)),
  };
}

const committing = command("COMMIT");

/** Codes of failures that leave a connection usable once it is rolled back. One to a standby is given up: the address may lead to the primary by now. */
const ofOneTransaction: readonly string[] = ["failed", "busy", "noRights", "full"];

/** A transaction on a connection; its first statements are sent with the first one of the work. */
export class Transaction {
  readonly session: Session;
  readonly #client: PoolClient;
  readonly #access: Access;
  readonly #changes: (() => void)[] = [];
  #waiting: Sent[];
  /** Results of those that wait, once one of them is awaited. */
  #leaving: Promise<readonly Returned[]> | undefined;
  #isOver = false;

  constructor(client: PoolClient, access: Access, opening: readonly Statement<unknown>[]) {
    this.#client = client;
    this.#access = access;
    this.#waiting = opening.map((statement) => sentOf(statement, []));
    this.session = {
      ...queriesBy((statement, values) => this.#query(statement, values)),
      post: (statement, ...values) => {
        this.#waiting.push(sentOf(statement, values));
      },
      exec: async (text) => {
        if (this.#waiting.length > 0) await this.#leave();
        await this.#simple(text);
      },
      undo: (change) => {
        this.#changes.push(change);
      },
    };
  }

  /** Rejects with `outcomeUnknown` unless the server says that it has committed, or that it has not. */
  async commit(): Promise<void> {
    const { tag } = await this.#query(committing, []).catch((error: unknown) => {
      const failure = asStoreError(error);
      throw isRefused(failure) ? failure : new StoreError("outcomeUnknown", failure.detail, { cause: error });
    });
    if (tag !== "COMMIT") throw new StoreError("failed", "the transaction was rolled back");
    this.#isOver = true;
  }

  /** Undoes everything after a failure. Returns false if the connection cannot be used any more. */
  async rollBack(error: unknown): Promise<boolean> {
    this.#isOver = true;
    this.#waiting = [];
    for (const undo of [...this.#changes].reverse()) undo();
    if (error instanceof StoreError && !ofOneTransaction.includes(error.code)) return false;
    try {
      await this.#simple("ROLLBACK");
      return true;
    } catch {
      return false;
    }
  }

  async #query(statement: Statement<unknown>, values: readonly SqlValue[]): Promise<Returned> {
    // The connection may belong to another transaction by now.
    if (this.#isOver) throw new StoreError("failed", "the transaction is over");
    const place = this.#waiting.push(sentOf(statement, values)) - 1;
    return (await this.#leave())[place] ?? { rows: [], tag: "" };
  }

  /** Sends what waits at the end of this turn of the event loop. */
  #leave(): Promise<readonly Returned[]> {
    this.#leaving ??= new Promise<void>((resolve) => {
      process.nextTick(resolve);
    }).then(() => this.#send());
    return this.#leaving;
  }

  async #send(): Promise<readonly Returned[]> {
    const statements = this.#waiting;
    this.#waiting = [];
    this.#leaving = undefined;
    try {
      return await fly(this.#client, statements, this.#access.isDirect);
    } catch (error) {
      throw asStoreError(error, this.#access.place);
    }
  }

  async #simple(text: string): Promise<void> {
    try {
      await this.#client.query(text);
    } catch (error) {
      throw asStoreError(error, this.#access.place);
    }
  }
}
