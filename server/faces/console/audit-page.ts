import { type AuditInput, type AuditRow, listAudit } from "../../admin/audit.js";
import { counted } from "../../admin/values.js";
import { auditActions } from "../../domain/audit.js";
import type { Store } from "../../ports/store.js";
import { mostCsvRows } from "../web/csv.js";
import { textsOf } from "../web/form.js";
import { type Cell, exactTime, type Form, type Page } from "../web/view.js";
import type { PageRoute, Visit } from "./visit.js";

/** Entries on a page. */
const pageSize = 100;

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

function auditRow({ at, who, from, action, subject, before, after }: AuditRow): readonly Cell[] {
  return [
    exactTime(at),
    { text: who, note: from, layout: "short" },
    { text: action, layout: "short" },
    { text: factsText(said(subject)), layout: "long" },
    { text: changeText(before, after), layout: "long" },
  ];
}

const filterForm = (chosen: Filter): Form => ({
  method: "get",
  action: "/audit",
  button: "Filter",
  icon: "search",
  caption: "Filter the entries",
  columns: true,
  fields: [
    { name: "action", label: "Action", type: "select", value: chosen.action, options: ["", ...auditActions] },
    {
      name: "who",
      label: "Operator",
      type: "text",
      value: chosen.who,
      hint: "a user of a customer as 42/maria",
    },
    { name: "customer", label: "Customer", type: "text", value: chosen.customer, hint: "its number" },
  ],
});

function hrefOf(chosen: Filter, before?: number): string {
  const query = new URLSearchParams(chosen);
  if (before !== undefined) query.set("before", String(before));
  const text = query.toString();
  return text === "" ? "/audit" : `/audit?${text}`;
}

async function auditPage(store: Store, { query }: Visit): Promise<Page> {
  const chosen: Filter = textsOf(query, filters);
  const isCsv = query.get("csv") === "audit";
  const before = isCsv ? undefined : query.get("before");
  const limit = isCsv ? mostCsvRows : pageSize;
  const input: AuditInput = { ...chosen, limit: String(limit), before };
  const entries = await listAudit(store, input);
  const last = entries.length < pageSize ? undefined : entries.at(-1);
  const isFiltered = Object.keys(chosen).length > 0;
  return {
    title: "Audit log",
    facts: [{ text: "Who looked at what, and who changed what. Latest first." }],
    sections: [
      {
        heading: "Entries",
        forms: [filterForm(chosen)],
        tables: [
          {
            caption: "Entries, latest first",
            columns: ["Time", "Operator", "Action", "About", "Change"],
            rows: entries.map(auditRow),
            csv: "audit",
            empty: {
              icon: "scroll-text",
              title: isFiltered ? "No entry fits" : "There is no entry",
              text: isFiltered ? "Take a filter away." : "Look-ups and changes appear here.",
            },
            foot: {
              text: counted(entries.length, "entry", "entries"),
              newer: before === undefined ? undefined : hrefOf(chosen),
              older: last === undefined ? undefined : hrefOf(chosen, last.id),
            },
          },
        ],
      },
    ],
  };
}

/** Only administrators see the audit log: its searches contain numbers. */
export function auditPages(store: Store): readonly PageRoute[] {
  return [{ path: "/audit", role: "admin", show: (visit) => auditPage(store, visit) }];
}
