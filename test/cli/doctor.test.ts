import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { eventually } from "../eventually.js";
import { parseExposition } from "../monitoring/exposition.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { messenger, temporaryFolder } from "./messenger.js";
import { emptyDatabase, storeKind } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
let folder: ReturnType<typeof temporaryFolder>;
let url: string;

beforeEach(async () => {
  folder = temporaryFolder();
  url = await emptyDatabase();
});
afterEach(() => {
  folder.remove();
});
afterAll(() => {
  runner.end();
});

interface Row {
  readonly severity: string;
  readonly code: string;
  readonly since: string | null;
  readonly problem: string;
}

/** Problems that do not depend on this machine. */
const ofMachine = ["disk", "clock", "openFiles"];

async function doctor(
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly rows: readonly Row[] }> {
  const { code, stdout, stderr } = await runner.run(["doctor", "--json", "--database", url, ...words]);
  expect(stderr).toBe("");
  const rows = JSON.parse(stdout) as readonly Row[];
  return { code, rows: rows.filter((row) => !ofMachine.includes(row.code)) };
}

test("doctor exits with 1 without a database, with a wrong setting, and with an invalid certificate", async () => {
  expect(await doctor()).toMatchObject({ code: 1, rows: [{ code: "database", severity: "critical" }] });
  expect(await doctor("--port", "x")).toMatchObject({ code: 1, rows: [{ code: "configuration" }] });
  await (await openStore(url)).close();
  const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  for (const file of [cert, key]) writeFileSync(file, "none");
  const { code, rows } = await doctor("--tls-cert", cert, "--tls-key", key);
  expect(code).toBe(1);
  expect(rows.map((row) => row.code)).toEqual(["delivery", "certificate"]);
});

test("with a server: the problems of links and queues, the same as in its metrics", async () => {
  const store = await openStore(url);
  await openAccount(store, { payment: "postpaid" });
  const at = Date.now() - 40 * 60_000;
  await store.outbox.submit(submission("t1", { at, dueAt: at }));
  await store.close();
  const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "pipe" });
  await runner.run(["link", "add", "north", "smpp://a@127.0.0.1:1", "--password", "b", "--database", url]);
  const tls = ["--tls-cert", cert, "--tls-key", key];
  const server = messenger(["serve", "--port", "0", "--admin", "0", "--database", url, ...tls]);
  const [, port = ""] = await server.untilError(/"port":(\d+),"msg":"admin listener open"/u);
  if (storeKind === "sqlite") chmodSync(url.slice("sqlite:".length), 0o644);
  const exposures = storeKind === "sqlite" ? ["exposure"] : [];
  const wanted = ["link", "queueAge", "certificate", ...exposures];
  await eventually(async () => {
    const { rows } = await doctor(...tls);
    return rows.map((row) => row.code).join() === wanted.join();
  });
  const { code, rows } = await doctor(...tls);
  expect(code).toBe(1);
  const dueSince = rows.find((row) => row.code === "queueAge")?.since ?? "";
  expect(Math.abs(Date.parse(dueSince) - at)).toBeLessThan(60_000);
  expect(rows.find((row) => row.code === "certificate")).toHaveProperty("since", null);
  expect(rows.map(({ severity }) => severity)).toEqual([
    "critical",
    "critical",
    "critical",
    ...exposures.map(() => "warning"),
  ]);

  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const family = parseExposition(text).find(({ name }) => name === "messenger_problems");
  const counted = family?.samples.filter(
    ({ labels, value }) => value > 0 && !ofMachine.includes(labels["code"] ?? ""),
  );
  expect(counted?.map(({ labels }) => labels["code"])).toEqual(wanted);

  await runner.run(["link", "stop", "north", "--database", url]);
  const stopped = (await doctor(...tls)).rows.find((row) => row.code === "link");
  expect(stopped).toMatchObject({
    ...{ severity: "critical", problem: "no link is started, and messages wait: 1" },
  });
  server.process.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
});
