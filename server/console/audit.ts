import { type AuditRow, listAudit } from "../admin/audit.js";
import type { Store } from "../ports/store.js";
import { type Cell, numberCell, type Page, type PageRoute, timeText, type Visit } from "./page.js";

/** Entries of one page. */
const pageSize = 100;

const jsonText = (value: object | null): string => (value === null ? "" : JSON.stringify(value));

function rowOf({ id, at, who, from, action, subject, before, after }: AuditRow): readonly Cell[] {
  const texts = [timeText(at), who, from, action, jsonText(subject), jsonText(before), jsonText(after)];
  return [numberCell(id), ...texts.map((text) => ({ text }))];
}

async function auditPage(store: Store, { query }: Visit): Promise<Page> {
  const entries = await listAudit(store, { limit: String(pageSize), before: query.get("before") });
  const columns = ["Entry", "Time (UTC)", "Operator", "From", "Action", "Subject", "Before", "After"];
  const table = {
    ...{ caption: "Entries, latest first", columns, rows: entries.map(rowOf) },
    empty: "There is no entry.",
  };
  const last = entries.at(-1);
  const older =
    last === undefined || entries.length < pageSize
      ? []
      : [{ text: "Older entries", href: `/console/audit?before=${last.id}` }];
  return { title: "Audit log", sections: [{ heading: "Entries", tables: [table], links: older }] };
}

/** Searches contain numbers, so only administrators see the log. */
export function auditPages(store: Store): readonly PageRoute[] {
  return [{ path: "/audit", role: "admin", show: (visit) => auditPage(store, visit) }];
}
