/** URLs that are read in place of other documents. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { loadedGenerator } from "../command.js";
import { wsdlOf } from "../model/fragments.js";
import { folderWith } from "./contract-files.js";

const runGenerator = loadedGenerator();

const xsd = (content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example">${content}</xs:schema>`;
const size = xsd('<xs:complexType name="Size"/>');
const including = (location: string): string =>
  wsdlOf({
    schema: `<xs:include schemaLocation="${location}"/>`,
    fields: '<xs:element name="a" type="tns:Size"/>',
  });

describe("--map to a URL", () => {
  let server: Server;
  let origin: string;
  const asked: string[] = [];
  beforeAll(async () => {
    const pages: Readonly<Record<string, string>> = {
      "/size.xsd?v=1": size,
      "/all/all.xsd": xsd('<xs:include schemaLocation="../size.xsd?v=1"/>'),
      "/service?wsdl": including("size.xsd?v=1"),
    };
    server = createServer(({ url = "" }, response) => {
      asked.push(url);
      if (pages[url] === undefined) response.writeHead(404).end();
      else response.end(pages[url]);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  const internal = "http://esb.internal.invalid:8080/svc?xsd=1";
  const named = (location: string, target: string): readonly string[] => ["--map", `${location}=${target}`];
  test.each<[string, string, (location: string) => readonly string[], readonly string[]]>([
    [
      "a host that is not reachable",
      internal,
      (at) => named(at, `${origin}/size.xsd?v=1`),
      ["/size.xsd?v=1"],
    ],
    ["a name", "urn:example:size", (at) => named(at, `${origin}/size.xsd?v=1`), ["/size.xsd?v=1"]],
    ["a path", "../gone/size.xsd", (at) => named(at, `${origin}/size.xsd?v=1`), ["/size.xsd?v=1"]],
    [
      "a document with includes",
      internal,
      (at) => named(at, `${origin}/all/all.xsd`),
      ["/all/all.xsd", "/size.xsd?v=1"],
    ],
    [
      "a URL that a file is mapped to",
      internal,
      (at) => [...named(at, `${origin}/gone`), ...named(`${origin}/gone`, "size.xsd")],
      [],
    ],
    [
      "a file, whatever its location has in it",
      `${internal}=http://example.com/`,
      (at) => named(at, "size.xsd"),
      [],
    ],
  ])("reads %s", async (_title, location, map, want) => {
    const folder = folderWith({
      "main.wsdl": including(location.replaceAll("&", "&amp;")),
      "size.xsd": size,
    });
    asked.length = 0;
    const words = ["main.wsdl", "--allow-private-network", "--save", "kept", ...map(location)];
    expect(await runGenerator(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
    expect(asked).toEqual(want);
    expect(await runGenerator(folder, ...words, "--check")).toMatchObject({ code: 0, stderr: "" });
    expect(asked).toEqual(want);
  });

  test("a WSDL, and in a configuration", async () => {
    const wsdl = "https://www.example.com/service?wsdl";
    const target = `${origin}/service?wsdl`;
    const folder = folderWith({
      "messenger-gen.config.json": JSON.stringify({
        contracts: [{ wsdl, out: "out", allowPrivateNetwork: true, map: { [wsdl]: target } }],
      }),
    });
    expect(await runGenerator(folder)).toMatchObject({ code: 0, stderr: "" });
    const words = [wsdl, "--allow-private-network", ...named(wsdl, target)];
    expect(await runGenerator(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
  });

  test.each<[string, readonly string[], string]>([
    ["without the network", [], "MG1004: ORIGIN/gone.xsd is a URL; remote documents are not fetched"],
    ["without the document", ["--allow-private-network"], "MG1017: ORIGIN/gone.xsd cannot be fetched"],
  ])("%s is an error", async (_title, words, want) => {
    const folder = folderWith({ "main.wsdl": including(internal) });
    const map = named(internal, `${origin}/gone.xsd`);
    const { code, stderr } = await runGenerator(folder, "main.wsdl", ...words, ...map);
    expect([code, stderr.replaceAll(origin, "ORIGIN")]).toEqual([1, expect.stringContaining(want)]);
  });

  test("without a location that is it is a warning, which shows no password", async () => {
    const folder = folderWith({ "main.wsdl": wsdlOf({}) });
    const map = named("urn:example:size", "http://ann:secret@www.example.com/size.xsd");
    const { code, stderr } = await runGenerator(folder, "main.wsdl", ...map);
    expect([code, stderr]).toEqual([0, expect.stringContaining("MG1022: http://www.example.com/size.xsd")]);
    expect(stderr).not.toContain("secret");
  });
});
