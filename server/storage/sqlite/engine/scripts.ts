import { type AllValues, rowReader } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { type Declared, type Given, type Statement, valuesOf } from "../../script/statement.js";
import type { Step, Steps } from "../../script/steps.js";
import { type Scripts, type Subject, writesOf, type WritesOfAll } from "../../script/subject.js";
import { type Bound, type Texts, textsOf } from "./bound.js";
import type { Database } from "./database.js";

/** A declared statement on one connection. */
interface Prepared {
  get(values: AllValues): unknown;
  all(values: AllValues): unknown;
  run(values: AllValues): number;
}

function prepareText(database: Database, { columns }: Declared, { text, bound }: Bound): Prepared {
  const statement = database.prepare<object>(text);
  const read = columns === undefined ? (row: object): object => row : rowReader(columns);
  return {
    get: (values) => {
      const row = statement.get(...bound(values));
      return row && read(row);
    },
    all: (values) => statement.all(...bound(values)).map(read),
    run: (values) => statement.run(...bound(values)).changes,
  };
}

/** Prepares a statement, and its text for lists of one value. */
function prepareStatement(
  database: Database,
  declared: Declared,
  texts: Texts,
): (values: AllValues) => Prepared {
  const some = prepareText(database, declared, texts.some);
  if (texts.one === undefined) return () => some;
  const one = prepareText(database, declared, texts.one);
  return (values) => (texts.isOne(values) ? one : some);
}

/** Parts that scripts leave to the driver, by name. */
export type Primitives = Readonly<Record<string, (input: never) => unknown>>;

/** Runs declared statements and scripts on one connection, within the transaction that is open. */
export class ScriptRunner {
  readonly #database: Database;
  readonly #primitives: Primitives;
  readonly #prepared = new Map<Declared, (values: AllValues) => Prepared>();

  constructor(database: Database, primitives: Primitives = {}) {
    this.#database = database;
    this.#primitives = primitives;
  }

  get<Names extends string, Row>(statement: Statement<Names, Row>, ...given: Given<Names>): Row | undefined {
    // Rows have the type of the declared columns.
    return this.#of(statement, valuesOf(given)).get(valuesOf(given)) as Row | undefined;
  }

  all<Names extends string, Row>(statement: Statement<Names, Row>, ...given: Given<Names>): readonly Row[] {
    return this.#of(statement, valuesOf(given)).all(valuesOf(given)) as readonly Row[];
  }

  /** Runs a script to its end. */
  run<T>(steps: Steps<T>): T {
    let next = steps.next();
    while (next.done !== true) {
      let result: unknown;
      try {
        result = this.#perform(next.value);
      } catch (error) {
        next = steps.throw(error);
        continue;
      }
      next = steps.next(result);
    }
    return next.value;
  }

  /** A write for each script of some subjects. */
  writes<S extends Subject<string, Scripts>>(subjects: readonly S[]): WritesOfAll<S> {
    const write = (script: (input: readonly unknown[]) => Steps<unknown>) => (input: readonly unknown[]) =>
      this.run(script(input));
    // Each write has the name, the arguments and the result of its script.
    return Object.assign({}, ...subjects.map((each) => writesOf(each, write))) as WritesOfAll<S>;
  }

  #of(statement: Declared, values: AllValues): Prepared {
    const known = this.#prepared.get(statement);
    if (known !== undefined) return known(values);
    const prepared = prepareStatement(this.#database, statement, textsOf(statement, values));
    this.#prepared.set(statement, prepared);
    return prepared(values);
  }

  #perform(step: Step): unknown {
    switch (step.kind) {
      case "lock":
        return undefined;
      case "primitive": {
        const primitive = this.#primitives[step.name] as ((input: unknown) => unknown) | undefined;
        if (primitive === undefined) throw new Error(`unknown primitive ${step.name}`);
        return primitive(step.input);
      }
      case "get":
      case "all":
      case "run":
        return this.#of(step.statement, step.values)[step.kind](step.values);
    }
  }
}

/** Reads on a connection; each statement is finished before its promise is returned. */
export function readsOn(database: Database): Reads {
  const runner = new ScriptRunner(database);
  return {
    get: async (statement, ...given) => runner.get(statement, ...given),
    all: async (statement, ...given) => runner.all(statement, ...given),
  };
}
