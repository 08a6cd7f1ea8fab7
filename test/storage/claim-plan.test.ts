import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { forSqlite } from "#server/storage/script/dialect.js";
import { dueCallbacks, dueCustomers } from "#server/storage/tables/callbacks/callbacks.js";
import {
  dueOfQueue,
  laterOfQueue,
  nextDue,
  queuesOfLink,
} from "#server/storage/tables/delivery/candidates.js";
import { onTheWayBefore } from "#server/storage/tables/delivery/sweeps.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
const database = openWriter(await loadDriver(), join(folder.path, "plan.db"));
prepareSchema(database, "migrate");

afterAll(() => {
  database.close();
  folder.remove();
});

/** How SQLite reads the recipients, or callbacks. */
function readsOf(sql: string): readonly string[] {
  const values = new Array<number>(sql.split("?").length - 1).fill(1);
  const plan = database.prepare<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
  const reads = plan
    .map(({ detail }) => detail)
    .filter((detail) => /\b(recipient|r|b)\b|TEMP B-TREE/.test(detail));
  return reads.map((detail) =>
    detail.replace("COVERING ", "").replace(/^SEARCH \w+ (EXISTS )?USING INDEX /, ""),
  );
}

test.each([
  {
    title: "messages of a queue",
    sql: forSqlite(dueOfQueue).text,
    // Of a body its hash, and what ends a message to a number that has opted out.
    want: [
      "recipient_due (link=? AND lane=? AND next_at>? AND next_at<?)",
      "SEARCH b USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH b USING PRIMARY KEY (customer_id=? AND phone=?)",
      "SEARCH p USING PRIMARY KEY (recipient=?)",
    ],
  },
  {
    title: "when the next message of a queue is due",
    sql: forSqlite(laterOfQueue).text,
    want: ["recipient_due (link=? AND lane=? AND next_at>?)"],
  },
  {
    title: "queues of a link",
    sql: forSqlite(queuesOfLink).text,
    want: [
      "recipient_due (link=?)",
      "recipient_due (link=? AND lane>?)",
      "recipient_due (link=? AND lane=?)",
    ],
  },
  {
    title: "when the next message is due",
    sql: forSqlite(nextDue).text,
    want: [
      "recipient_due (link=?)",
      "recipient_due (link=? AND lane>?)",
      "recipient_due (link=? AND lane=?)",
    ],
  },
  {
    title: "messages that the network has had too long",
    sql: forSqlite(onTheWayBefore).text,
    want: [
      "recipient_on_the_way",
      "recipient_on_the_way (link>?)",
      "recipient_on_the_way (link=? AND next_at<?)",
    ],
  },
  {
    title: "due callbacks of a customer",
    sql: forSqlite(dueCallbacks).text,
    want: ["callback_due (customer_id=? AND next_at<?)"],
  },
  {
    title: "customers with due callbacks",
    sql: forSqlite(dueCustomers).text,
    want: ["callback_due (customer_id=? AND next_at<?)"],
  },
])("$title are found by their index, without sorting, however many wait", ({ sql, want }) => {
  expect(readsOf(sql)).toEqual(want);
});
