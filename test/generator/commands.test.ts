import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { ServiceFault } from "messenger-gen-runtime";
import { decimal } from "messenger-gen-runtime/codec";
import { builtServices, planOf, serveJson, type BuiltService, type Methods } from "../host/json/shop.js";
import { generatorBin, loadedGenerator, type Answer } from "./command.js";
import { folderWith } from "./read/contract-files.js";

const wsdl = resolve("test/golden/operations/service.wsdl");
const library = resolve("test/host/json/library/service.wsdl");
const run = loadedGenerator();
let built: BuiltService;
let server: RunningServer;
let folder: string;
let url: string;
/** HTTP headers of the last call. */
let seen: Readonly<Record<string, unknown>> = {};

interface PriceCall {
  readonly headers: { readonly Session?: { readonly id: string } };
  readonly answerHeaders: (headers: unknown) => void;
}

const methods: Methods = {
  order: async (
    { item }: { readonly item: { readonly code: string; readonly count: number } },
    { httpHeaders }: { readonly httpHeaders: Readonly<Record<string, unknown>> },
  ) => {
    seen = httpHeaders;
    const Fault = built.faults["SoldOutError"];
    if (item.code === "sold" && Fault !== undefined) throw new Fault({ code: "sold" }, "Nothing is left.");
    if (item.code.startsWith("text:")) throw new ServiceFault("InvalidValue", item.code);
    if (item.code === "bad") throw new ServiceFault("InvalidValue", "That is refused.");
    return { number: 9007199254740993n + BigInt(item.count) };
  },
  price: async (code: string, call: PriceCall) => {
    call.answerHeaders({ Quota: Number(call.headers.Session?.id ?? 0) });
    return decimal.parse(code);
  },
  send: async (parcel: unknown) => parcel,
  pair: async (pair: unknown) => pair,
  typed: async () => 1,
  ping: async () => ({}),
  forget: async () => undefined,
};

beforeAll(async () => {
  const services = await builtServices(planOf(wsdl), "commands");
  if (services["Shop"] === undefined) throw new Error("There is no service Shop");
  built = services["Shop"];
  server = await serveJson(built, wsdl, methods, { json: undefined });
  url = `http://127.0.0.1:${server.port}/shop`;
  folder = folderWith({
    "pen.json": '{ "item": { "code": "pen", "count": 2 } }',
    "user.txt": "42/api:secret\n",
    "header.txt": "X-Trace: 7\n",
    "empty.txt": "\n",
  });
});
afterAll(() => server.close());

const pen = '{"item":{"code":"pen","count":2}}';

describe("show", () => {
  test("prints the services and operations", async () => {
    const { code, stdout, stderr } = await run(folder, "show", wsdl);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Shop: http://localhost/shop\n");
    expect(stdout).toContain("  order(OrderInput): OrderOutput\n      Orders one item.\n");
    expect(stdout).toContain("  price(PriceInput): Decimal | null\n");
    expect(stdout).toContain("  forget(ForgetInput): void\n");
  });

  test("prints the types and samples of an operation, and only those", async () => {
    const { code, stdout } = await run(folder, "show", wsdl, "order");
    expect(code).toBe(0);
    expect(stdout).toContain('Input:\n{\n  "item": {\n    "code": "string",\n    "count": 1\n  }\n}');
    expect(stdout).toContain("export interface OrderInput {\n  readonly item: Item;\n}");
    expect(stdout).toContain("readonly count: number;");
    expect(stdout).not.toMatch(/PairInput|^import|export \{\}/m);
    const [, data = ""] = /messenger-gen call .* order --data '(.*)'/.exec(stdout) ?? [];
    expect(await run(folder, "call", wsdl, "order", "--endpoint", url, "--data", data)).toMatchObject({
      code: 0,
    });
  });

  test("refuses an operation that the contract does not have", async () => {
    const { code, stdout, stderr } = await run(folder, "show", wsdl, "gone");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("MG2047");
  });
});

describe("text of others steers no terminal", () => {
  const marks = [
    ...[
      "\u0085",
      "\u009b31m",
      "\u0090",
      "\u009d0;t\u009c",
      "\u061c",
      "\u200e",
      "\u200f",
      "\u2028",
      "\u202a",
      "\u202e",
    ],
    ...["\u2066", "\u2069", "\ufeff", "\u007f"],
  ];
  const steering = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

  test.each(marks.map((mark) => ({ mark, name: `U+${mark.charCodeAt(0).toString(16)}` })))(
    "$name in a response, a fault and a contract",
    async ({ mark }) => {
      const code = `text:${mark}!`;
      const sent = JSON.stringify({ code, count: 1 });
      const words = ["--endpoint", url, "--data"];
      const response = await run(folder, "call", wsdl, "send", ...words, sent);
      expect([response.code, steering.test(response.stdout)]).toEqual([0, false]);
      expect(JSON.parse(response.stdout)).toEqual({ code, count: 1 });
      const fault = await run(folder, "call", wsdl, "order", ...words, `{"item":${sent}}`);
      expect([fault.code, steering.test(fault.stderr), fault.stderr]).toEqual([
        4,
        false,
        expect.stringContaining("fault (Client): text:\\u"),
      ]);
      const documented = readFileSync(wsdl, "utf8").replace("Orders one item.", `Orders ${mark} one item.`);
      const file = join(folder, "documented.wsdl");
      writeFileSync(file, documented);
      for (const shown of [
        ["show", file, "order"],
        ["show", file],
        ["diff", wsdl, file],
      ]) {
        const { stdout, stderr } = await run(folder, ...shown);
        expect([shown, steering.test(stdout + stderr)]).toEqual([shown, false]);
      }
    },
  );
});

