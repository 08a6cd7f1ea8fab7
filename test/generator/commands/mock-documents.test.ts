/** `messenger-gen mock`: it serves the documents that the contract was read from, wherever they are. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { startMock, type MockFlags, type RunningMock } from "#generator/commands/mock.js";
import { CommandError } from "#generator/commands/live-options.js";
import { Diagnostics } from "#generator/diagnostics.js";
import { liveContract } from "#generator/live/contract.js";
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

let server: Server;
let origin: string;
let running: RunningMock | undefined;
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
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(() => {
  server.close();
});

describe("documents", () => {
  const gone = "http://types.internal.invalid/size.xsd?v=1";
  type Row = readonly [string, Readonly<Record<string, string>>, (folder: string) => MockFlags, string?];
  test.each<Row>([
    [
      "a path that is mapped to a URL",
      { "main.wsdl": including("../gone/size.xsd") },
      (folder) => ({ map: { [join(folder, "../gone/size.xsd")]: `${origin}/size.xsd?token=s3cret` } }),
    ],
    [
      "a path inside the folder",
      { "main.wsdl": including("size.xsd") },
      (folder) => ({ map: { [join(folder, "size.xsd")]: `${origin}/size.xsd?token=s3cret` } }),
    ],
    [
      "a path as it is written",
      { "main.wsdl": including("../gone/size.xsd") },
      () => ({ map: { "../gone/size.xsd": `${origin}/size.xsd?token=s3cret` } }),
    ],
    [
      "an address",
      { "main.wsdl": including(gone) },
      () => ({ map: { [gone]: `${origin}/size.xsd?token=s3cret` } }),
    ],
    [
      "an address with markup in it",
      { "main.wsdl": including(`${gone}&amp;w=2`) },
      () => ({ map: { [`${gone}&w=2`]: `${origin}/size.xsd?token=s3cret` } }),
    ],
    [
      "an import",
      { "main.wsdl": importing("../gone/other.xsd") },
      () => ({ map: { "../gone/other.xsd": `${origin}/other.xsd` } }),
    ],
    [
      "a document with includes",
      { "main.wsdl": including(gone) },
      () => ({ map: { [gone]: `${origin}/all/all.xsd` } }),
    ],
    [
      "one behind a redirect",
      { "main.wsdl": including(gone) },
      () => ({ map: { [gone]: `${origin}/old/all.xsd` } }),
    ],
    [
      "one without a namespace",
      { "main.wsdl": including(gone) },
      () => ({ map: { [gone]: `${origin}/no-namespace.xsd` } }),
    ],
    [
      "a WSDL that is imported",
      {
        "main.wsdl": wsdlOf({ fields, more: "" }).replace(
          "<wsdl:types>",
          `<wsdl:import namespace="urn:example" location="${gone}"/>$&`,
        ),
      },
      () => ({ map: { [gone]: `${origin}/types.wsdl` } }),
    ],
    [
      "a file elsewhere",
      { "main.wsdl": including("../gone/size.xsd"), "types/size.xsd": size },
      (folder) => ({ map: { "../gone/size.xsd": join(folder, "types/size.xsd") } }),
    ],
    [
      "a file of a catalog",
      {
        "main.wsdl": including("../gone/size.xsd"),
        "size.xsd": size,
        "catalog.xml": catalogOf("../gone/size.xsd", "size.xsd"),
      },
      (folder) => ({ catalog: [join(folder, "catalog.xml")] }),
    ],
    ["a WSDL that is named by its URL", {}, () => ({}), "/service?wsdl"],
    ["files beside the contract", { "main.wsdl": including("size.xsd"), "size.xsd": size }, () => ({})],
  ])("%s", async (_title, files, flags, url) => {
    const folder = folderWith({ "none.txt": "", ...files });
    const wsdl = url === undefined ? join(folder, "main.wsdl") : origin + url;
    running = await startMock(wsdl, { allowPrivateNetwork: true, ...flags(folder) }, 0);
    const page = await (await fetch(`${running.url}?wsdl`)).text();
    expect(page).not.toContain("s3cret");
    const diagnostics = new Diagnostics();
    const served = await liveContract(
      { wsdl: `${running.url}?wsdl`, allowPrivateNetwork: true },
      diagnostics,
    );
    expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(served?.openApi).toContain('"Width"');
  });
});

test("only an address that cannot be listened on is about --port and --host", async () => {
  const folder = folderWith({ "main.wsdl": wsdlOf({}) });
  const starting = startMock(join(folder, "main.wsdl"), { host: "192.0.2.1" }, 0);
  await expect(starting).rejects.toBeInstanceOf(CommandError);
  await expect(starting).rejects.toMatchObject({ hint: "Correct --port or --host." });
});
