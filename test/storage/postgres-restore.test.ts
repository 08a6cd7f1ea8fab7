import { afterAll, expect, test } from "@jest/globals";
import { array, assert, asyncProperty, constantFrom } from "fast-check";
import { openStore, placeOf } from "#server/storage/index.js";
import { claimDue, owner } from "./claims.js";
import { noon, temporaryFolder } from "./fixtures.js";
import { runSteps, shown, steps } from "./full-store.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { copyOf, within } from "./transfer-cases.js";
import { inTime } from "../in-time.js";

testsOn(await anyServer(), (server) => {
  const folder = temporaryFolder();
  let files = 0;
  const newFile = (): string => `${folder.path}/${(files += 1)}.db`;
  afterAll(() => {
    folder.remove();
  });

  const all = Object.keys(steps);
  test("with links stopped, restored data is held as on SQLite", async () => {
    const some = array(constantFrom(...all), { minLength: 1, maxLength: 6 });
    await assert(
      asyncProperty(
        some,
        inTime(async (names) => {
          const [from, backup, restored] = [newFile(), newFile(), newFile()];
          await within(`sqlite:${from}`, (store) => runSteps(store, names));
          await (await placeOf(`sqlite:${from}`)).backup(backup, noon);
          const held = await (await placeOf(`sqlite:${restored}`)).restore(backup, "stopped", noon);
          const url = await server.createDatabase();
          await copyOf(`sqlite:${from}`, url);
          const { messages, links, campaigns } = held;
          expect(await (await placeOf(url)).restore(undefined, "stopped", noon)).toMatchObject({
            ...{ messages, links, campaigns },
          });
          const seen = (place: string) => within(place, (store) => shown(store, names.length));
          expect(await seen(url)).toEqual(await seen(`sqlite:${restored}`));
          expect((await (await placeOf(url)).check()).filter(({ ok }) => !ok)).toEqual([]);
        }),
      ),
      { numRuns: 4, examples: [[all]] },
    );
  });

  test("a lease of the backup does not hold again, and its messages in flight are uncertain", async () => {
    const url = await server.createDatabase();
    await within(url, (store) => runSteps(store, ["several", "inFlight"]));
    expect(await (await placeOf(url)).restore(undefined, "stopped", noon)).toMatchObject({
      messages: 5,
      links: 1,
    });
    await within(url, async (store) => {
      expect(await store.links.uncertain(9)).toHaveLength(5);
      expect(await claimDue(store, noon, 9)).toEqual([]);
      const request = { owner, now: noon, until: noon + 60_000, reports: [], wanted: [] };
      expect(await store.delivery.own(request)).toBeUndefined();
    });
  });

  test("a restore may compute between two statements for longer than other transactions", async () => {
    const url = await server.createDatabase();
    await within(url, (store) => runSteps(store, ["several", "inFlight"]));
    await execute(
      url,
      `CREATE FUNCTION require_no_limit() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF current_setting('idle_in_transaction_session_timeout') <> '0' THEN RAISE EXCEPTION 'limited'; END IF;
         RETURN NULL;
       END $$`,
      "CREATE TRIGGER no_limit AFTER UPDATE ON recipient FOR EACH STATEMENT EXECUTE FUNCTION require_no_limit()",
    );
    expect(await (await placeOf(url)).restore(undefined, "stopped", noon)).toMatchObject({ messages: 5 });
  });

  test("with links kept nothing changes", async () => {
    const url = await server.createDatabase();
    await within(url, (store) => runSteps(store, ["several", "inFlight"]));
    const recipients = () => execute(url, "SELECT * FROM recipient ORDER BY id");
    const before = await recipients();
    const nothing = { messages: 0, links: 0, campaigns: 0 };
    expect(await (await placeOf(url)).restore(undefined, "kept", noon)).toMatchObject(nothing);
    expect(await recipients()).toEqual(before);
  });

  test("refuses a database in use, and a file", async () => {
    const url = await server.createDatabase();
    const store = await openStore(url);
    try {
      await expect(
        placeOf(url).then((place) => place.restore(undefined, "stopped", noon)),
      ).rejects.toMatchObject({ code: "inUse" });
    } finally {
      await store.close();
    }
    await expect(placeOf(url).then((place) => place.restore("x", "stopped", noon))).rejects.toMatchObject({
      code: "copiedElsewhere",
    });
    const missing = placeOf(`sqlite:${newFile()}`).then((place) => place.restore(undefined, "stopped", noon));
    await expect(missing).rejects.toMatchObject({ code: "noBackup" });
  });
});
