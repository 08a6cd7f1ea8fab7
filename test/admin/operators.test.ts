import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { storeFacts } from "#server/admin/health-facts.js";
import { isPassword } from "#server/credentials/hash.js";
import { forgottenAfter, silentAfter } from "#server/ports/service.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { writeFileSync } from "node:fs";
import { beatBefore } from "../storage/heartbeats.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
const runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
const store = await openStore(database);

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

/** A file with a password. */
function file(password: string): string {
  const path = join(folder.path, `${password.length}.txt`);
  writeFileSync(path, `${password}\n`);
  return path;
}

const long = file("correct horse battery");
const short = file("too short");

interface Step {
  readonly line: string;
  readonly code: number;
  readonly output?: string;
}

const steps: readonly Step[] = [
  { line: `operator add ann --password-file ${long}`, code: 2 },
  { line: `operator add Ann --role admin --password-file ${long}`, code: 2, output: "invalid operator name" },
  { line: `operator add ann --role root --password-file ${long}`, code: 2, output: 'invalid role "root"' },
  {
    line: `operator add ann --role admin --password-file ${short}`,
    code: 2,
    output: "at least 12 characters",
  },
  {
    line: `operator add ann --role admin --password-file ${long}`,
    code: 0,
    output: "operator ann added, admin",
  },
  {
    line: `operator add ann --role viewer --password-file ${long}`,
    code: 1,
    output: "operator ann exists already",
  },
  { line: "operator change ann --role support", code: 0, output: "operator ann is support" },
  { line: "operator change bob --role support", code: 1, output: 'there is no operator "bob"' },
  { line: "operator list --json", code: 0, output: '"name":"ann","role":"support"' },
  { line: `operator password bob --password-file ${long}`, code: 1, output: 'there is no operator "bob"' },
  { line: `operator password ann --password-file ${short}`, code: 2, output: "at least 12 characters" },
  {
    line: `operator password ann --password-file ${long}`,
    code: 0,
    output: "password of operator ann replaced",
  },
];

test.each(steps)("messenger $line: $code", async ({ line, code, output = "" }) => {
  const result = await runner.run(line.split(" "));
  expect(result.code).toBe(code);
  expect(result.stdout + result.stderr).toContain(output);
});

test("operator totp prints the secret once, and --off removes it; the audit log has none", async () => {
  const { stdout } = await runner.run(["operator", "totp", "ann", "--json"]);
  const { secret, uri, totp } = JSON.parse(stdout) as { secret: string; uri: string; totp: boolean };
  expect([totp, uri]).toEqual([true, expect.stringContaining(`Messenger:ann?secret=${secret}&`)]);
  expect((await store.operators.find("ann"))?.totpSecret).toBe(secret);
  expect((await runner.run(["operator", "list", "--json"])).stdout).toContain('"totp":true');
  expect((await runner.run(["operator", "totp", "ann"])).stdout).toMatch(
    /^otpauth:\/\/totp\/Messenger:ann\?secret=/u,
  );
  expect((await runner.run(["operator", "totp", "ann", "--off"])).code).toBe(0);
  expect(await runner.run(["operator", "totp", "ann", "--off"])).toMatchObject({ code: 1 });
  expect(await runner.run(["operator", "totp", "bob"])).toMatchObject({ code: 1 });
  const entries = (await store.audit.entries(3)).map(({ after }) => after?.["totp"]);
  expect(entries).toEqual(["removed", "enrolled", "enrolled"]);
  expect(JSON.stringify(await store.audit.entries(9))).not.toContain(secret);
});

test("the store has the hash of the password; the audit log has no password", async () => {
  const operator = await store.operators.find("ann");
  expect(await isPassword("correct horse battery", operator?.passwordHash)).toBe(true);
  const entries = (await store.audit.entries(9)).slice(3);
  expect(entries.map(({ action }) => action)).toEqual(["operator change", "operator change", "operator add"]);
  expect(JSON.stringify(entries)).not.toMatch(/horse|scrypt/u);
  expect((await runner.run(["operator", "remove", "ann"])).stdout).toContain("operator ann removed");
  expect(await store.operators.list()).toEqual([]);
});

const old = { id: "old", host: "api-1", pid: 7, roles: "api", version: "0.0.1", since: 0, clockAhead: 0 };

test("operator totp is refused while a process of another version runs, or may come back", async () => {
  const eve = { name: "eve", role: "viewer", passwordHash: "none", createdAt: 0 } as const;
  await store.operators.add(eve, { name: "test", source: "test" });
  for (const { silentFor, hint } of [
    { silentFor: 0, hint: "restart all processes with one version first" },
    { silentFor: forgottenAfter / 2, hint: /silent for \d+ seconds; .* silent for 60 minutes/u },
  ]) {
    await beatBefore(store, database, old, silentFor);
    const refused = await runner.run(["operator", "totp", "eve"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("process 7 on api-1 runs version 0.0.1, this command ");
    expect(refused.stderr).toMatch(hint);
    expect((await store.operators.find("eve"))?.totpSecret).toBeUndefined();
  }
  // An hour later it does not count.
  await beatBefore(store, database, old, forgottenAfter + 1_000);
  expect(await runner.run(["operator", "totp", "eve"])).toMatchObject({ code: 0 });
});

test("a running process of another version is a problem while operators have one-time codes", async () => {
  const now = Date.now();
  const otherVersions = async (version: string) => {
    const found = (await storeFacts(store, { now, version })).otherVersions;
    return found?.map(({ pid }) => pid);
  };
  await beatBefore(store, database, old, silentAfter - 5_000);
  expect([await otherVersions("1.2.3"), await otherVersions("0.0.1")]).toEqual([[7], []]);
  await beatBefore(store, database, old, silentAfter + 5_000);
  expect(await otherVersions("1.2.3")).toEqual([]);
  await beatBefore(store, database, old, 0);
  await store.operators.remove("eve", { name: "test", source: "test" }, now);
  expect(await otherVersions("1.2.3")).toEqual([]);
});
