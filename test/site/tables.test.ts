import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { jsonErrorTable, problemTable } from "messenger-gen-runtime/json";
import { program } from "#generator/cli.js";
import { contractFields } from "#generator/config/validate.js";
import { ruleTable } from "#generator/compare/rules.js";
import { statusCodes } from "#server/networks/mm7/documents/submit-response.js";
import { statusRows } from "#server/networks/smpp/session/status-table.js";
import { metricTable } from "#server/monitoring/catalogue.js";
import { storeErrorTable } from "#server/storage/errors.js";
import { tableNames, withTables } from "../../tools/site/tables.js";

const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(join("docs", name), "utf8"));
const linesOf = (name: string): readonly string[] => withTables(`<!-- made: ${name} -->`).split("\n");
const optionsOf = (name: string): number =>
  program().commands.find((each) => each.name() === name)?.options.length ?? 0;

test("each table has one place in the pages, and each mark a table", () => {
  const marks = pages.flatMap((page) =>
    [...page.matchAll(/^<!-- made: (.+) -->$/gmu)].map(([, name = ""]) => name),
  );
  expect(marks.toSorted()).toEqual(tableNames.toSorted());
  expect(withTables("<!-- made: SMPP status -->\n\n_The table stands here on the site._\n\nx")).not.toMatch(
    /stands here/,
  );
  expect(() => withTables("<!-- made: nothing -->")).toThrow("there is no table nothing");
  expect(() => withTables("<!-- made: constructor -->")).toThrow("there is no table constructor");
  expect(withTables("text\n\n<!-- measured -->\n")).toBe("text\n\n<!-- measured -->\n");
});

test.each([
  ["rules", Object.keys(ruleTable).length],
  ["database errors", Object.keys(storeErrorTable).length],
  ["metrics", Object.keys(metricTable).length],
  ["SMPP status", statusRows.length],
  ["MM7 status", statusCodes.size],
  ["problems of PDUs", 11],
  ["states of receipts", 8],
  ["JSON errors", Object.keys(jsonErrorTable).length],
  ["problems", Object.keys(problemTable).length - Object.keys(jsonErrorTable).length],
  ["options of a contract", Object.keys(contractFields).length - 1],
  ["options of messenger-gen", program().options.length - 1],
  ["options of scaffold", 3],
  ["options of diff", optionsOf("diff")],
])("the table %s has %d rows", (name, count) => {
  expect(linesOf(name)).toHaveLength(count + 2);
  expect(linesOf(name)[1]).toMatch(/^(?:\| --- )+\|$/u);
});

test.each([
  [
    "rules",
    "| `MD1003` | `the service {service} was removed` | callers | Keep it until no caller uses it. |",
  ],
  ["database errors", "| `full` | The disk is full | free some space | yes |"],
  ["database errors", "| `closed` | The store is closed |  | yes |"],
  ["metrics", "| `messenger_link_up` | gauge | link | Whether the link is up: 1 or 0. |"],
  ["metrics", "| `messenger_store_writes_total` | counter |  | Writes of the store. |"],
  ["SMPP status", "| `0x08` | RSYSERR | The network has an internal error. | network |"],
  ["SMPP status", "| `0xFF` | RUNKNOWNERR | The network has an unknown error. | network |"],
  ["MM7 status", "| `2003` | The MMSC does not know the recipient. | customer: check the number |"],
  ["states of receipts", "| `DELIVRD` | The handset has received the message. |"],
  ["problems of PDUs", "| `SMPP07` | the number of destinations is not from 1 to 254 | Split the list. |"],
  ["JSON errors", "| `NotJson` | 400 | The bytes are not JSON in UTF-8 (RFC 8259) |"],
  ["problems", "| `NotFound` | 404 | There is nothing at that path |"],
  ["options of messenger-gen", "| `--out <dir>` | output folder (default: generated) |"],
  ["options of call", "| `--timeout <ms>` | milliseconds that a call may take (default: 30000) |"],
  ["options of gateway", "| `--port <number>` | port to listen on, 0 for any (default: 8080) |"],
])("the table %s has the row %s", (name, row) => {
  expect(linesOf(name)).toContain(row);
});

test.each([
  [
    400,
    ["BadRequest", "MalformedMessage", "UnsupportedVersion", "NotUnderstood", "InvalidValue", "MissingValue"],
  ],
  [401, ["Unauthorized"]],
  [403, ["Forbidden"]],
  [404, ["NotFound", "UnknownOperation"]],
  [405, ["MethodNotAllowed"]],
  [406, ["NotAcceptable"]],
  [408, ["RequestTimeout"]],
  [413, ["TooLarge"]],
  [415, ["UnsupportedMediaType", "UnsupportedCharset"]],
  [500, ["ServiceFault", "OutcomeUnknown", "Declared", "Internal"]],
  [501, ["NotImplemented"]],
  [502, ["BadGateway"]],
  [503, ["Unavailable"]],
  [504, ["DeadlineExceeded"]],
])("problems with the status %d: %j", (status, want) => {
  const rows = linesOf("problems").filter((row) => row.includes(`| ${status} |`));
  expect(rows.map((row) => /`(\w+)`/u.exec(row)?.[1])).toEqual(want);
});

test("a command has no row for an option that messenger-gen itself has", () => {
  expect(
    linesOf("options of messenger-gen").filter((row) => row.startsWith("| `--allow-private-network`")),
  ).toHaveLength(1);
  expect(linesOf("options of call").filter((row) => row.startsWith("| `--allow-private-network`"))).toEqual(
    [],
  );
});
