import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
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
    network: "public" | "any" = "any",
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
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
