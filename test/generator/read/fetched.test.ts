import { execFile } from "node:child_process";
import { createServer as createSecureServer } from "node:https";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "@jest/globals";
import { startTinyproxy } from "../../interop/http-peer.js";
import { Keys } from "../../interop/security/peer-server.js";
import { testWithPeer } from "../../peers.js";
import { localServer } from "../../runtime/transport/local-server.js";
import { generatorBin, loadedGenerator } from "../command.js";
import { wsdlOf } from "../model/fragments.js";
import { folderWith } from "./contract-files.js";

const execute = promisify(execFile);
const runGenerator = loadedGenerator();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A WSDL at /service?wsdl with its schema at /types, and the requests for them. */
const contract = (schema: string) => {
  const seen: IncomingMessage[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    seen.push(request);
    const types = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"/>';
    if (request.url === "/service?wsdl")
      response.end(wsdlOf({ schema: `<xs:include schemaLocation="${schema}"/>` }));
    else if (request.url === "/types") response.end(types);
    else if (request.url === "/moved?wsdl") response.writeHead(301, { location: "/service?wsdl" }).end();
    else response.writeHead(404).end();
  };
  return { seen, listener };
};

const serve = async (schema = "/types") => {
  const { seen, listener } = contract(schema);
  const server = await localServer(listener);
  closing.push(() => server.close());
  return { seen, origin: new URL(server.url).origin, close: () => server.close() };
};

test("saved documents make later runs and --check independent of the network", async () => {
  const { origin, close, seen } = await serve();
  const folder = folderWith({});
  const words = [`${origin}/moved?wsdl`, "--out", "src", "--save", "contract"];
  const refused = await runGenerator(folder, ...words);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--allow-network")]);
  expect(existsSync(join(folder, "contract"))).toBe(false);
  expect(await runGenerator(folder, ...words, "--allow-private-network")).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(seen.map(({ url }) => url)).toEqual(["/moved?wsdl", "/service?wsdl", "/types"]);
  const list = JSON.parse(readFileSync(join(folder, "contract/documents.json"), "utf8")) as object;
  expect(list).toEqual({
    [`${origin}/moved?wsdl`]: `${origin}/service?wsdl`,
    [`${origin}/service?wsdl`]: "service-wsdl.xml",
    [`${origin}/types`]: "types.xml",
  });
  expect(readdirSync(join(folder, "contract")).toSorted()).toEqual([
    "documents.json",
    "service-wsdl.xml",
    "types.xml",
  ]);
  await close();
  closing.length = 0;
  expect(await runGenerator(folder, ...words, "--check")).toMatchObject({
    code: 0,
    stdout: "src is current\n",
  });
  const files = ["--basic", "basic.txt", "--header", "@headers.txt", "--header", "X-Key: secret"];
  writeFileSync(join(folder, "src/index.ts"), `${readFileSync(join(folder, "src/index.ts"), "utf8")}\n`);
  const stale = await runGenerator(folder, ...words, "--check", ...files);
  expect(stale.code).toBe(2);
  const repair = ["--out", "src", "--save", "contract", "--basic", "basic.txt", "--header", "@headers.txt"];
  expect(stale.stdout).toContain(`npx messenger-gen '${origin}/moved?wsdl' ${repair.join(" ")}\n`);
  expect(stale.stdout).not.toContain("secret");
  writeFileSync(join(folder, "contract/types.xml"), "<broken");
  expect(await runGenerator(folder, ...words, "--check")).toMatchObject({ code: 1 });
  writeFileSync(join(folder, "contract/documents.json"), JSON.stringify({ [`${origin}/x`]: "../secret" }));
  expect((await runGenerator(folder, ...words)).stderr).toContain(
    'MG5010: an option for fetching documents cannot be used: documents.json names the file "../secret"',
  );
});

