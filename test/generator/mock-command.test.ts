import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { resolve } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { generatorBin, loadedGenerator } from "./command.js";
import { folderWith } from "./read/contract-files.js";

const wsdl = resolve("test/golden/operations/service.wsdl");
const run = loadedGenerator();
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

const folder = folderWith({
  "answers.json": '{ "price": "0.10", "order": { "number": "9007199254740993" } }',
  "unknown.json": '{ "prices": "0.10" }',
  "wrong.json": '{ "order": { "number": "many" } }',
  "list.json": "[]",
});

/** Starts a mock of the service Shop; returns its URL. */
async function start(
  ...words: readonly string[]
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const all = [generatorBin, "mock", wsdl, "--service", "Shop", "--port", "0", ...words];
  const child = spawn(process.execPath, all, { cwd: folder });
  started.push(child);
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const [, url] = /^Shop: 7 operations with samples at (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return { url, child };
  }
  throw new Error(`no mock: ${text}`);
}

const pen = '{"item":{"code":"pen","count":2}}';

/** The output of a call of the operation order. */
async function order(url: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(folder, "call", wsdl, "order", "--endpoint", url, "--data", pen);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("answers over HTTP with samples, and with the outputs of a file", async () => {
  const { url, child } = await start("--answers", "answers.json");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/Shop$/);
  expect(await order(url)).toEqual({ number: "9007199254740993" });
  const { url: other } = await start();
  expect(await order(other)).toEqual({ number: "1", due: "2026-01-31" });
  expect(await (await fetch(`${url}?wsdl`)).text()).toContain(`location="${url}"`);
  const refused = await fetch(url, { method: "POST", headers: { "content-type": "text/xml" }, body: "<a/>" });
  expect(refused.status).toBe(500);
  // As a web page sends it whose name was made to resolve to this machine.
  const rebound = get(url, { headers: { host: "example.com" } });
  expect(await once(rebound, "response")).toMatchObject([{ statusCode: 421 }]);
  const closed = once(child, "exit");
  child.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
});

test("delays its answers", async () => {
  const { url } = await start("--delay", "60000");
  const words = ["call", wsdl, "order", "--endpoint", url, "--data", pen, "--timeout", "200"];
  expect(await run(folder, ...words)).toMatchObject({ code: 5, stderr: expect.stringContaining("200 ms") });
});

test.each([
  [["--answers", "gone.json"], "gone.json cannot be read: the file does not exist\n"],
  [["--answers", "list.json"], "list.json is no object of JSON\n"],
  [["--answers", "unknown.json"], "unknown.json names the operation prices, which Shop does not have\n"],
  [["--answers", "wrong.json"], "wrong.json: order/number: "],
  [["--port", "x"], "x is no port to listen on\n"],
])("%j is refused", async (words, message) => {
  const { code, stdout, stderr } = await run(folder, "mock", wsdl, "--service", "Shop", ...words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.slice(0, 15 + message.length)).toBe(`messenger-gen: ${message}`);
});
