import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import type { ContractDocuments } from "#generator/read/contract.js";
import { loadWithNetwork } from "#generator/read/network.js";
import { findings, folderWith, namespaces } from "./contract-files.js";

const xsd = (namespace: string, content = ""): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content}</xs:schema>`;

const pages: Readonly<Record<string, string>> = {
  "/a/main.xsd": xsd("urn:a", '<xs:include schemaLocation="../b/more.xsd"/>'),
  "/b/more.xsd": xsd(
    "urn:a",
    '<xs:import namespace="urn:c" schemaLocation="gone.xsd"/><xs:element xmlns:c="urn:c" name="E" type="c:T"/>',
  ),
  "/to-file.xsd": xsd("urn:f", '<xs:include schemaLocation="file:///etc/passwd"/>'),
};

const listener: RequestListener = (request, response) => {
  const page = pages[request.url ?? ""];
  if (request.url === "/moved.xsd") response.writeHead(302, { location: "/a/more.xsd" }).end();
  else if (request.url === "/a/more.xsd") response.end(xsd("urn:a"));
  else if (request.url === "/endlessly.xsd") response.writeHead(302, { location: "/endlessly.xsd" }).end();
  else if (request.url === "/to-link-local.xsd")
    response.writeHead(302, { location: "http://169.254.1.1:1/a.xsd" }).end();
  else if (request.url === "/to-a-file.xsd")
    response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else if (request.url === "/secret.xsd") response.writeHead(401).end();
  else if (request.url === "/endless.xsd") flood(response);
  else if (page === undefined) response.writeHead(404).end();
  else response.end(page);
};

function flood(response: Parameters<RequestListener>[1]): void {
  const block = Buffer.alloc(1024 * 1024, " ");
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(block)) setImmediate(more);
    else response.once("drain", more);
  };
  more();
}

test("documents are fetched with their imports, and failures have a reason", async () => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (
    path: string,
    network: "public" | "local" | "any" = "any",
  ): Promise<[ContractDocuments, readonly string[]]> => {
    const location = path.includes(":") ? path : origin + path;
    const folder = folderWith({
      "main.wsdl":
        `<wsdl:definitions ${namespaces} targetNamespace="urn:example"><wsdl:types>` +
        `<xs:schema><xs:import namespace="urn:a" schemaLocation="${location}"/><xs:element xmlns:a="urn:a" name="E" type="a:T"/></xs:schema></wsdl:types></wsdl:definitions>`,
    });
    const diagnostics = new Diagnostics("schema");
    const contract = await loadWithNetwork({ wsdls: [join(folder, "main.wsdl")], network }, diagnostics);
    return [contract, findings(diagnostics).map((text) => text.replaceAll(origin, "").replace(/^\S+ /, ""))];
  };
  const [contract, found] = await read("/a/main.xsd");
  expect(contract.files.map(({ file }) => file.replace(origin, ""))).toEqual([
    "main.wsdl",
    "/a/main.xsd",
    "/b/more.xsd",
  ]);
  expect(found).toEqual(["MG1017 /b/gone.xsd cannot be fetched: the response has the status 404"]);
  const reasons: readonly (readonly [string, string])[] = [
    ["/endlessly.xsd", "the server redirects more than 5 times"],
    ["/to-a-file.xsd", "only http and https URLs are fetched"],
    [
      "/secret.xsd",
      "the response has the status 401; give credentials with --basic, --header or --certificate",
    ],
    [`${origin.replace("//", "//me:secret@")}/a/main.xsd`, "the URL contains a user name or a password"],
    ["/endless.xsd", "it makes the contract larger than 64 MiB"],
    ["http://127.0.0.1:9/a.xsd", "the connection failed"],
    ["ftp://127.0.0.1/a.xsd", "only http and https URLs are fetched"],
  ];
  for (const [path, reason] of reasons) {
    const shown = path.replace(origin.replace("//", "//me:secret@"), "");
    expect((await read(path))[1]).toEqual([`MG1017 ${shown} cannot be fetched: ${reason}`]);
  }
  expect((await read("/moved.xsd"))[1]).toEqual([]);
  expect((await read("/to-file.xsd"))[1]).toContain(
    "MG1017 file:///etc/passwd cannot be fetched: only http and https URLs are fetched",
  );
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]", "169.254.1.1"]) {
    const location = `http://${host}:${port}/a/main.xsd`;
    expect((await read(location, "public"))[1].map((text) => text.slice(text.indexOf("fetched:")))).toEqual([
      "fetched: its address is not public; --allow-private-network allows it",
    ]);
  }
  for (const host of ["127.0.0.1", "localhost", "127.1"])
    expect((await read(`http://${host}:${port}/a/main.xsd`, "local"))[1]).not.toContainEqual(
      expect.stringContaining("not public"),
    );
  for (const host of [
    "10.0.0.1",
    "192.168.0.1",
    "172.16.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "[fd00::1]",
    "[fe80::1]",
  ])
    expect((await read(`http://${host}:${port}/a/main.xsd`, "local"))[1]).toContainEqual(
      expect.stringContaining("its address is not public"),
    );
  expect((await read("/to-link-local.xsd", "local"))[1]).toContainEqual(
    expect.stringContaining("its address is not public"),
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("a document that the server", () => {
  const types = xsd("urn:a", '<xs:complexType name="T"/>');
  const answers: Readonly<
    Record<string, readonly [status: number, headers: Record<string, string>, body: string | Buffer]>
  > = {
    "/deep/down/a.xsd": [
      200,
      {},
      xsd("urn:a", '<xs:include schemaLocation="../b.xsd"/><xs:include schemaLocation="?part"/>'),
    ],
    "/deep/b.xsd": [200, {}, types],
    "/deep/down/a.xsd?part": [200, {}, xsd("urn:a")],
    "/moved": [302, { location: "/deep/down/a.xsd" }, ""],
    "/moved-relatively": [301, { location: "deep/down/../down/a.xsd" }, ""],
    "/moved-again": [307, { location: "/moved" }, ""],
    "/moved-for-good": [308, { location: "/deep/down/a.xsd" }, ""],
    "/see-other?x=1": [303, { location: "/deep/down/a.xsd" }, ""],
    "/gzip": [200, { "content-encoding": "gzip" }, gzipSync(types)],
    "/x-gzip": [200, { "content-encoding": "X-GZIP" }, gzipSync(types)],
    "/deflate": [200, { "content-encoding": "deflate" }, deflateSync(types)],
    "/br": [200, { "content-encoding": "br" }, brotliCompressSync(types)],
    "/identity": [200, { "content-encoding": "identity" }, types],
    "/none": [200, { "content-encoding": "" }, types],
    "/zstd": [200, { "content-encoding": "zstd" }, types],
    "/not-gzip": [200, { "content-encoding": "gzip" }, types],
    "/cut-gzip": [200, { "content-encoding": "gzip" }, gzipSync(types).subarray(0, 30)],
    "/file.gz": [200, { "content-type": "application/gzip" }, gzipSync(types)],
    "/cut.gz": [200, {}, gzipSync(types).subarray(0, 30)],
    "/bomb.gz": [200, {}, gzipSync(Buffer.alloc(65 * 1024 * 1024, " "))],
    "/same-scheme": [200, {}, xsd("urn:a", '<xs:include schemaLocation="//HOST/gzip"/>')],
    "/bomb": [200, { "content-encoding": "gzip" }, gzipSync(Buffer.alloc(65 * 1024 * 1024, " "))],
  };
  const read = async (path: string): Promise<readonly string[]> => {
    const server = createServer((request, response) => {
      const [status, headers, body] = answers[request.url ?? ""] ?? [404, {}, ""];
      const { host = "" } = request.headers;
      response.writeHead(status, headers).end(typeof body === "string" ? body.replace("HOST", host) : body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = folderWith({
      "main.wsdl":
        `<wsdl:definitions ${namespaces} targetNamespace="urn:example"><wsdl:types>` +
        `<xs:schema><xs:import namespace="urn:a" schemaLocation="${origin}${path}"/><xs:element xmlns:a="urn:a" name="E" type="a:T"/></xs:schema></wsdl:types></wsdl:definitions>`,
    });
    const diagnostics = new Diagnostics();
    await loadWithNetwork({ wsdls: [join(folder, "main.wsdl")], network: "any" }, diagnostics);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return findings(diagnostics).map((text) => text.replaceAll(origin, "").replace(/^\S+ /, ""));
  };

  test.each(["/moved", "/moved-relatively", "/moved-again", "/moved-for-good", "/see-other?x=1"])(
    "redirects has locations relative to its last address: %s",
    async (path) => {
      expect(await read(path)).toEqual([]);
    },
  );

  test.each(["/gzip", "/x-gzip", "/deflate", "/br", "/identity", "/none", "/file.gz", "/same-scheme"])(
    "encodes unasked is read: %s",
    async (path) => {
      expect(await read(path)).toEqual([]);
    },
  );

  test.each([
    ["/zstd", 'the response has the content coding "zstd", which is not supported'],
    ["/not-gzip", "the response is not valid gzip"],
    ["/cut-gzip", "the response is not valid gzip"],
    ["/cut.gz", "the response is not valid gzip"],
    ["/bomb.gz", "it makes the contract larger than 64 MiB"],
    ["/bomb", "it makes the contract larger than 64 MiB"],
  ])("encodes wrongly or too well is refused: %s", async (path, reason) => {
    expect(await read(path)).toEqual([`MG1017 ${path} cannot be fetched: ${reason}`]);
  });
});