test.each(["documents.json", "types.xml"])("saving does not follow a symbolic link: %s", async (name) => {
  const { origin } = await serve();
  const folder = folderWith({ "contract/x": "", secret: "{}" });
  symlinkSync(join(folder, "secret"), join(folder, "contract", name));
  const words = [`${origin}/service?wsdl`, "--save", "contract", "--allow-private-network"];
  const { code, stderr } = await runGenerator(folder, ...words);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${name} is a symbolic link`)]);
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe("{}");
});

test("a saved document that is a symbolic link is not read", async () => {
  const address = "https://example.com/service?wsdl";
  const list = JSON.stringify({ [address]: "service.xml" });
  const folder = folderWith({ "contract/documents.json": list, "secret.xml": wsdlOf({}) });
  symlinkSync(join(folder, "secret.xml"), join(folder, "contract/service.xml"));
  expect((await runGenerator(folder, address, "--save", "contract")).stderr).toContain(
    "service.xml is a symbolic link",
  );
});

test("headers and Basic go to the server of the WSDL only", async () => {
  const other = await serve();
  const { origin, seen } = await serve(`${other.origin}/types`);
  const folder = folderWith({ "basic.txt": "api:sécret\n", "headers.txt": "X-One: 1\n\nX-Two:  2 \n" });
  const options = ["--header", "X-Zero: 0", "--header", "@headers.txt", "--basic", "basic.txt"];
  const run = await runGenerator(folder, `${origin}/service?wsdl`, "--allow-private-network", ...options);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const names = ["x-zero", "x-one", "x-two", "authorization"];
  const sent = (requests: readonly IncomingMessage[]) =>
    requests.map(({ headers }) => names.map((name) => headers[name]));
  const authorization = `Basic ${Buffer.from("api:sécret").toString("base64")}`;
  expect(sent(seen)).toEqual([["0", "1", "2", authorization]]);
  expect(sent(other.seen)).toEqual([[undefined, undefined, undefined, undefined]]);
  const wrong = await runGenerator(
    folder,
    `${origin}/service?wsdl`,
    "--allow-private-network",
    "--header",
    "secret",
  );
  expect(wrong.stderr).toContain("not of the form Name: value");
  expect(wrong.stderr).not.toContain("secret");
  const missing = await runGenerator(
    folder,
    `${origin}/service?wsdl`,
    "--allow-private-network",
    "--basic",
    "gone",
  );
  expect(missing.stderr).toContain("MG5010");
});

testWithPeer(
  "tinyproxy",
  "a client certificate, an own authority and a proxy of the environment",
  async () => {
    const keys = new Keys();
    const { listener, seen } = contract("/types");
    const server = createSecureServer(
      {
        ...{ key: keys.read("server", "key"), cert: keys.read("server", "certificate") },
        ...{ ca: keys.read("client", "certificate"), requestCert: true, rejectUnauthorized: true },
      },
      listener,
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const proxy = await startTinyproxy();
    closing.push(
      () => proxy.stop(),
      () => {
        server.close();
        server.closeAllConnections();
        keys.remove();
      },
    );
    const url = `https://localhost:${(server.address() as AddressInfo).port}/service?wsdl`;
    const secure = [
      ...["--ca", keys.path("server", "certificate")],
      ...["--certificate", keys.path("client", "certificate"), "--key", keys.path("client", "key")],
    ];
    const run = (network: string, ...options: readonly string[]) =>
      runGenerator(folderWith({}), url, network, ...options);
    expect(await run("--allow-private-network", ...secure)).toMatchObject({ code: 0 });
    expect((await run("--allow-private-network", ...secure.slice(2))).stderr).toContain(
      "the connection failed",
    );
    expect((await run("--allow-network", ...secure)).stderr).toContain("its address is not public");
    const before = seen.length;
    const through = async (user: string, network: string): Promise<string> => {
      const env = { ...process.env, https_proxy: `http://${user}@127.0.0.1:${proxy.port}` };
      const options = { cwd: folderWith({}), env };
      const words = [generatorBin, url, network, ...secure];
      return execute(process.execPath, words, options).then(
        ({ stdout }) => stdout,
        (error: unknown) => String((error as { readonly stderr?: unknown }).stderr),
      );
    };
    expect(await through("api:secret", "--allow-private-network")).toMatch(/^generated: \d+ created/);
    expect(seen.length).toBe(before + 2);
    expect(await through("api:secret", "--allow-network")).toContain("its address is not public");
    expect(await through("api:wrong", "--allow-private-network")).toMatch(
      /The proxy refuses the connection with status 40[17]/,
    );
  },
);

test("init writes a configuration file with the options of the command line, once", async () => {
  const folder = folderWith({ "service.wsdl": wsdlOf({}) });
  const init = ["init", "service.wsdl", "--out", "src/service", "--lenient", "--save", "contract"];
  expect(await runGenerator(folder, ...init)).toMatchObject({
    ...{ code: 0, stdout: "messenger-gen.config.mjs written\n" },
  });
  expect(readFileSync(join(folder, "messenger-gen.config.mjs"), "utf8"))
    .toBe(`import { defineConfig } from "messenger-gen";

export default defineConfig({
  contracts: [
    {
      wsdl: "service.wsdl",
      out: "src/service",
      lenient: true,
      save: "contract",
    },
  ],
});
`);
  expect((await runGenerator(folder, ...init)).stderr).toContain("MG5011: messenger-gen.config.mjs exists");
});
