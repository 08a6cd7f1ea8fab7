import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { openStore, placeOf } from "#server/storage/index.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../credentials/cheap.js";
import { eventually } from "../eventually.js";
import { startServer } from "../start-server.js";
import { openAccount } from "./fixtures.js";
import { execute, localServer, type LocalServer, programs } from "./local-server.js";

const guide = readFileSync("docs/guides/scale-out.md", "utf8");

/** The statements of the guide, for other names of the users and the database. */
function statementsOfGuide(): readonly string[] {
  const [, text = ""] = /## Fewer rights than the owner[^]*?```sql\n([^]*?)```/u.exec(guide) ?? [];
  return text
    .split(";\n")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

const available = programs() !== undefined;

(available ? describe : describe.skip)(
  "processes whose database user has fewer rights than the owner",
  () => {
    let local: LocalServer;
    let servers: readonly MessengerServer[] = [];
    let owner: string;
    let served: string;

    beforeAll(async () => {
      const started = await localServer();
      if (started === undefined) throw new Error("PostgreSQL is not available here");
      local = started;
      const base = await local.createDatabase();
      const { pathname, host } = new URL(base);
      await execute(base, "CREATE ROLE messenger_owner LOGIN PASSWORD 'opensesame'");
      await execute(base, `ALTER DATABASE ${pathname.slice(1)} OWNER TO messenger_owner`);
      owner = `postgres://messenger_owner:opensesame@${host}${pathname}`;
      served = `postgres://messenger_serve:opensesame@${host}${pathname}`;
      await (await placeOf(owner)).migrate(false, Date.now());
      const statements = statementsOfGuide().map((each) =>
        each
          .replaceAll(" messenger ", ` ${pathname.slice(1)} `)
          .replaceAll("messenger_maintenance", "messenger_owner"),
      );
      expect(statements.length).toBeGreaterThan(5);
      for (const statement of statements)
        await execute(/ROLE|DATABASE/u.test(statement) ? base : owner, statement);
      await execute(base, "ALTER ROLE messenger_serve PASSWORD 'opensesame'");
      const maintenance = await startServer({ database: owner, port: 0, roles: ["maintenance"] });
      // It makes the partitions of this week and of the next two.
      await eventually(async () => {
        const [found] = await execute(
          owner,
          "SELECT count(*)::int AS n FROM pg_tables WHERE tablename ~ '^txn_[0-9]+$'",
        );
        return (found as { readonly n: number }).n >= 3;
      });
      const serving = await startServer({
        ...{ database: served, port: 0, roles: ["api", "delivery", "smpp"], confirmAfter: 1 },
        smpp: { host: "127.0.0.1", port: 0 },
        portal: { host: "127.0.0.1", port: 0 },
      });
      servers = [maintenance, serving];
    });
    afterAll(async () => {
      for (const server of servers) await server.close();
      await local.stop();
    });

    test("accept, deliver and account for messages", async () => {
      const store = await openStore(served);
      const passwordHash = await hashPassword("correct horse", cheap);
      await openAccount(store, { credit: 10_000, user: "api", passwordHash });
      const [, serving] = servers;
      const call = async (path: string, body?: object): Promise<unknown> => {
        const response = await fetch(new URL(`/v1${path}`, serving?.url), {
          method: body === undefined ? "GET" : "POST",
          headers: {
            authorization: `Basic ${Buffer.from("42/api:correct horse").toString("base64")}`,
            ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": "one" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return response.json();
      };
      const sms = {
        originator: "Shop",
        smsText: "Hello",
        recipientPhone: "12025550101",
        messageType: "Latin",
      };
      const sent = (await call("/messages", sms)) as { readonly transactionId?: string };
      expect(sent).toMatchObject({ transactionId: expect.any(String) });
      await eventually(async () =>
        JSON.stringify(await call(`/messages/${sent.transactionId ?? ""}`)).includes("SUCCESS"),
      );
      expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 9_000 }]);
      await store.close();
    });

    test.each([
      "CREATE TABLE more (id int)",
      "DROP TABLE txn",
      "ALTER TABLE customer ADD COLUMN more text",
      "CREATE INDEX more ON customer (name)",
      "TRUNCATE audit",
      "DROP TRIGGER audit_keeps_rows ON audit",
      "ALTER TABLE ledger DISABLE TRIGGER USER",
      "CREATE OR REPLACE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
      "CREATE SCHEMA more",
      "CREATE ROLE more",
      "GRANT ALL ON customer TO PUBLIC",
    ])("do not have the right to: %s", async (statement) => {
      const done = await execute(served, statement).then(
        () => "done",
        (error: unknown) => String(error),
      );
      // GRANT without the right to is a warning, and grants nothing.
      if (!statement.startsWith("GRANT")) expect(done).toMatch(/permission denied|must be owner/u);
      const grants =
        "SELECT FROM information_schema.role_table_grants WHERE grantee = 'PUBLIC' AND table_schema = 'public'";
      expect(await execute(owner, grants)).toEqual([]);
    });
  },
);
