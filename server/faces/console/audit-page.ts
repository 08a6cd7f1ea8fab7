import { type AuditRow, listAudit } from "../../actions/audit.js";
import { counted } from "../../admin/values.js";
import { auditActions } from "../../domain/audit.js";
import type { Store } from "../../ports/store.js";
import { actionFields } from "../web/action-forms.js";
import { textsOf } from "../web/form.js";
import { listedTable, type ListedColumn, partFoot, wantedIn } from "../web/listed.js";
import { type Cell, exactTime, type Form, type Page } from "../web/view.js";
import { knownOf } from "../web/known-values.js";
import { customerText, type NameOf, namesOfCustomers, userText } from "./customer-names.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";

const filters = ["action", "who", "customer", "link", "operator"] as const;
type Filter = Partial<Record<(typeof filters)[number], string>>;

/** The page of the entries about a thing, or of an operator's own. */
export function auditPlace(about: Filter, before?: string): string {
  const text = new URLSearchParams({ ...about, ...(before && { before }) }).toString();
  return text === "" ? "/audit" : `/audit?${text}`;
}

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

/** Facts with the name of the customer that they are about. */
const named = <F extends Facts | null>(facts: F, nameOf: NameOf): F =>
  facts === null || (typeof facts["customer"] !== "number" && typeof facts["customer"] !== "string")
    ? facts
    : { ...facts, customer: customerText(facts["customer"], nameOf) };

const columnsWith = (nameOf: NameOf): readonly ListedColumn<AuditRow>[] => [
  ["Time", ({ at }) => exactTime(at)],
  ["Operator", ({ who, from }) => ({ text: userText(who, nameOf), note: from, layout: "short" })],
  ["Action", ({ action }) => ({ text: action, layout: "short" })],
  ["About", ({ subject }) => ({ text: factsText(named(said(subject), nameOf)), layout: "long" })],
  [
    "Change",
    ({ before, after }) => ({
      text: changeText(named(before, nameOf), named(after, nameOf)),
      layout: "long",
    }),
  ],
];

/** The link to it, for those who may see it. */
export const auditFact = (about: Filter, visit: Visit): readonly Cell[] =>
  hasRole(visit, listAudit.may.operator) ? [{ text: "Audit log", href: auditPlace(about) }] : [];

async function filterForm(store: Store, chosen: Filter): Promise<Form> {
  const operators = (await store.operators.list()).map(({ name }) => name);
  const { operator = "" } = chosen;
  const isRemoved = operator !== "" && !operators.includes(operator);
  const options = ["", ...operators, ...(isRemoved ? [operator] : [])];
  return {
    method: "get",
    action: "/audit",
    button: "Filter",
    icon: "search",
    caption: "Filter the entries",
    columns: true,
    fields: actionFields(
      { keys: {}, fields: listAudit.filters },
      {
        values: chosen,
        known: await knownOf(store),
        fields: {
          action: { options: ["", ...auditActions] },
          operator: { type: "select", options },
        },
      },
    ),
  };
}

async function auditPage(store: Store, visit: Visit): Promise<Page> {
  const chosen: Filter = textsOf(visit.query, filters);
  const wanted = wantedIn(visit.query, { cursor: "before", csv: "audit", limit: 100 });
  const { rows, next } = await listAudit.part(store, chosen, visit, wanted);
  const isFiltered = Object.keys(chosen).length > 0;
  const table = await listedTable(rows, columnsWith(await namesOfCustomers(store)), {
    caption: "Entries, latest first",
    csv: "audit",
    empty: {
      icon: "scroll-text",
      title: isFiltered ? "No entry fits" : "There is no entry",
      text: isFiltered ? "Take a filter away." : "Look-ups and changes appear here.",
    },
    foot: partFoot(counted(rows.length, "entry", "entries"), wanted, next, (before) =>
      auditPlace(chosen, before),
    ),
  });
  return {
    title: "Audit log",
    facts: [{ text: "Who looked at what, and who changed what. Latest first." }],
    sections: [{ heading: "Entries", forms: [await filterForm(store, chosen)], tables: [table] }],
  };
}

export function auditPages(store: Store): readonly PageRoute[] {
  return [{ path: "/audit", role: listAudit.may.operator, show: (visit) => auditPage(store, visit) }];
}
