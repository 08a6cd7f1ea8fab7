import type { Declared } from "./statement.js";

/** The text for one database, with the names of its parameters in the order of their positions. */
export interface Translated {
  readonly text: string;
  readonly names: readonly string[];
}

/** Parameter that PostgreSQL replaces by its own time. */
const storeTime = "storeTime";

const parameter = /\$([a-z]\w*)/giu;

/** The two texts of a piece that `either` has made. */
const pieces = /\{\{([^{}]*)\}\{([^{}]*)\}\}/gu;

/** A piece of a statement that each database has a text of its own for. Neither has braces. */
export const either = <const Postgres extends string, const Sqlite extends string>(
  postgres: Postgres,
  sqlite: Sqlite,
) => `{{${postgres}}{${sqlite}}}` as const;

/** Names become numbers; a name that is repeated keeps its number. */
export function forPostgres({ text, lock }: Declared): Translated {
  const names: string[] = [];
  const numbered = text.replace(pieces, "$1").replace(parameter, (_, name: string) => {
    if (name === storeTime) return "store_time()";
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: lock === undefined ? numbered : `${numbered} ${lock}`, names };
}

/** Rows of a parameter in JSON: `(prefix text, price bigint)` become values of each object. */
const rows = /\bjson_to_recordset\((\$\w+)::json\) AS (\w+) \(([^)]*)\)/gu;

function rowsForSqlite(_: string, value: string, name: string, columns: string): string {
  const values = columns.split(", ").map((column) => {
    const [property = ""] = column.split(" ");
    return `value ->> '${property}' AS ${property}`;
  });
  return `(SELECT ${values.join(", ")} FROM json_each(${value})) AS ${name}`;
}

/** Values of a list. */
const member = /= ANY \((\$\w+)::\w+\[\]\)/gu;

/** All differences of dialect that statements use: of words, not of meaning, which is written with `either`, or as a statement of its own. */
const replacements: readonly (readonly [postgres: RegExp, sqlite: string])[] = [
  [
    /\bunnest\((\$\w+)::\w+\[\]\) WITH ORDINALITY AS (\w+) \((\w+), (\w+)\)/gu,
    "(SELECT value AS $3, key AS $4 FROM json_each($1)) AS $2",
  ],
  [/\bunnest\((\$\w+)::\w+\[\]\) AS (\w+) \((\w+)\)/gu, "(SELECT value AS $3 FROM json_each($1)) AS $2"],
  [member, "IN (SELECT value FROM json_each($1))"],
  [/<> ALL \((\$\w+)::\w+\[\]\)/gu, "NOT IN (SELECT value FROM json_each($1))"],
  // SQLite takes `ON CONFLICT` after a table for the condition of a join.
  [/\bSELECT unnest\((\$\w+)::\w+\[\]\)/gu, "SELECT value FROM json_each($1) WHERE true"],
  [/::\w+/gu, ""],
  [/\bgreatest\(/gu, "max("],
  [/\bleast\(/gu, "min("],
  [/= true\b/gu, "= 1"],
  [/= false\b/gu, "= 0"],
  // One process writes: it needs no locks.
  [/\s+FOR (?:NO KEY |KEY )?(?:UPDATE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?\b/gu, ""],
  // SQLite plans by the value of `LIMIT ?`, and compiles the statement anew with each call.
  [/\b(LIMIT|OFFSET) \$/gu, "$1 +$"],
];

/** Each use of a name is a parameter of its own: drivers bind by position. */
export function forSqlite({ text, sqlite }: Declared): Translated {
  const names: string[] = [];
  let translated = sqlite ?? text;
  if (sqlite === undefined) {
    translated = translated.replace(pieces, "$2").replace(rows, rowsForSqlite);
    for (const [postgres, replacement] of replacements)
      translated = translated.replace(postgres, replacement);
  }
  const positional = translated.replace(parameter, (_, name: string) => {
    names.push(name);
    return "?";
  });
  return { text: positional, names };
}

/** As `forSqlite`, for lists of one value, which is bound itself: the search is faster. Undefined for a statement without lists. */
export function forSqliteOne({ text, sqlite, ...declared }: Declared): Translated | undefined {
  const one = text.replace(member, "= $1");
  if (sqlite !== undefined || one === text) return undefined;
  const translated = forSqlite({ ...declared, text: one });
  return translated.text.includes("json_each(") ? undefined : translated;
}
