import { tables } from "#server/storage/schema/tables.js";
import type { Declared } from "#server/storage/script/statement.js";

/** Tables that stay small: operators write them, one row for each thing or setting. All others grow with traffic. */
const small = [
  ...["customer", "customer_user", "account", "originator", "api_key", "price", "coming_price"],
  ...["customer_callback"],
  ...["portal_session", "portal_invitation", "user_network", "tube_customer", "tube_user"],
  ...["account_revision", "price_revision", "link_revision", "usage_since", "ledger_carried"],
  ...["link", "network", "route", "buy_price", "link_state", "lane", "process", "delivery_owner"],
  ...["location", "campaign_location", "list", "list_content", "campaign", "opt_out_rule"],
  ...["inbox_number", "inbox_forward", "inbox_count", "smpp_account", "smpp_bind", "smpp_rate"],
  ...[
    "operator",
    "operator_session",
    "operator_key",
    "bulk_run",
    "note",
    "saved_search",
    "balance_alert",
    "unusual_traffic",
    "refused_call",
    "opt_out_reply",
  ],
];

/** Tables whose rows nobody may read from the first to the last. */
export const growing: ReadonlySet<string> = new Set(
  tables.map(([name]) => name).filter((name) => !small.includes(name)),
);

/** Names of `small` that are no table: a table that was renamed grows until it is named here again. */
export const unknownSmall = (known: readonly string[]): readonly string[] =>
  small.filter((name) => !known.includes(name));

/** Reads of whole tables that are meant, by a part of their texts. Each must fit a statement. */
export const meant: readonly { readonly part: string; readonly why: string }[] = [
  { part: "AS what FROM", why: "messenger database check looks at all rows, in a process of its own" },
  { part: "WHERE next_at IS NULL ORDER BY until, id LIMIT", why: "callback_failed has these alone" },
  {
    part: "min(at) AS oldest FROM smpp_delivery GROUP BY",
    why: "counts what waits for connections of customers",
  },
  { part: "SELECT 'forward' AS kind", why: "looks at the first row of each kind of post" },
  { part: "SELECT id FROM deliverability_change ORDER BY id LIMIT", why: "the first rows" },
  { part: "FROM inbox_message ORDER BY id LIMIT", why: "the first rows" },
  { part: "FROM link_event ORDER BY at DESC, link_id, event LIMIT", why: "the last rows" },
  { part: "SELECT txn, count(*) AS n FROM recipient WHERE", why: "once, in a restored copy" },
  { part: "JOIN dispatched d ON d.id = r.id", why: "of PostgreSQL: has only what is in flight" },
  { part: "FROM list_member WHERE phone = $number", why: "messenger number erase, in a process of its own" },
  {
    part: "FROM client_transaction WHERE refused <> '[]'",
    why: "messenger number erase, in a process of its own; SQLite has an index of these alone",
  },
  { part: "AS example", why: "messenger doctor looks for misread numbers, in a process of its own" },
  { part: "WHERE facts LIKE '%' || $number", why: "messenger number erase, in a process of its own" },
];

/** Statements that read: those of pages, of calls, and the reads of scripts. */
export const isRead = ({ text, columns }: Declared): boolean =>
  columns !== undefined && /^\s*(?:SELECT|WITH)\b/u.test(text) && !/\b(?:INSERT|UPDATE|DELETE)\b/u.test(text);

/** Tables of a text by the names that they have in it. */
export function aliasesIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/\b(?:FROM|JOIN)\s+(?<table>[a-z_]+)(?:\s+(?:AS\s+)?(?<alias>[a-z]\w*))?/gu);
  const aliases = new Map<string, string>();
  for (const { groups = {} } of found) {
    const { table = "", alias } = groups;
    aliases.set(alias ?? table, table);
    aliases.set(table, table);
  }
  return aliases;
}

export const isMeant = ({ text }: Declared): boolean => meant.some(({ part }) => text.includes(part));

/** Conditions that may be left out: a plan is made for both cases, so that no index serves the one with the condition. */
export function optionalFilters({ text }: Declared): readonly string[] {
  const aliases = aliasesIn(text);
  const hasGrowing = [...aliases.values()].some((table) => growing.has(table));
  const filters = text.matchAll(/\$\w+(?:::\w+)? IS NULL OR (?:(?<alias>\w+)\.)?\w+/gu);
  return [...filters].flatMap(([filter, alias]) => {
    const isLarge = alias === undefined ? hasGrowing : growing.has(aliases.get(alias) ?? "");
    return isLarge ? [filter] : [];
  });
}
