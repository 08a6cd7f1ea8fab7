import { randomUUID } from "node:crypto";
import { type ListFile, openListFile } from "../admin/list-file.js";
import { giveWay, listRefusal, purgeLists } from "../admin/lists.js";
import { Refusal } from "../admin/refusal.js";
import { listCategoryOf, listNameOf } from "../admin/values.js";
import { type ListDefinition, type ListMember, maxAppended } from "../domain/recipients/lists.js";
import type { ListStore } from "../ports/campaigns.js";
import { ServiceClock } from "../work/coordination/service-clock.js";
import { customerKey, numberFormsOf } from "./account-fields.js";
import { action, type Call } from "./action.js";
import { described, objectsMember, textMember, wholeMember } from "./members.js";
import { file, flag, optional, preset, required, text } from "./fields.js";

/** A row that was not imported. */
interface InvalidRow {
  readonly line: number;
  readonly reason: string;
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
  now: () => number,
  progress: Call["progress"],
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

async function rowOf(
  lists: ListStore,
  { customerId, name, type, id }: ListDefinition,
  { rows, accepted, invalid, problems }: Counts,
) {
  const made = await lists.named(customerId, name);
  return {
    id: made?.id ?? id,
    customer: customerId,
    name,
    type,
    version: made?.version ?? 1,
    rows,
    accepted,
    /** Rows with a phone that an earlier row has. */
    doubled: rows - accepted - invalid,
    invalid,
    /** The first invalid rows. */
    problems,
  };
}

function textOf({ name, customer, version, id, ...row }: Awaited<ReturnType<typeof rowOf>>): string {
  const { accepted, doubled, invalid, problems } = row;
  const lines = problems.map(({ line, reason }) => `  line ${line}: ${reason}`);
  if (invalid > problems.length) lines.push(`  and ${invalid - problems.length} more`);
  return [
    `list ${name} of customer ${customer}, version ${version}, id ${id}`,
    `${accepted} accepted, ${doubled} doubled, ${invalid} invalid`,
    ...lines,
  ].join("\n");
}

/**
 * Imports a list from a CSV file, piece by piece, beside a running server. The list becomes visible when the import is complete: a file that
 * cannot be read to its end changes nothing.
 */
export const importList = action({
  name: "list import",
  help: "Create a list from a CSV file in UTF-8 whose first line names the columns",
  may: { operator: "admin" },
  button: "Import the list",
  done: "The list was imported.",
  keys: {
    customer: customerKey,
    name: required(text("Name", undefined, { width: "medium" }), listNameOf),
    file: file("rows", "File", "CSV in UTF-8 whose first line names the columns"),
  },
  fields: {
    phone: optional(
      text("Column of the phone", "name of the column with the phone (default: phone)", {
        form: "<column>",
        hint: "empty: phone",
        width: "medium",
      }),
      (given) => given,
    ),
    category: preset("", text("Category", "category of the list", { width: "medium" }), listCategoryOf),
    owner: optional(
      text("Visible to", "only user who may see the list", {
        option: "private",
        form: "<user>",
        hint: "empty: every user",
        known: "user",
        width: "medium",
      }),
      (given) => given,
    ),
    smart: flag(
      "Keep every column, for filters",
      "keep every column, for filters (default: the phones only)",
    ),
    replace: flag("Replace a list of this name", "replace the content of a list of this name"),
  },
  members: {
    ...described(["customer", "name", "type", "version"]),
    id: textMember("GUID of the list"),
    rows: wholeMember("rows of the file"),
    accepted: wholeMember("phones of the list"),
    doubled: wholeMember("rows with a phone that an earlier row has"),
    invalid: wholeMember("rows without a phone number, or with too many or too few fields"),
    problems: objectsMember("first invalid rows: line and reason"),
  },
  run: async ({ customer: customerId, file: bytes, smart, phone, ...given }, call) => {
    const { lists } = call.store;
    const clock = new ServiceClock(call.now);
    const forms = await numberFormsOf(call.store, customerId);
    const opened = await openListFile(bytes, { phone, keepOthers: smart, forms });
    const type = smart ? "SmartList" : "DistributionList";
    const definition = {
      id: randomUUID(),
      customerId,
      type,
      columns: opened.columns.names,
      ...given,
    } as const;
    const begun = await lists.beginImport(definition, clock.now());
    if (!begun.ok) throw listRefusal(begun.reason, definition);
    const { importId } = begun;
    try {
      const counts = await appendAll(lists, importId, opened, clock.now, call.progress);
      const { name: list, owner = null, category, replace } = given;
      const { rows, accepted } = counts;
      const at = clock.now();
      const after = { category, type, owner, replace, rows, accepted };
      const changes = call.recorded({ subject: { customer: customerId, list }, after }, at);
      const finished = await changes.lists.finishImport(importId, definition, at);
      if (!finished.ok) throw listRefusal(finished.reason, definition);
      const row = await rowOf(lists, definition, counts);
      return { row, text: textOf(row) };
    } finally {
      await lists.cancelImport(importId);
      await purgeLists(lists, clock.now);
    }
  },
});
