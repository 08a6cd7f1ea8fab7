import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { join } from "node:path";
import { messenger, temporaryFolder } from "./messenger.js";

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** Causes an error in the process of the server after it has started. */
const behind = (wrong: string) => {
  const code = `process.on("SIGUSR2", () => { ${wrong}; })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

const serve = (env: Readonly<Record<string, string>>) => {
  const database = `sqlite:${join(folder.path, "messenger.db")}`;
  return messenger(
    ["serve", "--port", "0", "--admin", "0", "--database", database, "--log-level", "info"],
    env,
  );
};

test("an unhandled rejection is logged and counted, and the server continues", async () => {
  const server = serve(behind('Promise.reject(new Error("stray"))'));
  const [, url = ""] = await server.until(/(http\S+)\n/);
  const [, port = ""] = await server.untilError(/"port":(\d+),"msg":"admin listener open"/);
  server.process.kill("SIGUSR2");
  await server.untilError(/"msg":"unhandled rejection"/);
  expect((await fetch(`${url}/GetGreeting`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('messenger_errors_total{event="unhandled rejection"} 1');
  server.process.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
});

test("an uncaught exception is logged before it ends the process, after the lines before it", async () => {
  const server = serve(behind('throw new Error("stray")'));
  const [, url = ""] = await server.until(/(http\S+)\n/);
  for (let call = 0; call < 3; call++) await fetch(`${url}/GetGreeting`);
  server.process.kill("SIGUSR2");
  expect(await server.ended()).not.toBe(0);
  expect(server.stderr().match(/"msg":"call"/g)).toHaveLength(3);
  expect(server.stderr()).toContain('"msg":"uncaught exception"');
});
