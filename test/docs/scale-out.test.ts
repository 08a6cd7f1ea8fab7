import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { serveSmpp, type Smsc } from "../../bench/servers/smsc.js";
import { eventually } from "../eventually.js";
import { isInstalled } from "../peers.js";
import { submission } from "../storage/fixtures.js";
import { localServer } from "../storage/local-server.js";
import { testsOn } from "../storage/postgres-server.js";
import { projectGuides, snippetsOf } from "./snippets.js";
import { workplace } from "./workplace.js";

const required = process.env["MESSENGER_REQUIRE_PEERS"] === "1";
const hasPeers = (["haproxy", "curl"] as const).every(isInstalled);

/** Digits to which one more digit can be added to give a free port. */
async function freePorts(): Promise<string> {
  const isFree = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const server = createServer();
      server.once("error", () => {
        resolve(false);
      });
      server.listen(port, "127.0.0.1", () =>
        server.close(() => {
          resolve(true);
        }),
      );
    });
  for (;;) {
    const first = randomInt(2_000, 3_200);
    const free = await Promise.all(Array.from({ length: 7 }, (_, digit) => isFree(first * 10 + digit)));
    if (free.every(Boolean)) return String(first);
  }
}

/** Ends a process or, below zero, a group of processes. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

testsOn(hasPeers || required ? await localServer() : undefined, (server) => {
  const { folder, env } = workplace();
  delete env["MESSENGER_DATABASE"];
  const groups: number[] = [];
  let smsc: Smsc | undefined;

  afterAll(async () => {
    await smsc?.close();
    const pid = join(folder, "haproxy.pid");
    for (const group of groups) end(-group);
    if (existsSync(pid)) end(Number(readFileSync(pid, "utf8")));
    rmSync(folder, { recursive: true });
  });

  /** Runs a script in a process group of its own; what it leaves in the background goes on. */
  async function run(script: string): Promise<string> {
    const shell = spawn("sh", ["-euc", script], { cwd: folder, env, detached: true });
    groups.push(shell.pid ?? 0);
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(shell, "exit")) as [number | null];
    expect({ script, code, output: code === 0 ? "" : output }).toEqual({ script, code: 0, output: "" });
    return output;
  }

  test("the commands of the guide move a service to six processes behind HAProxy", async () => {
    const [url, restored] = [await server.createDatabase(), await server.createDatabase()];
    smsc = await serveSmpp({ receipts: true });
    const { port, counts } = smsc;
    const [service, admin] = [await freePorts(), await freePorts()];
    const adapted = (text: string): string =>
      text
        .replaceAll("postgres://messenger@db.example.com/messenger", url)
        .replaceAll("postgres://messenger@db.example.com/restored", restored)
        .replaceAll("127.0.0.1:2775", `127.0.0.1:${port}`)
        .replaceAll(/\b808(?=[\d$])/gu, service)
        .replaceAll(/\b948(?=[\d$])/gu, admin);

    const [accounts] = snippetsOf("docs/guides/getting-started.md");
    await run(accounts?.text ?? "");
    const before = await openStore(`sqlite:${join(folder, "data", "messenger.db")}`);
    const now = Date.now();
    await before.outbox.submit(submission("from before", { at: now, dueAt: now }));
    await before.close();

    const snippets = snippetsOf(projectGuides.scaleOut);
    const shell = snippets.filter(({ language }) => language === "sh").map(({ text }) => adapted(text));
    // `test/storage/postgres-roles.test.ts` runs the statements.
    expect(shell).toHaveLength(snippets.filter(({ language }) => language !== "sql").length);
    const outputs: string[] = [];
    for (const script of shell.slice(0, -1)) outputs.push(await run(script));

    // Only the machine of the test may have a problem, such as a clock that is not synchronized.
    expect(outputs.join("\n")).toMatch(/^no problems$|^SEVERITY .*\n\S+ +(?:clock|disk|openFiles) /mu);

    const after = await openStore(url);
    try {
      expect((await after.processes.list(now)).map(({ roles }) => roles).sort()).toEqual([
        ...["api", "api", "api", "api", "delivery maintenance", "delivery maintenance"],
      ]);
      const deliveredOf = async (transactionId: string): Promise<boolean> =>
        (await after.outbox.statistics(42, transactionId))?.counts[0]?.state === RecipientState.Delivered;
      const [, sent = ""] = /<TransactionID>([^<]+)</u.exec(outputs.join()) ?? [];
      await eventually(async () => (await deliveredOf("from before")) && (await deliveredOf(sent)));
      expect(counts.messages).toBe(2);
      await run(shell.at(-1) ?? "");
      await eventually(async () => (await after.processes.list(now)).length === 0);
    } finally {
      await after.close();
    }
  });
});
