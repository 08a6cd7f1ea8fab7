import { accounts } from "./accounts.js";
import { campaigns } from "./campaigns.js";
import type { Table } from "./description.js";
import { inboxes } from "./inboxes.js";
import { messages } from "./messages.js";
import { service } from "./service.js";
import { smpp } from "./smpp.js";

/** The tables of both databases, each behind those it refers to. Triggers and the rest of a schema are in the folder of its driver. */
export const tables: readonly (readonly [name: string, table: Table])[] = [
  accounts,
  messages,
  campaigns,
  inboxes,
  smpp,
  service,
].flatMap((each) => Object.entries(each));

/** The tables that the first step creates. */
export const firstTables = tables.filter(([, { addedBy }]) => addedBy === undefined);

/** Names of the tables that PostgreSQL divides into partitions. */
export const partitioned: readonly string[] = tables
  .filter(([, { partitionBy }]) => partitionBy !== undefined)
  .map(([name]) => name);

/** Columns that only one database has, by table. */
export function ownColumns(database: "sqlite" | "postgres"): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    tables.flatMap(([name, { own }]) => {
      const columns = own?.[database];
      return columns === undefined ? [] : [[name, Object.keys(columns)]];
    }),
  );
}

/** Rows of a new database. */
export const firstRows = `
INSERT INTO account_revision (id, n) VALUES (1, 1);
INSERT INTO price_revision (id, n) VALUES (1, 1);
INSERT INTO link_revision (id, n) VALUES (1, 1);
INSERT INTO price (customer_id, prefix, price) VALUES (0, '', 1000);
INSERT INTO usage_since (at) VALUES (0);
`;
