import { randomUUID } from "node:crypto";
import type { ListStore } from "../ports/campaigns.js";
import type { Store } from "../ports/store.js";
import { type ListFile, openListFile } from "./list-file.js";
import { giveWay, listRefusal, type ListWork, purgeLists } from "./lists.js";
import { recorded } from "./occasion.js";
import { Refusal } from "./refusal.js";
import { customerIdOf, listCategoryOf, listNameOf } from "./values.js";
import {
  type ListChange,
  type ListDefinition,
  type ListMember,
  maxAppended,
  type RecipientList,
} from "../domain/recipients/lists.js";

export interface ListImportInput {
  readonly customer: string;
  readonly name: string;
  /** CSV in UTF-8; the first line names the columns. */
  readonly file: AsyncIterable<Uint8Array>;
  readonly category: string;
  /** True for a smart list, which stores every column; false to store the phones only. */
  readonly smart: boolean;
  /** The only user who may see the list. */
  readonly owner: string | undefined;
  /** Name of the phone's column. */
  readonly phone: string | undefined;
  /** True to replace the content of a list of this name. */
  readonly replace: boolean;
}

/** A row that was not imported. */
export interface InvalidRow {
  readonly line: number;
  readonly reason: string;
}

/** Result for the rows of a file: `rows` = `accepted` + `doubled` + `invalid`. */
export interface ImportReport {
  readonly id: string;
  readonly customer: number;
  readonly name: string;
  readonly type: RecipientList["type"];
  readonly version: number;
  readonly rows: number;
  readonly accepted: number;
  /** Rows with a phone that an earlier row has. */
  readonly doubled: number;
  readonly invalid: number;
  /** The first invalid rows. */
  readonly problems: readonly InvalidRow[];
}

/** Operator, clock and progress callback of an import. */
export interface ImportContext extends ListWork {
  /** Called after each piece with the number of rows read so far. */
  readonly progress: (rows: number) => void;
}

/** Invalid rows that a report names. */
const namedProblems = 20;

interface Counts {
  rows: number;
  accepted: number;
  invalid: number;
  readonly problems: InvalidRow[];
}

async function append(
  lists: ListStore,
  importId: number,
  members: readonly ListMember[],
  now: () => number,
): Promise<number> {
  const started = now();
  const accepted = await lists.appendMembers(importId, members, started);
  if (accepted === undefined) throw new Refusal("the import was canceled: no new row for an hour");
  await giveWay(started, now);
  return accepted;
}

async function appendAll(
  lists: ListStore,
  importId: number,
  { columns, records }: ListFile,
  { now, progress }: ImportContext,
): Promise<Counts> {
  const counts: Counts = { rows: 0, accepted: 0, invalid: 0, problems: [] };
  let members: ListMember[] = [];
  const flush = async (): Promise<void> => {
    counts.accepted += await append(lists, importId, members, now);
    members = [];
    progress(counts.rows);
  };
  for await (const record of records) {
    counts.rows += 1;
    const member = columns.memberOf(record);
    if (typeof member === "string") {
      counts.invalid += 1;
      if (counts.invalid <= namedProblems) counts.problems.push({ line: record.line, reason: member });
    } else members.push(member);
    if (members.length === maxAppended) await flush();
  }
  await flush();
  return counts;
}

function definitionOf(input: ListImportInput, { columns }: ListFile): ListDefinition {
  return {
    id: randomUUID(),
    customerId: customerIdOf(input.customer),
    name: listNameOf(input.name),
    category: listCategoryOf(input.category),
    owner: input.owner,
    type: input.smart ? "SmartList" : "DistributionList",
    columns: columns.names,
    replace: input.replace,
  };
}

/**
 * Imports a list from a CSV file, piece by piece, beside a running server. The list becomes visible when the import is
 * complete: a file that cannot be read to its end changes nothing. Recorded. @throws Refusal
 */
export async function importList(
  store: Store,
  input: ListImportInput,
  context: ImportContext,
): Promise<ImportReport> {
  const { lists } = store;
  const file = await openListFile(input.file, { phone: input.phone, keepOthers: input.smart });
  const definition = definitionOf(input, file);
  const begun = await lists.beginImport(definition, context.now());
  if (!begun.ok) throw listRefusal(begun.reason, definition);
  const { importId } = begun;
  try {
    const counts = await appendAll(lists, importId, file, context);
    const finished = await finish(store, importId, definition, counts, context);
    if (!finished.ok) throw listRefusal(finished.reason, definition);
    return await reportOf(lists, definition, counts);
  } finally {
    await lists.cancelImport(importId);
    await purgeLists(lists, context.now);
  }
}

/** Makes the list visible, with the entry of the audit log. */
function finish(
  store: Store,
  importId: number,
  definition: ListDefinition,
  { rows, accepted }: Counts,
  { by, now }: ImportContext,
): Promise<ListChange> {
  const { customerId: customer, name: list, category, type, replace, owner = null } = definition;
  const at = now();
  const changes = recorded(
    store,
    { by, now: at },
    {
      action: "list import",
      subject: { customer, list },
      after: { category, type, owner, replace, rows, accepted },
    },
  );
  return changes.lists.finishImport(importId, definition, at);
}

async function reportOf(
  lists: ListStore,
  definition: ListDefinition,
  { rows, accepted, invalid, problems }: Counts,
): Promise<ImportReport> {
  const { customerId, name, type } = definition;
  const made = await lists.named(customerId, name);
  return {
    id: made?.id ?? definition.id,
    customer: customerId,
    name,
    type,
    version: made?.version ?? 1,
    rows,
    accepted,
    doubled: rows - accepted - invalid,
    invalid,
    problems,
  };
}
