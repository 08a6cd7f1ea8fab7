import { auditFactIndexes } from "./audit-facts.js";
import type { Table } from "./description.js";
import { ledgerOrderStep } from "./ledger-order.js";
import { phoneGroup, transactionGroup } from "./numbers.js";
import { postgresAddition, postgresTable, sqliteAddition, sqliteTable } from "./render.js";
import type { SchemaStep } from "./steps.js";
import { tables } from "./tables.js";

/**
 * A step after the first one. It creates the tables whose `addedBy` is its name, and adds the columns that tables list under its name in
 * `added`.
 */
export interface LaterStep {
  readonly name: string;
  /** True when the version before runs on with it. */
  readonly additive: boolean;
  /** What follows: triggers, and changes of rows. */
  readonly then?: { readonly sqlite?: string; readonly postgres?: string };
}

const everyChange = ["INSERT", "UPDATE", "DELETE"] as const;

/** Triggers that count changes of coming prices, as those of the first step count changes of prices. */
const countedPrices = {
  sqlite: everyChange
    .map(
      (event) =>
        `CREATE TRIGGER coming_price_${event.toLowerCase()}_counts AFTER ${event} ON coming_price BEGIN UPDATE price_revision SET n = n + 1; END;`,
    )
    .join("\n"),
  postgres: `CREATE TRIGGER coming_price_counts AFTER ${everyChange.join(" OR ")} ON coming_price EXECUTE FUNCTION count_price_revision();`,
};

/**
 * Responses with refused entries, for the removal of a number: few have some. On PostgreSQL the creation would hold back the calls that
 * another version accepts meanwhile: the removal reads the table there.
 */
const refusedEntries = `CREATE INDEX client_transaction_refused ON client_transaction (customer_id, id) WHERE refused <> '[]';`;

/** A change of a route counts as one of links and routes; on PostgreSQL, it does since the first step. */
const changedRoutes = {
  sqlite:
    "CREATE TRIGGER route_update_counts AFTER UPDATE ON route BEGIN UPDATE link_revision SET n = n + 1; END;",
};

/** An older version finds the messages of a customer without it, among those of all. */
const groupedTransactions = `DROP INDEX txn_customer;
CREATE INDEX txn_of_customer ON txn ((seq >> ${transactionGroup.sqlite.bits}), customer_id);`;

/** In smaller groups than the first step has, whose SQL stays. */
const smallerPhoneGroups = `DROP INDEX recipient_phone;
CREATE INDEX recipient_phone ON recipient (${phoneGroup.sqlite.of("id")}, phone);`;

/** Oldest first. */
export const laterSteps: readonly LaterStep[] = [
  { name: "password of the portal", additive: true },
  { name: "kept forms", additive: true },
  { name: "parts that a customer splits", additive: true },
  { name: "numbers and texts of a customer", additive: true },
  { name: "first days of prices", additive: true, then: countedPrices },
  { name: "weak passwords", additive: true },
  {
    name: "opt-outs and responses",
    additive: true,
    // What is kept of blacklists is read again.
    then: {
      sqlite: ["INSERT", "DELETE"]
        .map(
          (event) =>
            `CREATE TRIGGER national_opt_out_${event.toLowerCase()}_counts AFTER ${event} ON national_opt_out BEGIN UPDATE price_revision SET n = n + 1; END;`,
        )
        .join("\n"),
      postgres:
        "CREATE TRIGGER national_opt_out_counts AFTER INSERT OR DELETE ON national_opt_out EXECUTE FUNCTION count_price_revision();",
    },
  },
  {
    name: "refused entries of calls",
    additive: true,
    then: { sqlite: refusedEntries },
  },
  { name: "ends of sessions", additive: true },
  { name: "API keys of messages", additive: true },
  { name: "keys of operators", additive: true },
  { name: "actions for a search", additive: true },
  { name: "ends of routes", additive: true },
  { name: "attempts of callbacks", additive: true },
  { name: "what happens on links", additive: true },
  { name: "highest prices", additive: true },
  {
    name: "links and operators of audit entries",
    additive: true,
    then: { sqlite: auditFactIndexes("sqlite"), postgres: auditFactIndexes("postgres") },
  },
  { name: "changes of routes", additive: true, then: changedRoutes },
  { name: "credits by country", additive: true },
  { name: "quiet hours", additive: true },
  { name: "notes and saved searches", additive: true },
  { name: "groups of transactions", additive: true, then: { sqlite: groupedTransactions } },
  { name: "files that wait", additive: true },
  { name: "order of the ledger", additive: true, then: { sqlite: `${ledgerOrderStep}\n${smallerPhoneGroups}` } },
];

/** How a database writes the parts of a step. */
const forms = {
  sqlite: { table: sqliteTable, addition: sqliteAddition },
  postgres: { table: postgresTable, addition: postgresAddition },
} as const;

/** SQL of the later steps for a database. */
export function laterStepsOf(database: keyof typeof forms): readonly Required<SchemaStep>[] {
  const { table, addition } = forms[database];
  const columns = (step: string, [name, { added = {} }]: readonly [string, Table]): readonly string[] =>
    addition(name, added[step] ?? {});
  return laterSteps.map(({ name, additive, then = {} }) => ({
    name,
    additive,
    sql: [
      ...tables.filter(([, { addedBy }]) => addedBy === name).map(table),
      ...tables.flatMap((each) => columns(name, each)),
      then[database] ?? "",
    ].join("\n"),
  }));
}
