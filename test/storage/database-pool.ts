import { emptied, type Pristine } from "./emptied-database.js";
import { execute } from "./local-server.js";

/** What the set-up of the Jest project of PostgreSQL has prepared, in a variable that its processes inherit. */
export interface Prepared {
  /** Name of a database with a current schema, to copy. */
  readonly template: string;
  readonly pristine: Pristine;
}

const variable = "MESSENGER_TEST_PREPARED";

export function publish(prepared: Prepared): void {
  process.env[variable] = JSON.stringify(prepared);
}

/** Undefined outside of that project. */
export function preparedByProject(): Prepared | undefined {
  const text = process.env[variable];
  return text === undefined ? undefined : (JSON.parse(text) as Prepared);
}

/**
 * Databases with a current schema and no rows. To copy one takes a fifth of a second of a processor; to empty one that a test of this
 * process has used, a tenth of that. The teardown of the project removes them.
 */
export class DatabasePool {
  readonly #base: string;
  readonly #prepared: Prepared;
  readonly #free: string[] = [];
  #taken = 0;

  /** `base`: URL of any database of the server. */
  constructor(base: string, prepared: Prepared) {
    this.#base = base;
    this.#prepared = prepared;
  }

  async take(): Promise<string> {
    const name = this.#free.pop() ?? this.#nextName();
    const url = this.#urlOf(name);
    return (await emptied(url, this.#prepared.pristine)) ? url : this.#copied(name);
  }

  /** One that no test has used: for tests that count partitions, which emptied databases keep. */
  takeUnused(): Promise<string> {
    return this.#copied(this.#free.pop() ?? this.#nextName());
  }

  /** Lets a later test use a database. */
  giveBack(url: string): void {
    this.#free.push(new URL(url).pathname.slice(1));
  }

  async #copied(name: string): Promise<string> {
    await execute(
      this.#base,
      `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
      `CREATE DATABASE ${name} TEMPLATE ${this.#prepared.template}`,
    );
    return this.#urlOf(name);
  }

  #urlOf(name: string): string {
    const url = new URL(this.#base);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** The same names in every test file of a process: the databases of the files before are used again. */
  #nextName(): string {
    return `${this.#prepared.template}_${process.env["JEST_WORKER_ID"] ?? "0"}_${(this.#taken += 1)}`;
  }
}
