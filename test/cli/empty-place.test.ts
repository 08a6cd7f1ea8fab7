import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Command } from "commander";
import { messenger } from "#server/cli/main.js";
import { shownUrl } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "./messenger.js";
import { execute } from "../storage/local-server.js";
import { emptyDatabase, storeKind } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});
afterAll(() => {
  runner.end();
});

/** Commands that create a database, and those that use none. */
const creating = [
  "serve",
  "start",
  "customer add",
  "customer open",
  "database migrate",
  "config check",
  "config show",
  "doctor",
];

/** Every command line with plausible values for whatever is required. */
function commandLines(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((child) => commandLines(child, [...path, child.name()]));
  if (creating.includes(path.join(" "))) return [];
  const values = command.registeredArguments.filter(({ required }) => required).map(() => "12025550101");
  const options = command.options.filter(({ mandatory }) => mandatory);
  const given = options.flatMap(({ long, argChoices }) => [long ?? "", argChoices?.[0] ?? "1"]);
  return [[...path, ...values, ...given]];
}

const all = commandLines(await messenger());

/** No command changes it. */
const shared = await emptyDatabase();
const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";

describe("without a database", () => {
  test.each(all.map((words) => [words.join(" "), words] as const))(
    "messenger %s fails and creates none",
    async (_, words) => {
      const url = storeKind === "sqlite" ? `sqlite:${join(folder.path, "messenger.db")}` : shared;
      const { code, stderr } = await runner.run([...words, "--database", url], folder.path);
      expect(code).not.toBe(0);
      expect(stderr).not.toBe("");
      expect(readdirSync(folder.path).filter((name) => !name.includes("-delivery"))).toEqual([]);
      if (storeKind === "postgres") expect(await execute(url, tables)).toEqual([]);
    },
  );

  test.each(["customer list", "link list", "queue show", "audit list", "database backup x.db"])(
    "messenger %s names the commands that create one, also for an empty file",
    async (words) => {
      const file = join(folder.path, "messenger.db");
      for (const empty of [false, true]) {
        if (empty) writeFileSync(file, "");
        const { code, stderr } = await runner.run(
          [...words.split(" "), "--database", `sqlite:${file}`, "--json"],
          folder.path,
        );
        expect({ code, stderr: JSON.parse(stderr) as unknown }).toEqual({
          code: 1,
          stderr: {
            error: {
              ...{ code: "missing", exitCode: 1 },
              message: expect.stringContaining("serve, start, customer add and database migrate create one"),
            },
          },
        });
      }
    },
  );
});

test("customer add says where it creates a database, once, and without a password", async () => {
  const add = (id: string) =>
    runner.run(["customer", "add", id, "--name", "A", "--database", "sqlite:messenger.db"], folder.path);
  const file = join(realpathSync(folder.path), "messenger.db");
  expect((await add("42")).stderr).toBe(`created the database sqlite:${file}\n`);
  expect((await add("43")).stderr).toBe("");
  expect(shownUrl("postgres://ann:secret@localhost/messenger")).toBe(
    "postgres://ann:***@localhost/messenger",
  );
});
