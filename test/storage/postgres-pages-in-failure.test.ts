import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../eventually.js";
import type { PlainBrowser } from "../faces/console/console-server.js";
import { type PortalServer, startPortal } from "../faces/portal/portal-server.js";
import { execute, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

const draft = { originator: "Shop", list: "", upload: "", numbers: "12025550171", text: "Hello", when: "" };

/** Pages of the portal, and forms with their fields. */
const requests: readonly (readonly [path: string, fields?: Readonly<Record<string, string>>])[] = [
  ["/"],
  ["/messages"],
  ["/lists"],
  ["/billing"],
  ["/send"],
  ["/log-in", { customer: "42", name: "owner", password: "wrong" }],
  ["/send/check", draft],
  ["/send", draft],
];

testsOn(await localServer(), (server) => {
  let url: string;
  let portal: PortalServer;
  let owner: PlainBrowser;

  beforeAll(async () => {
    url = await server.createDatabase();
    portal = await startPortal({ database: url });
    owner = await portal.logIn("owner");
  });
  afterAll(() => portal.close());

  const askFor = ([path, fields]: (typeof requests)[number]) =>
    fields === undefined ? owner.get(path) : owner.post(path, fields);

  describe("while the database is down", () => {
    beforeAll(() => server.kill());
    afterAll(async () => {
      await server.start();
      await eventually(async () => (await owner.get("/messages")).status === 200);
    });

    test.each(requests)("%p says that it cannot be shown now", async (...request) => {
      const { status, text } = await askFor(request);
      expect([status, text.includes("The page cannot be shown now")]).toEqual([503, true]);
    });
  });

  test("a form whose commit no replica confirmed says that its outcome is unknown", async () => {
    await execute(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
    let isOver = false;
    const ending = (async () => {
      const waiting = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      while (!isOver) await execute(url, waiting);
    })();
    let lists = 0;
    // The server reads its settings a moment later.
    await eventually(async () => {
      const { status, text } = await owner.post("/lists/create", { name: `List ${(lists += 1)}` });
      return status === 500 && text.includes("It is not known whether this was done");
    });
    await execute(url, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
    isOver = true;
    await ending;
  });
});
