import { expect, test } from "@jest/globals";
import { problemsIn } from "#server/admin/health.js";
import { storeFacts } from "#server/admin/health-facts.js";
import { hashPassword } from "#server/credentials/hash.js";
import { portalRoles } from "#server/domain/accounts/portal-users.js";
import type { Store } from "#server/ports/store.js";
import { openStore, placeOf } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import * as postgres from "#server/storage/postgres/schema/migrate.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import * as sqlite from "#server/storage/sqlite/schema/migrate.js";
import { outcomeOf } from "../console/console-server.js";
import { cheap } from "../../credentials/cheap.js";
import { startServer } from "../../start-server.js";
import { emptyDatabase, storeKind } from "../../storage/new-database.js";
import { giveRole } from "./give-role.js";
import { newBrowser, password } from "./portal-server.js";

/** A database of the first step, in which every user had one password: one of each role, and one of programs alone. */
async function olderDatabase(passwordHash: string): Promise<string> {
  const url = await emptyDatabase();
  const users = [...portalRoles, null].map(
    (role) =>
      `INSERT INTO customer_user (customer_id, name, name_key, password_hash, state, created_at, portal_role)
       VALUES (42, '${role ?? "api"}', '${role ?? "api"}', '${passwordHash}', 'active', 0, ${role === null ? "NULL" : `'${role}'`});`,
  );
  const text = `INSERT INTO customer (id, name, state, payment, created_at) VALUES (42, 'Shop', 'active', 'prepaid', 0);${users.join("")}`;
  if (storeKind === "postgres") {
    const database = await connect(postgresSettings(url));
    await postgres.prepareSchema(database, "migrate", postgres.migrations.slice(0, 1));
    await database.transaction((session) => session.exec(text));
    await database.close();
  } else {
    const database = openWriter(await loadDriver(), url.slice("sqlite:".length));
    sqlite.prepareSchema(database, "migrate", sqlite.migrations.slice(0, 1));
    database.exec(text);
    database.close();
  }
  return url;
}

/** Users that doctor names. */
async function named(store: Store): Promise<readonly string[]> {
  const facts = await storeFacts(store, { now: Date.now(), version: "1" });
  return problemsIn({ now: 0, ...facts })
    .filter(({ code }) => code === "samePassword")
    .map(({ text }) => / has user (?<name>\w+) /u.exec(text)?.groups?.["name"] ?? "");
}

test("users with one password for programs and the portal keep both after an upgrade, and doctor names them", async () => {
  const passwordHash = await hashPassword(password, cheap);
  const database = await olderDatabase(passwordHash);
  await (await placeOf(database)).migrate(false, Date.now());
  const store = await openStore(database);
  const server = await startServer({ database, port: 0, portal: { host: "127.0.0.1", port: 0 } });
  const call = async (name: string, path: string, given = password): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`42/${name}:${given}`).toString("base64")}`;
    const response = await fetch(new URL(`/v1${path}`, server.url), { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  };
  const logIn = async (name: string, given = password): Promise<string> => {
    const browser = newBrowser(`http://127.0.0.1:${String(server.portalPort)}`);
    await browser.get("/log-in");
    return outcomeOf(await browser.post("/log-in", { customer: "42", name, password: given }));
  };
  try {
    for (const name of [...portalRoles, "api"]) {
      expect({ name, status: await call(name, "/account") }).toEqual({ name, status: 200 });
      const outcome = name === "api" ? "refused" : "done";
      expect({ name, outcome: await logIn(name) }).toEqual({ name, outcome });
    }
    expect(await call("finance", "/lists")).toBe(403);
    expect(await named(store)).toEqual(portalRoles);

    // A password of the portal of its own, by an invitation; the programs keep theirs.
    const chosen = await hashPassword("another long one", cheap);
    await giveRole(store, { customerId: 42, user: "owner", role: "owner", passwordHash: chosen }, Date.now());
    expect([await logIn("owner"), await logIn("owner", "another long one")]).toEqual(["refused", "done"]);
    expect(await call("owner", "/account")).toBe(200);

    // No password of the programs; that of the portal stays.
    expect(await store.accounts.removePassword(42, "reader")).toEqual({ ok: true });
    expect(await store.accounts.removePassword(42, "reader")).toEqual({ ok: false, reason: "unknownEntry" });
    expect(await logIn("reader")).toBe("done");
    expect(await named(store)).toEqual(["developer", "finance"]);

    // One password that the operator replaces is replaced for both.
    const replaced = await hashPassword("replaced by root", cheap);
    await store.accounts.setPassword(42, "developer", { passwordHash: replaced });
    expect([await logIn("developer"), await logIn("developer", "replaced by root")]).toEqual([
      "refused",
      "done",
    ]);

    // A weak one is named for as long as it is a password of the user, of programs or of the portal.
    const weak = async (): Promise<readonly string[]> =>
      (await store.accounts.weakPasswords(9)).map(({ name }) => name);
    for (const name of ["finance", "developer"])
      await store.accounts.setPassword(42, name, { passwordHash: replaced, isWeak: true });
    expect(await weak()).toEqual(["developer", "finance"]);
    for (const name of ["finance", "developer"]) await store.accounts.removePassword(42, name);
    expect(await logIn("developer", "replaced by root")).toBe("done");
    expect(await weak()).toEqual(["developer", "finance"]);
    await giveRole(
      store,
      { customerId: 42, user: "developer", role: "developer", passwordHash: chosen },
      Date.now(),
    );
    expect(await weak()).toEqual(["finance"]);
    await store.portal.setRole(42, "finance", null, "operator", Date.now());
    expect(await weak()).toEqual([]);
  } finally {
    await server.close();
    await store.close();
  }
});
