const tables = ["customer", "customer_user", "originator"];
const events = ["INSERT", "UPDATE", "DELETE"];

const triggers = tables.flatMap((table) =>
  events.map(
    (event) =>
      `CREATE TRIGGER ${table}_${event.toLowerCase()}_counts AFTER ${event} ON ${table} BEGIN UPDATE account_revision SET n = n + 1; END;`,
  ),
);

/** Changes with every change of a customer, user or originator, so that readers can keep what they have read. */
export const accountRevision = `
CREATE TABLE account_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  n INTEGER NOT NULL
) STRICT;
INSERT INTO account_revision (id, n) VALUES (1, 1);
${triggers.join("\n")}
`;
