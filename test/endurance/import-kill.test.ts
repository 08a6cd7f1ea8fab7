import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { messenger, temporaryFolder } from "../cli/messenger.js";
import { noon, openAccount } from "../storage/fixtures.js";

const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 50 : 5;
const size = 60_000;
const folder = temporaryFolder();
const database = `sqlite:${join(folder.path, "messenger.db")}`;

afterAll(() => {
  folder.remove();
});

/** A list file of `count` rows. */
function file(name: string, count: number): string {
  const path = join(folder.path, name);
  const rows = Array.from({ length: count }, (_, index) => `${12_020_000_000 + index},City ${index % 7}`);
  writeFileSync(path, `phone,city\n${rows.join("\n")}\n`);
  return path;
}

const importing = (path: string) =>
  messenger(["list", "import", "42", "Clients", path, "--smart", "--replace"], {
    MESSENGER_DATABASE: database,
  });

/** Recipients and version of the list, and how many members it really has. */
async function shown(): Promise<readonly number[]> {
  const store = await openStore(database);
  const list = await store.lists.named(42, "Clients");
  let members = 0;
  const selection = {
    listId: list?.id ?? "",
    type: "SmartList",
    filters: [],
    offset: 0,
    count: 1e6,
  } as const;
  await store.lists.select(
    { customerId: 42, userName: "Ann" },
    selection,
    (phones) => (members += phones.length),
  );
  await store.close();
  return [list?.version ?? 0, list?.recipients ?? 0, members];
}

test(
  `kill -9 during a list import, ${rounds} rounds: the old list or the new one, never a part`,
  async () => {
    const store = await openStore(database);
    await openAccount(store);
    await store.close();
    expect(await importing(file("small.csv", 100)).ended()).toBe(0);
    const large = file("large.csv", size);
    const begun = performance.now();
    expect(await importing(large).ended()).toBe(0);
    const duration = performance.now() - begun;
    expect(await importing(join(folder.path, "small.csv")).ended()).toBe(0);

    let version = 3;
    for (let done = 0; done < rounds; done++) {
      const command = importing(large);
      setTimeout(() => command.process.kill("SIGKILL"), randomInt(Math.ceil(duration)));
      await command.ended();
      const found = await shown();
      const isNew = found[0] === version + 1;
      version = found[0] ?? 0;
      const count = isNew || found[1] === size ? size : 100;
      expect(found).toEqual([version, count, count]);
    }
    expect(await importing(large).ended()).toBe(0);
    expect(await shown()).toEqual([version + 1, size, size]);

    const last = await openStore(database);
    const later = Date.now() + noon;
    while (await last.lists.purgeLists(later));
    await last.close();
    expect(await shown()).toEqual([version + 1, size, size]);
  },
  rounds * 240_000,
);