describe("call", () => {
  interface Row {
    readonly words: readonly string[];
    readonly code?: number;
    readonly out?: unknown;
    readonly err?: string;
  }

  const rows: readonly Row[] = [
    { words: ["order", "--data", pen], out: { number: "9007199254740995" } },
    { words: ["order", "--data", "@pen.json"], out: { number: "9007199254740995" } },
    { words: ["order", "--data", pen, "--binding", "soap12"], out: { number: "9007199254740995" } },
    {
      words: ["price", "--data", '{"$headers":{"Session":{"id":"7"}},"$value":"1.50"}'],
      out: { $headers: { Quota: 7 }, $value: "1.50" },
    },
    { words: ["ping"] },
    { words: ["forget", "--data", '{"code":"pen","count":1}'] },
    {
      words: ["order", "--data", '{"item":{"code":"sold","count":1}}'],
      code: 4,
      out: { code: "sold" },
      err: "messenger-gen: SoldOutError (Server): Nothing is left.\n",
    },
    {
      words: ["order", "--data", '{"item":{"code":"bad","count":1}}'],
      code: 4,
      err: "messenger-gen: fault (Client): That is refused.\n",
    },
    {
      words: ["order", "--data", '{"item":{"code":"pen","count":"2"}}'],
      code: 1,
      err: "messenger-gen: the input is refused (WrongKind): /item/count: ",
    },
    { words: ["order", "--data", "{"], code: 1, err: "messenger-gen: the input is refused (NotJson)" },
    {
      words: ["order", "--data", "@gone.json"],
      code: 1,
      err: "messenger-gen: the file of --data cannot be read",
    },
    {
      words: ["gone"],
      code: 1,
      err: 'messenger-gen: the contract has no operation "gone"\n  Operations: order, ',
    },
    {
      words: ["order", "--data", pen, "--endpoint", "shop"],
      code: 1,
      err: 'messenger-gen: "shop" is no URL',
    },
    {
      words: ["order", "--data", pen, "--username-token", "empty.txt"],
      code: 1,
      err: "messenger-gen: the file of --username-token does not contain user:password",
    },
  ];

  test.each(rows)("$words", async ({ words, code = 0, out, err = "" }) => {
    const given = words.includes("--endpoint") ? words : [...words, "--endpoint", url];
    const answer = await run(folder, "call", wsdl, ...given);
    expect({
      code: answer.code,
      out: answer.stdout === "" ? undefined : (JSON.parse(answer.stdout) as unknown),
    }).toEqual({ code, out });
    expect(answer.stderr.slice(0, err.length)).toBe(err);
    if (err === "") expect(answer.stderr).toBe("");
  });

  test("sends headers and credentials, and does not show them", async () => {
    const words = ["--header", "@header.txt", "--basic", "user.txt", "--verbose"];
    const answer = await run(folder, "call", wsdl, "order", "--data", pen, "--endpoint", url, ...words);
    expect(answer.code).toBe(0);
    const authorization = `Basic ${Buffer.from("42/api:secret").toString("base64")}`;
    expect(seen).toMatchObject({ "x-trace": "7", authorization });
    expect(answer.stderr).toContain("> authorization: (secret)\n");
    expect(answer.stderr).toContain("> x-trace: 7\n");
    expect(answer.stderr).toMatch(/^> .*code[^<>]*>pen<\//m);
    expect(answer.stderr).toMatch(/^< status 200$/m);
    expect(answer.stderr).not.toContain("secret\n");
    expect(answer.stderr).not.toContain(authorization);
  });

  test("sends no credentials where only a fetched WSDL says so", async () => {
    const remote = createServer((_, res) => {
      res.writeHead(200, { "Content-Type": "text/xml" }).end(readFileSync(wsdl));
    });
    await new Promise<void>((done) => {
      remote.listen(0, "127.0.0.1", done);
    });
    const { port } = remote.address() as AddressInfo;
    const words = ["call", `http://127.0.0.1:${port}/?wsdl`, "order", "--data", pen, "--basic", "user.txt"];
    try {
      expect(await run(folder, ...words)).toEqual({
        code: 1,
        stdout: "",
        stderr:
          "messenger-gen: credentials are given, and the WSDL says that the service is at http://localhost\n  Name the service with --endpoint URL to send them there.\n",
      });
      expect(await run(folder, ...words, "--endpoint", url)).toMatchObject({ code: 0 });
    } finally {
      remote.closeAllConnections();
      remote.close();
    }
  });

  test("a service that is not there is no response", async () => {
    const answer = await run(
      folder,
      "call",
      wsdl,
      "order",
      "--data",
      pen,
      "--endpoint",
      "http://127.0.0.1:9/",
    );
    expect(answer).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringContaining("no response (Transport)"),
    });
  });

  test("reads the input from the standard input", async () => {
    const answer = await new Promise<Answer>((done) => {
      const child = execFile(
        process.execPath,
        [generatorBin, "call", wsdl, "order", "--endpoint", url, "--data", "-"],
        (error, stdout, stderr) => {
          done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
        },
      );
      child.stdin?.end(pen);
    });
    expect(answer).toMatchObject({ code: 0, stdout: '{\n  "number": "9007199254740995"\n}\n', stderr: "" });
  });

  test("names a UsernameToken in the message", async () => {
    const words = ["--username-token", "user.txt", "--verbose"];
    const answer = await run(folder, "call", wsdl, "order", "--data", pen, "--endpoint", url, ...words);
    expect(answer.stderr).toMatch(/<\w+:Username>42\/api<\/\w+:Username>|<Username[^>]*>42\/api<\/Username>/);
    expect(answer).toMatchObject({ code: 4, stderr: expect.stringContaining("MustUnderstand") });
  });
});

