import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { ownerLock } from "#server/storage/sqlite/engine/owner-lock.js";
import { openStore } from "#server/storage/index.js";
import { noon, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

test("the lock belongs to one owner until that lets it go or its process ends", async () => {
  const driver = await loadDriver();
  const path = join(folder.path, "lock");
  const [first, second] = [ownerLock(driver, path), ownerLock(driver, path)];
  expect([first.hold("a"), first.hold("a"), first.hold("b"), second.hold("b")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  first.release("b");
  expect(second.hold("b")).toBe(false);
  first.release("a");
  expect([second.hold("b"), first.hold("a")]).toEqual([true, false]);
  second.close();
  expect(first.hold("a")).toBe(true);
  first.close();
  const nowhere = ownerLock(driver, join(folder.path, "no", "such", "folder", "lock"));
  expect(nowhere.hold("a")).toBe(false);
  nowhere.close();
});

test("another process does not get the lock when this one opens the file once more", async () => {
  const driver = await loadDriver();
  const path = join(folder.path, "two processes");
  const [first, second] = [ownerLock(driver, path), ownerLock(driver, path)];
  const program = `
    const { loadDriver } = await import("#server/storage/sqlite/engine/driver.js");
    const { ownerLock } = await import("#server/storage/sqlite/engine/owner-lock.js");
    console.log(ownerLock(await loadDriver(), ${JSON.stringify(path)}).hold("other"));`;
  expect([first.hold("a"), second.hold("b")]).toEqual([true, false]);
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })).toBe(
    "false\n",
  );
  first.close();
  second.close();
});

test("delivery is taken at once from an owner whose lock has gone, and not before", async () => {
  const url = `sqlite:${join(folder.path, "owner.db")}`;
  const own = async (store: Awaited<ReturnType<typeof openStore>>, owner: string, now: number) =>
    (await store.delivery.own({ owner, now, until: now + 5_000, reports: [], wanted: [] })) !== undefined;
  const [first, second] = [await openStore(url), await openStore(url)];
  expect([await own(first, "a", noon), await own(second, "b", noon + 1)]).toEqual([true, false]);
  await first.close();
  expect(await own(second, "b", noon + 2)).toBe(true);
  const third = await openStore(url);
  expect(await own(third, "c", noon + 3)).toBe(false);
  expect(await own(third, "c", noon + 6_000)).toBe(true);
  expect(await own(second, "b", noon + 6_001)).toBe(false);
  await third.close();
  expect(await own(second, "b", noon + 6_002)).toBe(false);
  expect(await own(second, "b", noon + 12_000)).toBe(true);
  await second.close();
});
