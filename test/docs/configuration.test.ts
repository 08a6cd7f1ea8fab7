import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { Option } from "commander";
import { messenger } from "#server/cli/main.js";
import { documentedRows } from "../domain/documented-table.js";
import { settingEntries, settingNames } from "#server/config/settings.js";

const page = "docs/reference/configuration.md";
const marks = ["<!-- settings -->", "<!-- end -->"] as const;

function row(name: string, option: Option): string {
  const value: unknown = option.defaultValue;
  const initial = typeof value === "string" ? `\`${value}\`` : "";
  return `| \`${name}\` | \`${option.long ?? ""}\` | \`${option.envVar ?? ""}\` | ${initial} | ${option.description} |`;
}

test("docs/reference/configuration.md lists every setting (MESSENGER_GOLDEN=write updates it)", async () => {
  const database = process.env["MESSENGER_DATABASE"];
  delete process.env["MESSENGER_DATABASE"];
  const program = await messenger();
  if (database !== undefined) process.env["MESSENGER_DATABASE"] = database;
  const serve = program.commands.find((command) => command.name() === "serve");
  const options = [...program.options, ...(serve?.options ?? [])];
  const rows = settingNames.map((name) => {
    const option = options.find((each) => each.attributeName() === name);
    return option === undefined ? `no option for ${name}` : row(name, option);
  });
  const head = ["| Setting | Flag | Variable | Default | Meaning |", "| --- | --- | --- | --- | --- |"];
  const text = readFileSync(page, "utf8");
  const [before = "", rest = ""] = text.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? "";
  const wanted = `${before}${marks[0]}\n\n${[...head, ...rows].join("\n")}\n\n${marks[1]}${after}`;
  if (process.env["MESSENGER_GOLDEN"] === "write") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});

test("docs/reference/configuration.md lists the settings that a running server applies", () => {
  const rows = documentedRows(page, "Reload").map(([names = ""]) => names.match(/\w+/gu) ?? []);
  const listed = rows.flat().filter((name) => settingNames.some((each) => each === name));
  const reloaded = settingEntries.flatMap(([name, { reloads }]) => (reloads === true ? [name] : []));
  expect(listed.sort()).toEqual([...reloaded].sort());
});
