import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { messenger } from "#server/cli/main.js";
import { commandLinePage } from "./command-line.js";

const page = "docs/reference/command-line.md";

test("docs/reference/command-line.md matches the commands (MESSENGER_GOLDEN=write updates it)", async () => {
  const database = process.env["MESSENGER_DATABASE"];
  delete process.env["MESSENGER_DATABASE"];
  const wanted = commandLinePage(await messenger());
  if (database !== undefined) process.env["MESSENGER_DATABASE"] = database;
  if (process.env["MESSENGER_GOLDEN"] === "write") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});
