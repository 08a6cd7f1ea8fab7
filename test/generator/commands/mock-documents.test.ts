/** `messenger-gen mock`: it serves the documents that the contract was read from, wherever they are. */
import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { generatorBin, loadedGenerator } from "../command.js";
import { wsdlOf } from "../model/fragments.js";
import { folderWith } from "../read/contract-files.js";

const schemaOf = (content: string, namespace = 'targetNamespace="urn:example"'): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${namespace}>${content}</xs:schema>`;
const sizeType =
  '<xs:complexType name="Size"><xs:sequence><xs:element name="Width" type="xs:int"/></xs:sequence></xs:complexType>';
const size = schemaOf(sizeType);
const fields = '<xs:element name="a" type="tns:Size"/>';
const including = (location: string): string =>
  wsdlOf({ schema: `<xs:include schemaLocation="${location}"/>`, fields });
const importing = (location: string): string =>
  wsdlOf({
    schema: `<xs:import namespace="urn:other" schemaLocation="${location}"/>`,
    fields: '<xs:element name="a" type="o:Size" xmlns:o="urn:other"/>',
  });
const catalogOf = (location: string, uri: string): string =>
  `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><system systemId="${location}" uri="${uri}"/></catalog>`;

const run = loadedGenerator();
const started: ChildProcess[] = [];
let server: Server;
let origin: string;
beforeAll(async () => {
  const pages: Readonly<Record<string, string>> = {
    "/size.xsd?token=s3cret": size,
    "/other.xsd": schemaOf(sizeType, 'targetNamespace="urn:other"'),
    "/no-namespace.xsd": schemaOf(sizeType, ""),
    "/all/all.xsd": schemaOf('<xs:include schemaLocation="../size.xsd?token=s3cret"/>'),
    "/moved/all.xsd": schemaOf('<xs:include schemaLocation="part.xsd"/>'),
    "/moved/part.xsd": size,
    "/service?wsdl": including("size.xsd?token=s3cret"),
    "/types.wsdl": wsdlOf({ schema: sizeType, fields }).replace(
      /<wsdl:message [^]*(?=<\/wsdl:definitions>)/,
      "",
    ),
  };
  server = createServer(({ url = "" }, response) => {
    if (url === "/old/all.xsd") response.writeHead(302, { location: "/moved/all.xsd" }).end();
    else if (pages[url] === undefined) response.writeHead(404).end();
    else response.end(pages[url]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  for (const child of started) child.kill("SIGKILL");
});

/** Starts a mock; returns its URL. */
async function start(folder: string, words: readonly string[]): Promise<string> {
  const all = [generatorBin, "mock", ...words, "--port", "0", "--allow-private-network"];
  const child = spawn(process.execPath, all, { cwd: folder });
  started.push(child);
  let text = "";
  child.stderr.on("data", (chunk) => (text += String(chunk)));
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const [, url] = /with samples at (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`no mock: ${text}`);
}

describe("documents", () => {
  const gone = "http://types.internal.invalid/size.xsd?v=1";
  const secret = "/size.xsd?token=s3cret";
  type Files = Readonly<Record<string, string>>;
  /** Location and what is read for it: a path of the server, or a file. */
  type Mapped = readonly [location: string, target: string];
  test.each<readonly [string, Files, Mapped | undefined]>([
    [
      "a path that is mapped to a URL",
      { "main.wsdl": including("../gone/size.xsd") },
      ["../gone/size.xsd", secret],
    ],
    ["a path inside the folder", { "main.wsdl": including("size.xsd") }, ["size.xsd", secret]],
    ["an address", { "main.wsdl": including(gone) }, [gone, secret]],
    ["an address with markup in it", { "main.wsdl": including(`${gone}&amp;w=2`) }, [`${gone}&w=2`, secret]],
    ["an import", { "main.wsdl": importing("../gone/other.xsd") }, ["../gone/other.xsd", "/other.xsd"]],
    ["a document with includes", { "main.wsdl": including(gone) }, [gone, "/all/all.xsd"]],
    ["one behind a redirect", { "main.wsdl": including(gone) }, [gone, "/old/all.xsd"]],
    ["one without a namespace", { "main.wsdl": including(gone) }, [gone, "/no-namespace.xsd"]],
    [
      "a WSDL that is imported",
      {
        "main.wsdl": wsdlOf({ fields }).replace(
          "<wsdl:types>",
          `<wsdl:import namespace="urn:example" location="${gone}"/>$&`,
        ),
      },
      [gone, "/types.wsdl"],
    ],
    [
      "a file elsewhere",
      { "main.wsdl": including("../gone/size.xsd"), "types/size.xsd": size },
      ["../gone/size.xsd", "types/size.xsd"],
    ],
    ["files beside the contract", { "main.wsdl": including("size.xsd"), "size.xsd": size }, undefined],
  ])("%s", async (_title, files, mapped) => {
    const folder = folderWith(files);
    const [location = "", target = ""] = mapped ?? [];
    const map = mapped === undefined ? [] : ["--map", `${location}=${target.replace(/^\//, `${origin}/`)}`];
    await served(folder, ["main.wsdl", ...map]);
  });

  test("a file of a catalog", async () => {
    const files = {
      "main.wsdl": including("../gone/size.xsd"),
      "size.xsd": size,
      "catalog.xml": catalogOf("../gone/size.xsd", "size.xsd"),
    };
    await served(folderWith(files), ["main.wsdl", "--catalog", "catalog.xml"]);
  });

  test("a WSDL that is named by its URL", async () => {
    await served(folderWith({ "none.txt": "" }), [`${origin}/service?wsdl`]);
  });
});

/** Reads the contract back from its mock. */
async function served(folder: string, words: readonly string[]): Promise<void> {
  const url = await start(folder, words);
  expect(await (await fetch(`${url}?wsdl`)).text()).not.toContain("s3cret");
  const { code, stdout, stderr } = await run(folder, "show", `${url}?wsdl`, "Send");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Width");
}

test("only an address that cannot be listened on is about --port and --host", async () => {
  const folder = folderWith({ "main.wsdl": wsdlOf({}) });
  const { code, stderr } = await run(folder, "mock", "main.wsdl", "--port", "0", "--host", "192.0.2.1");
  expect([code, stderr]).toEqual([1, expect.stringContaining("--host.")]);
});
