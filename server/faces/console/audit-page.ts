import { type AuditRow, listAudit } from "../../actions/audit.js";
import { counted } from "../../admin/values.js";
import { auditActions } from "../../domain/audit.js";
import type { Store } from "../../ports/store.js";
import { actionFields } from "../web/action-forms.js";
import { textsOf } from "../web/form.js";
import { listedTable, type ListedColumn, partFoot, wantedIn } from "../web/listed.js";
import { exactTime, type Form, type Page } from "../web/view.js";
import type { PageRoute, Visit } from "./visit.js";

const filters = ["action", "who", "customer"] as const;
type Filter = Partial<Record<(typeof filters)[number], string>>;

type Facts = Readonly<Record<string, unknown>>;

/** `callbackUrl` as `callback url`. */
const nameText = (name: string): string => name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueText).join(", ");
  if (typeof value === "object") return `(${factsText(value as Facts)})`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Facts as words: `customer 42, user api`. */
export const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${nameText(name)} ${valueText(value)}`)
    .join(", ");

/** What a change has changed: `rate 10 → 20, note added`; what stayed is left out. */
export function changeText(before: Facts | null, after: Facts | null): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .flatMap((name) => {
      const [old, now] = [valueText(before?.[name]), valueText(after?.[name])];
      if (before === null || !(name in before)) return [`${nameText(name)} ${now}`];
      if (after === null || !(name in after)) return [`${nameText(name)} was ${old}`];
      return old === now ? [] : [`${nameText(name)} ${old} → ${now}`];
    })
    .join(", ");
}

/** Without what is off: a look at a message without its text. */
const said = (subject: Facts): Facts =>
  Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== false));

const columns: readonly ListedColumn<AuditRow>[] = [
  ["Time", ({ at }) => exactTime(at)],
  ["Operator", ({ who, from }) => ({ text: who, note: from, layout: "short" })],
  ["Action", ({ action }) => ({ text: action, layout: "short" })],
  ["About", ({ subject }) => ({ text: factsText(said(subject)), layout: "long" })],
  ["Change", ({ before, after }) => ({ text: changeText(before, after), layout: "long" })],
];

const filterForm = (chosen: Filter): Form => ({
  method: "get",
  action: "/audit",
  button: "Filter",
  icon: "search",
  caption: "Filter the entries",
  columns: true,
  fields: actionFields(
    { keys: {}, fields: listAudit.filters },
    { values: chosen, fields: { action: { options: ["", ...auditActions] } } },
  ),
});

function hrefOf(chosen: Filter, before?: string): string {
  const text = new URLSearchParams({ ...chosen, ...(before && { before }) }).toString();
  return text === "" ? "/audit" : `/audit?${text}`;
}

async function auditPage(store: Store, visit: Visit): Promise<Page> {
  const chosen: Filter = textsOf(visit.query, filters);
  const wanted = wantedIn(visit.query, { cursor: "before", csv: "audit", limit: 100 });
  const { rows, next } = await listAudit.part(store, chosen, visit, wanted);
  const isFiltered = Object.keys(chosen).length > 0;
  const table = listedTable(rows, columns, {
    caption: "Entries, latest first",
    csv: "audit",
    empty: {
      icon: "scroll-text",
      title: isFiltered ? "No entry fits" : "There is no entry",
      text: isFiltered ? "Take a filter away." : "Look-ups and changes appear here.",
    },
    foot: partFoot(counted(rows.length, "entry", "entries"), wanted, next, (before) =>
      hrefOf(chosen, before),
    ),
  });
  return {
    title: "Audit log",
    facts: [{ text: "Who looked at what, and who changed what. Latest first." }],
    sections: [{ heading: "Entries", forms: [filterForm(chosen)], tables: [table] }],
  };
}

export function auditPages(store: Store): readonly PageRoute[] {
  return [{ path: "/audit", role: listAudit.may.operator, show: (visit) => auditPage(store, visit) }];
}
