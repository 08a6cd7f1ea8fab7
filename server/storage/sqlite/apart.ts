import type { ReadLimit } from "../../ports/reading.js";
import { type AllValues, rowReader } from "../script/columns.js";
import { Deadline } from "../deadline.js";
import type { ApartReads, Reads } from "../script/reads.js";
import { type Declared, valuesOf } from "../script/statement.js";
import { type Texts, textsOf } from "./engine/bound.js";
import { ReaderPool } from "./engine/reader-pool.js";
import type { ReaderProcess } from "./engine/reader-process.js";
import type { ReadFile, ToReader } from "./engine/reader-protocol.js";

/** A statement as another process runs it. */
interface Sent {
  readonly texts: Texts;
  readonly read: (row: object) => object;
}

const known = new WeakMap<Declared, Sent>();

function sentOf(declared: Declared, values: AllValues): Sent {
  const found = known.get(declared);
  if (found !== undefined) return found;
  const { columns } = declared;
  const read = columns === undefined ? (row: object): object => row : rowReader(columns);
  const sent = { texts: textsOf(declared, values), read };
  known.set(declared, sent);
  return sent;
}

function requestOf({ texts: { some, one, isOne } }: Sent, values: AllValues): ToReader {
  const { text, bound } = one !== undefined && isOne(values) ? one : some;
  return { text, values: bound(values) };
}

/** Runs work with a process: any free one for each statement, or always the same. */
type Use = <T>(work: (process: ReaderProcess) => Promise<T>) => Promise<T>;

function readsOf(use: Use, deadline: Deadline): Reads {
  const all = (declared: Declared, values: AllValues): Promise<readonly object[]> => {
    const sent = sentOf(declared, values);
    return use((process) =>
      process.all(requestOf(sent, values), sent.read, deadline.next(), () => deadline.stopped()),
    );
  };
  return {
    // Rows have the type of the declared columns.
    get: async <Row>(statement: Declared, ...given: readonly [AllValues?]) =>
      (await all(statement, valuesOf(given)))[0] as Row | undefined,
    all: async <Row>(statement: Declared, ...given: readonly [AllValues?]) =>
      (await all(statement, valuesOf(given))) as readonly Row[],
  };
}

const command = (text: string): ToReader => ({ text, values: "none" });
const asItIs = (row: object): object => row;

/** Statements of one snapshot, which ends with its deadline: the log of the file may grow until then. */
async function snapshot<T>(
  process: ReaderProcess,
  deadline: Deadline,
  read: (reads: Reads) => Promise<T>,
): Promise<T> {
  const run = (text: string) => process.all(command(text), asItIs, deadline.next(), () => deadline.stopped());
  await run("BEGIN");
  try {
    return await read(readsOf((work) => work(process), deadline));
  } finally {
    // A process that has not ended its snapshot is not used again.
    await run("ROLLBACK").catch(() => {
      process.kill();
    });
  }
}

/** Reads of a file by processes of their own. */
export function apartReads(file: ReadFile): ApartReads {
  const pool = new ReaderPool(file);
  return {
    within: (limit: ReadLimit) => {
      const deadline = new Deadline(limit);
      const use: Use = (work) => pool.use(deadline.next(), () => deadline.stopped(), work);
      return {
        reads: readsOf(async (work) => use(work), deadline),
        brief: (read) => use((process) => snapshot(process, deadline, read)),
      };
    },
    close: () => pool.close(),
  };
}
