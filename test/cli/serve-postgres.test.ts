import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../eventually.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { reportRequest } from "../networks/mm7/requests.js";
import { execute } from "../storage/local-server.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { messenger } from "./messenger.js";

testsOn(await anyServer(), (postgres) => {
  let database: string;
  let store: Store;
  beforeEach(async () => {
    database = await postgres.createDatabase();
    store = await openStore(database);
    await openAccount(store, { credit: 100_000 });
  });
  afterEach(async () => {
    await store.close();
  });

  test("a server on PostgreSQL delivers over loopback, and stops", async () => {
    const server = messenger(["serve", "--database", database, "--port", "0", "--smsc", "loopback"]);
    await server.until(/listens at .*\n/);
    const at = Date.now();
    const recipients = ["12025550101", "12025550102"];
    await store.outbox.submit(submission("t1", { recipients, at, dueAt: at }));
    const delivered = [{ state: RecipientState.Delivered, count: 2 }];
    await eventually(
      async () =>
        JSON.stringify((await store.outbox.statistics(42, "t1"))?.counts) === JSON.stringify(delivered),
    );
    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
  });

  test("roles of separate processes: one takes calls, one delivers, one maintains", async () => {
    const serve = (...args: readonly string[]) =>
      messenger(["serve", "--database", database, "--port", "0", "--smsc", "loopback", ...args]);
    const api = serve("--role", "api");
    const delivery = serve("--role", "delivery", "--json");
    const maintenance = serve("--role", "maintenance");
    const [, url = ""] = await api.until(/listens at (\S+)\n/);
    expect(JSON.parse((await delivery.until(/^.*\n/))[0])).toEqual({ url: "", roles: ["delivery"] });
    await maintenance.until(/^Messenger runs: maintenance\n/);
    expect(await (await fetch(`${url}/GetGreeting`)).text()).toContain(">Messenger</string>");
    const at = Date.now();
    await store.outbox.submit(submission("t1", { at, dueAt: at }));
    await eventually(async () => {
      const counts = (await store.outbox.statistics(42, "t1"))?.counts;
      return counts?.[0]?.state === RecipientState.Delivered;
    });
    const list = messenger(["--database", database, "--json", "process", "list"]);
    expect(await list.ended()).toBe(0);
    const listed = JSON.parse(list.stdout()) as readonly { readonly roles: string; readonly state: string }[];
    expect(listed.map(({ roles, state }) => `${roles} ${state}`).sort()).toEqual([
      "api running",
      "delivery running",
      "maintenance running",
    ]);
    for (const command of [maintenance, delivery, api]) {
      command.process.kill("SIGTERM");
      expect(await command.ended()).toBe(0);
    }
  });

  test("a process that only delivers needs a link, and reports that", async () => {
    const command = messenger(["serve", "--database", database, "--role", "delivery"]);
    expect(await command.ended()).toBe(2);
    expect(command.stderr()).toMatch(
      /^messenger: there is no link to a network: add one with messenger link add/u,
    );
    expect(command.stderr()).not.toContain("reachable");
  });

  test("a process without delivery accepts what an MMSC reports, from the moment that the link is there", async () => {
    const api = messenger(["serve", "--database", database, "--port", "0", "--role", "api"]);
    const [, url = ""] = await api.until(/listens at (\S+)\n/);
    const report = async () => {
      const body = reportRequest("m1", "Retrieved");
      const headers = { "Content-Type": "text/xml" };
      return (await fetch(new URL("/mm7", url), { method: "POST", body, headers })).status;
    };
    expect(await report()).toBe(404);
    await store.links.add(
      {
        ...{ name: "mmsc", kind: "mm7", url: "mm7://127.0.0.1:9/", password: "", network: "mmsc" },
        ...{ settings: { receiveFrom: "127.0.0.1" }, ofFile: false },
      },
      0,
    );
    await eventually(async () => (await report()) === 200);
    const [link] = await store.links.links();
    const kept = await execute(database, "SELECT message_id FROM unmatched_receipt");
    expect([kept.length > 0, kept[0]]).toEqual([true, { message_id: "m1" }]);
    await store.links.change(link?.name ?? "", { started: false });
    await eventually(async () => (await report()) === 404);
  });

  test("commands use it; a backup is refused with the programs that make one", async () => {
    const list = messenger(["--database", database, "--json", "customer", "list"]);
    expect(await list.ended()).toBe(0);
    expect(list.stdout()).toContain("42");
    const backup = messenger(["--database", database, "--json", "database", "backup", "copy.db"]);
    expect(await backup.ended()).toBe(1);
    const error = { code: "copiedElsewhere", message: expect.stringMatching(/pg_dump/) };
    expect(JSON.parse(backup.stderr())).toMatchObject({ error });
  });
});
