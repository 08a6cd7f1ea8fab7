import type { DistributionListType, RecipientList } from "../../domain/recipients/lists.js";

/** A list as `listColumns` reads it. */
export interface ListRow {
  readonly seq: number;
  readonly id: string;
  readonly customer_id: number;
  readonly name: string;
  readonly category: string;
  readonly owner: string | null;
  readonly type: DistributionListType;
  /** JSON. */
  readonly columns: string;
  readonly version: number;
  readonly recipients: number;
  readonly content: number;
}

/** Reads lists `l` with their contents `c` and owners `u`. */
export const listColumns = `SELECT l.seq, l.id, l.customer_id, l.name, l.category, u.name AS owner, l.type, l.columns,
  l.version, c.recipients, l.content
FROM list l JOIN list_content c ON c.id = l.content LEFT JOIN customer_user u ON u.id = l.owner`;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The texts of a JSON array. */
export function parseTexts(json: string): readonly string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter(isText) : [];
}

export function listOf(row: ListRow): RecipientList {
  const { id, name, category, owner, type, version, recipients } = row;
  return {
    id,
    customerId: row.customer_id,
    name,
    category,
    owner: owner ?? undefined,
    type,
    columns: parseTexts(row.columns),
    version,
    recipients,
  };
}
