/** A text for each database. */
interface Texts {
  readonly postgres: string;
  readonly sqlite: string;
}

/** The value of a key in a text, NULL without one: PostgreSQL cuts it out, because its JSON functions refuse U+0000 in any value. */
const nameIn = (text: string, key: string): string =>
  `nullif(split_part(split_part(${text}, '"${key}":"', 2), '"', 1), '')`;

const names = (key: "link" | "operator"): Texts => ({
  postgres: `strpos(facts, '"${key}":"') > 0`,
  sqlite: `instr(facts, '"${key}":"') > 0`,
});

/**
 * What the facts of an entry of the audit log name, as expressions with an index: entries of all versions have them. Names of links and
 * operators have no quotation mark.
 */
export const auditFacts = {
  namesLink: names("link"),
  namesOperator: names("operator"),
  operator: { postgres: nameIn("facts", "operator"), sqlite: "facts ->> '$.subject.operator'" },
  /** The link that they name first: the subject, or the link of a route before its change. */
  link: {
    postgres: nameIn("facts", "link"),
    sqlite: "coalesce(facts ->> '$.subject.link', facts ->> '$.before.link', facts ->> '$.after.link')",
  },
  /** The link after the change. */
  linkAfter: {
    postgres: nameIn(`split_part(facts, '"after":', 2)`, "link"),
    sqlite: "facts ->> '$.after.link'",
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** The indexes of these expressions. */
export function auditFactIndexes(database: keyof Texts): string {
  const { namesLink, namesOperator, operator, link, linkAfter } = auditFacts;
  const index = (name: string, of: Texts, where: Texts): string =>
    `CREATE INDEX ${name} ON audit ((${of[database]}), id) WHERE ${where[database]};`;
  return [
    index("audit_operator", operator, namesOperator),
    index("audit_link", link, namesLink),
    index("audit_link_after", linkAfter, namesLink),
  ].join("\n");
}
