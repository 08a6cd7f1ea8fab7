import { expect, test } from "@jest/globals";
import { driverStatements } from "./driver-statements.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  test("every declared statement can be prepared", async () => {
    const statements = await driverStatements();
    expect(statements.length).toBeGreaterThan(80);
    const url = await server.createDatabase();
    const { openPostgresStore } = await import("#server/storage/postgres/store.js");
    await (await openPostgresStore(url)).close();
    await execute(url, ...statements.map((text, index) => `PREPARE m${index} AS ${text}`));
  });
});
