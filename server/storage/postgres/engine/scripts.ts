import { type AllValues, rowReader } from "../../script/columns.js";
import { forPostgres } from "../../script/dialect.js";
import type { Reads } from "../../script/reads.js";
import {
  checkNames,
  type Declared,
  type Given,
  type Statement as Typed,
  valuesOf,
} from "../../script/statement.js";
import type { Step, Steps } from "../../script/steps.js";
import {
  type Scripts,
  type Sharing,
  type Subject,
  writesOf,
  type WritesOfAll,
} from "../../script/subject.js";
import { type Batch, type Batches, listsTogether, oneByOne } from "./batch.js";
import type { Queries, Session } from "./session.js";
import { sql, type SqlValue, type Statement } from "./statement.js";

interface Prepared {
  readonly statement: Statement<object>;
  bound(values: AllValues): readonly SqlValue[];
  read(row: object): unknown;
}

/** What follows from a declaration is the same on every connection. */
const declarations = new WeakMap<Declared, Prepared>();

function prepared(declared: Declared, values: AllValues): Prepared {
  const found = declarations.get(declared);
  if (found !== undefined) return found;
  const { text, names } = forPostgres(declared);
  checkNames(declared, names, values);
  const made: Prepared = {
    statement: declared.planned === "eachTime" ? { name: "", text } : sql(text),
    bound: (values) => names.map((name) => values[name] ?? null),
    read: declared.columns === undefined ? (row) => row : rowReader(declared.columns),
  };
  declarations.set(declared, made);
  return made;
}

async function get(queries: Queries, declared: Declared, values: AllValues) {
  const known = prepared(declared, values);
  const row = await queries.get(known.statement, ...known.bound(values));
  return row && known.read(row);
}

async function all(queries: Queries, declared: Declared, values: AllValues) {
  const known = prepared(declared, values);
  return (await queries.all(known.statement, ...known.bound(values))).map((row) => known.read(row));
}

/** Reads on any connection of the pool, or on one. */
export function readsOn(queries: Queries): Reads {
  return {
    // Rows have the type of the declared columns.
    get: async <Names extends string, Row>(statement: Typed<Names, Row>, ...given: Given<Names>) =>
      (await get(queries, statement, valuesOf(given))) as Row | undefined,
    all: async <Names extends string, Row>(statement: Typed<Names, Row>, ...given: Given<Names>) =>
      (await all(queries, statement, valuesOf(given))) as readonly Row[],
  };
}

/** Parts that scripts leave to the driver, by name. */
export type Primitives = Readonly<Record<string, (session: Session, input: never) => Promise<unknown>>>;

/** Runs a script to its end, inside a transaction. */
export async function runScript<T>(
  session: Session,
  steps: Steps<T>,
  primitives: Primitives = {},
): Promise<T> {
  let next = steps.next();
  while (next.done !== true) {
    let result: unknown;
    try {
      result = await perform(session, next.value, primitives);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(result);
  }
  return next.value;
}

async function perform(session: Session, step: Step, primitives: Primitives): Promise<unknown> {
  switch (step.kind) {
    case "get":
      return get(session, step.statement, step.values);
    case "all":
      return all(session, step.statement, step.values);
    case "lock":
      await all(session, step.statement, step.values);
      return undefined;
    case "run": {
      const known = prepared(step.statement, step.values);
      return session.run(known.statement, ...known.bound(step.values));
    }
    case "primitive": {
      const primitive = primitives[step.name] as
        ((session: Session, input: unknown) => Promise<unknown>) | undefined;
      if (primitive === undefined) throw new Error(`unknown primitive ${step.name}`);
      return primitive(session, step.input);
    }
  }
}

/** A batch of a script whose one argument is a list: the items of many calls are one list. */
function joinedBatch(
  script: (input: readonly unknown[]) => Steps<unknown>,
  primitives: Primitives,
): Batch<readonly unknown[], unknown> {
  const lists = listsTogether<unknown, unknown>(
    // A joined script returns one result for each item.
    async (session, items) => (await runScript(session, script([items]), primitives)) as readonly unknown[],
  );
  return {
    most: lists.most,
    // Its one argument is the list.
    run: (session, inputs) =>
      lists.run(
        session,
        inputs.map(([items]) => items as readonly unknown[]),
      ),
  };
}

/** A batch for each script of some subjects. */
export function scriptBatches<S extends Subject<string, Scripts>>(
  subjects: readonly S[],
  primitives: Primitives = {},
): Batches<WritesOfAll<S>> {
  const batchOf = (
    script: (input: readonly unknown[]) => Steps<unknown>,
    sharing: Sharing,
  ): Batch<readonly unknown[], unknown> => {
    if (sharing === "joined") return joinedBatch(script, primitives);
    const most = sharing === "together" ? undefined : 1;
    return oneByOne((session, input) => runScript(session, script(input), primitives), most);
  };
  // Each batch has the name, the arguments and the result of its script.
  return Object.assign({}, ...subjects.map((each) => writesOf(each, batchOf))) as Batches<WritesOfAll<S>>;
}