describe("gateway", () => {
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill("SIGKILL");
  });

  /** The URL that a gateway prints. */
  async function start(
    words: readonly string[],
  ): Promise<{ readonly url: string; readonly child: ChildProcess }> {
    const child = spawn(process.execPath, [generatorBin, "gateway", ...words], { cwd: folder });
    started.push(child);
    let text = "";
    for await (const chunk of child.stdout) {
      text += String(chunk);
      const [, found] = /as JSON at (\S+)\n/.exec(text) ?? [];
      if (found !== undefined && text.endsWith("openapi.json\n")) return { url: found, child };
    }
    throw new Error(`no gateway: ${text}`);
  }

  const call = (to: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${to}${path}`, { headers: { "Content-Type": "application/json" }, ...init });

  test("runs from the URL of a WSDL, and stops", async () => {
    const words = [`${url}?wsdl`, "--service", "Shop", "--port", "0", "--path", "/api/shop"];
    const { url: gateway, child } = await start(words);
    expect(gateway).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/shop$/);
    const reply = await call(gateway, "/order", { method: "POST", body: pen });
    expect({ status: reply.status, body: (await reply.json()) as unknown }).toEqual({
      status: 200,
      body: { number: "9007199254740995" },
    });
    const sold = await call(gateway, "/order", { method: "POST", body: pen.replace("pen", "sold") });
    expect({ status: sold.status, body: (await sold.json()) as unknown }).toMatchObject({
      status: 500,
      body: { faultName: "SoldOutError", fault: { code: "sold" } },
    });
    const document = (await (await call(gateway, "/openapi.json")).json()) as { readonly servers: unknown };
    expect(document.servers).toEqual([{ url: gateway }]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("has the methods and paths of the configuration file", async () => {
    const none = {
      Find: false,
      Newest: false,
      Add: false,
      Change: false,
      Remove: false,
      Lend: false,
      Count: false,
      Replace: false,
    };
    const rest = { ...none, Read: { method: "GET", path: "/books/{number}" } };
    writeFileSync(
      join(folder, "messenger-gen.config.json"),
      JSON.stringify({ contracts: [{ wsdl: library, rest }] }),
    );
    const { Library } = await builtServices(planOf(library), "commands-library");
    if (Library === undefined) throw new Error("There is no service");
    const read = async ({ number }: { readonly number: bigint }): Promise<unknown> => ({
      number,
      title: "T",
      tag: [],
    });
    const others = Object.fromEntries(Object.keys(Library.service.operations).map((name) => [name, read]));
    const behind = await serveJson(Library, library, { ...others, read }, { json: undefined });
    try {
      const { url: gateway } = await start([
        "--port",
        "0",
        "--endpoint",
        `http://127.0.0.1:${behind.port}/shop`,
      ]);
      expect(gateway).toMatch(/\/Library$/);
      const reply = await call(gateway, "/books/7");
      expect(await reply.json()).toEqual({ number: "7", title: "T", tag: [] });
    } finally {
      await behind.close();
    }
  });

  test.each([
    {
      words: [wsdl, "--port", "0"],
      err: "messenger-gen: the contract has several services\n  Choose one with --service: Shop, ",
    },
    { words: [wsdl, "--service", "Shop", "--port", "x"], err: "messenger-gen: x is no port to listen on\n" },
    { words: [library, "--port", "0", "--path", "books"], err: "messenger-gen: " },
    { words: ["gone.wsdl"], err: "gone.wsdl error MG1001" },
  ])("$words is refused", async ({ words, err }) => {
    const answer = await run(folder, "gateway", ...words);
    expect({ code: answer.code, stdout: answer.stdout }).toEqual({ code: 1, stdout: "" });
    expect(answer.stderr.slice(0, err.length)).toBe(err);
  });
});
