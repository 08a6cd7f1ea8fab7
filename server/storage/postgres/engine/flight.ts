import type { ClientBase, Connection, FieldDef, Submittable } from "pg";
import { StoreError } from "../../errors.js";
import type { Parameter, Statement } from "./statement.js";

/** A statement with its parameters as the protocol writes them. */
export interface Sent {
  readonly statement: Statement<unknown>;
  readonly values: Parameter[];
}

/** The result of a statement. */
export interface Returned {
  readonly rows: readonly object[];
  /** Of the response: `INSERT 0 5`, `COMMIT`. */
  readonly tag: string;
}

/** A column of the rows of a statement, and how its text is read. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/**
 * Statements that a connection has prepared, by name, with the columns of their rows, which the server describes once. `null`: a failure came
 * between, so that the statement may be prepared or not.
 */
type Prepared = Map<string, readonly Column[] | null>;

const preparedOn = new WeakMap<ClientBase, Prepared>();

function preparedOf(client: ClientBase): Prepared {
  const found = preparedOn.get(client) ?? new Map<string, readonly Column[] | null>();
  preparedOn.set(client, found);
  return found;
}

/** The function of the server that waits until a replica has a commit. Texts of messages are in any language. */
const waitingRoutine = "SyncRepWaitForLSN";

const noReplica = "no replica confirmed the commit";

/** Connections with a commit that stopped waiting for a replica. */
const unreplicated = new WeakSet<ClientBase>();

/**
 * Takes a notice of the server. If a commit is canceled while it waits for a replica, the server reports it as done, behind this notice: only its
 * own disk has it, and a fail-over loses it (https://www.postgresql.org/docs/current/warm-standby.html, section 27.2.8.3).
 */
export function takeNotice(client: ClientBase, { routine }: { readonly routine?: string | undefined }): void {
  if (routine === waitingRoutine) unreplicated.add(client);
}

/** A client, which reads values of any type. */
interface Reader {
  getTypeParser(type: number, format: "text"): Column["read"];
}

interface FlightOptions {
  readonly client: ClientBase;
  /** Whether the connection keeps prepared statements. */
  readonly prepares: boolean;
  readonly statements: readonly Sent[];
  resolve(returned: readonly Returned[]): void;
  reject(error: unknown): void;
}

/** Values of arguments of the driver that are always the same. */
const portal = { type: "P", name: "" };
const wholeResult = {};

/** Statements on their way to the server. The driver calls these methods of what a connection runs, with the messages of the server. */
class Flight implements Submittable {
  /** To be called at the end: the driver puts the end of its timer here. */
  callback = (): void => undefined;
  readonly #options: FlightOptions;
  readonly #prepared: Prepared;
  readonly #returned: Returned[] = [];
  #columns: readonly Column[] = [];
  #rows: object[] = [];
  #isOver = false;

  constructor(options: FlightOptions) {
    this.#options = options;
    this.#prepared = options.prepares
      ? preparedOf(options.client)
      : new Map<string, readonly Column[] | null>();
  }

  submit(connection: Connection): void {
    const parsed = new Set<string>();
    connection.stream.cork();
    for (const each of this.#options.statements) this.#send(connection, each, parsed);
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  #send(connection: Connection, { statement: { name, text }, values }: Sent, parsed: Set<string>): void {
    const { prepares } = this.#options;
    const statement = prepares ? name : "";
    const isNew = statement === "" || ((this.#prepared.get(name) ?? null) === null && !parsed.has(name));
    if (isNew) {
      if (this.#prepared.has(statement)) connection.close({ type: "S", name: statement }, false);
      connection.parse({ name: statement, text, types: [] }, false);
      parsed.add(statement);
    }
    connection.bind({ statement, values }, false);
    if (isNew) connection.describe(portal, false);
    connection.execute(wholeResult, false);
  }

  /** The next statement, whose rows come now. */
  get #next(): Statement<unknown> | undefined {
    return this.#options.statements[this.#returned.length]?.statement;
  }

  #begin(): void {
    this.#columns = this.#prepared.get(this.#next?.name ?? "") ?? [];
    this.#rows = [];
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const client: Reader = this.#options.client;
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: client.getTypeParser(dataTypeID, "text"),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (let place = 0; place < fields.length; place++) {
      const column = this.#columns[place];
      const text = fields[place] ?? null;
      if (column !== undefined) row[column.name] = text === null ? null : column.read(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.#next?.name ?? "";
    if (this.#options.prepares && name !== "") this.#prepared.set(name, this.#columns);
    this.#returned.push({ rows: this.#rows, tag: text });
    this.#begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleReadyForQuery(): void {
    this.#end(() => {
      if (unreplicated.has(this.#options.client))
        this.#options.reject(new StoreError("outcomeUnknown", noReplica));
      else this.#options.resolve(this.#returned);
    });
  }

  handleError(error: unknown): void {
    for (const { statement } of this.#options.statements.slice(this.#returned.length))
      if (statement.name !== "" && !this.#prepared.has(statement.name))
        this.#prepared.set(statement.name, null);
    this.#end(() => {
      this.#options.reject(error);
    });
  }

  #end(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.callback();
    settle();
  }
}

/**
 * Sends statements together: one round trip, in which the server runs one after the other, each with a snapshot of its own in READ COMMITTED. After
 * one that fails it runs none of the others, and all fail with it (https://www.postgresql.org/docs/current/protocol-flow.html, "Pipelining").
 * Rejects with `outcomeUnknown`, now and later, after a commit on this connection that no replica confirmed.
 */
export function fly(
  client: ClientBase,
  statements: readonly Sent[],
  prepares: boolean,
): Promise<readonly Returned[]> {
  return new Promise((resolve, reject) => {
    client.query(new Flight({ client, prepares, statements, resolve, reject }));
  });
}
