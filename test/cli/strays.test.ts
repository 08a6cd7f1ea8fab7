import { expect, test } from "@jest/globals";
import { messenger } from "./messenger.js";
import { newDatabase } from "../storage/new-database.js";

/** Causes an error in the process of the server after it has started. */
const behind = (wrong: string) => {
  const code = `process.on("SIGUSR2", () => { ${wrong}; })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

const serve = async (env: Readonly<Record<string, string>>) => {
  const database = await newDatabase();
  return messenger(
    ["serve", "--port", "0", "--admin", "0", "--database", database, "--log-level", "info"],
    env,
  );
};

test("an unhandled rejection is logged and counted, and the server continues", async () => {
  const server = await serve(behind('Promise.reject(new Error("stray"))'));
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
  const server = await serve(behind('throw new Error("stray")'));
  const [, url = ""] = await server.until(/(http\S+)\n/);
  for (let call = 0; call < 3; call++) await fetch(`${url}/GetGreeting`);
  server.process.kill("SIGUSR2");
  expect(await server.ended()).not.toBe(0);
  expect(server.stderr().match(/"msg":"call"/g)).toHaveLength(3);
  expect(server.stderr()).toContain('"msg":"uncaught exception"');
});
