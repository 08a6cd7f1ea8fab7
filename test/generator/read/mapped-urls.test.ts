/** URLs that are read in place of other documents. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { settingsOf } from "#generator/options.js";
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
      "/size.xsd?of=http://example.com/a.xsd": size,
      "/size.xsd?a=http://example.com/a&b=HTTP://example.com/b": size,
      "/size.xsd?file=size.xsd": size,
      "/size.xsd?v=main.wsdl": size,
      "/all/all.xsd": xsd('<xs:include schemaLocation="../size.xsd?v=1"/>'),
      "/service?wsdl": including("size.xsd?v=1"),
      "/own?wsdl": wsdlOf({}),
    };
    server = createServer(({ url = "", headers: { authorization } }, response) => {
      asked.push(authorization === undefined ? url : `${url} with ${authorization}`);
      if (pages[url] === undefined) response.writeHead(404).end();
      else response.end(pages[url]);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  const esb = "https://esb.internal.invalid/svc?wsdl";
  const inner = "https://gw.internal.invalid/svc?wsdl";
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
    [
      "a URL with another in its query",
      "urn:example:size",
      (at) => named(at, `${origin}/size.xsd?of=http://example.com/a.xsd`),
      ["/size.xsd?of=http://example.com/a.xsd"],
    ],
    [
      "a URL with two others in its query",
      "urn:example:size",
      (at) => named(at, `${origin}/size.xsd?a=http://example.com/a&b=HTTP://example.com/b`),
      ["/size.xsd?a=http://example.com/a&b=HTTP://example.com/b"],
    ],
    [
      "a URL whose query ends like the name of a file",
      "urn:example:size",
      (at) => named(at, `${origin}/size.xsd?file=size.xsd`),
      ["/size.xsd?file=size.xsd"],
    ],
    [
      "a URL whose last segment does",
      "../gone/size.xsd",
      (at) => named(at, `${origin}/size.xsd?v=main.wsdl`),
      ["/size.xsd?v=main.wsdl"],
    ],
    [
      "a URL for a location with one in its query",
      "http://proxy.internal.invalid/get?url=http://example.com/a.xsd",
      (at) => named(at, `${origin}/size.xsd?v=1`),
      ["/size.xsd?v=1"],
    ],
    [
      "a file for such a location",
      "http://proxy.internal.invalid/get?url=http://example.com/a.xsd",
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

  test.each([
    ["urn:example:size", "http://ann:secret@www.example.com/size.xsd", "http://www.example.com/size.xsd is"],
    ["http://ann:secret@www.example.com/a.xsd", "size.xsd", "no location http://www.example.com/a.xsd"],
    ["HTTPS://secret@www.example.com/a.xsd", "size.xsd", "no location HTTPS://www.example.com/a.xsd"],
    [
      "https://ann:secret@example.com/",
      "https://bob:secret@example.com/",
      "no location https://example.com/",
    ],
    ["ftp://ann:secret@example.com/a.xsd", "size.xsd", "no location ftp://example.com/a.xsd"],
    ["http://ann:a@secret@example.com/a.xsd", "size.xsd", "no location http://example.com/a.xsd"],
  ])("%s, which nothing refers to, is a warning without a password: %s", async (location, target, want) => {
    const folder = folderWith({ "main.wsdl": wsdlOf({}) });
    const { code, stderr } = await runGenerator(folder, "main.wsdl", ...named(location, target));
    expect([code, stderr]).toEqual([0, expect.stringContaining("MG1022")]);
    expect(stderr).toContain(want);
    expect(stderr).not.toContain("secret");
  });

  test.each([
    [
      "http://ann:secret@www.example.com/a.xsd",
      '<xs:import namespace="urn:b" schemaLocation="LOCATION"/>',
      0,
    ],
    ["ftp://ann:secret@www.example.com/a.xsd", '<xs:import namespace="urn:b" schemaLocation="LOCATION"/>', 0],
    ["http://ann:secret@www.example.com/a.xsd", '<xs:include schemaLocation="LOCATION"/>', 1],
  ])("a password of a location that is not read is not shown: %s in %s", async (location, schema, want) => {
    const folder = folderWith({ "main.wsdl": wsdlOf({ schema: schema.replace("LOCATION", location) }) });
    const { code, stderr } = await runGenerator(folder, "main.wsdl");
    expect([code, stderr]).toEqual([want, expect.stringContaining("//www.example.com/a.xsd")]);
    expect(stderr).not.toContain("secret");
  });

  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ "urn:a": "https://example.com/../../../etc/a.xsd" }, []],
    [{ "urn:a": "https://example.com/../../../../../../../../../a.xsd" }, []],
    [{ "urn:a": "HTTP://example.com/a.xsd" }, []],
    [{ "urn:a": "http://example.com/a.xsd?file=../../etc/a.xsd" }, []],
    [{ "/etc/a.xsd": "http://example.com/a.xsd" }, []],
    [{ "urn:a": "/schemas-of-nobody/a.xsd", "urn:b": "http://example.com/a.xsd" }, ["/schemas-of-nobody"]],
  ])("%j permits the folders %j", (map, want) => {
    expect(settingsOf({ wsdl: "main.wsdl", map }).allow).toEqual(want);
  });

  test.each<[string, (at: string) => readonly string[], readonly string[]]>([
    ["a WSDL", (at) => named(esb, `${at}/own?wsdl`), [esb]],
    [
      "one that is mapped in its turn",
      (at) => [...named(esb, inner), ...named(inner, `${at}/own?wsdl`)],
      [esb],
    ],
    ["one of two", (at) => named(esb, `${at}/own?wsdl`), ["main.wsdl", esb]],
    ["a WSDL whose URL has a query", (at) => named(`${esb}&v=2`, `${at}/own?wsdl`), [`${esb}&v=2`]],
  ])("credentials are sent to the server of %s", async (_title, map, wsdls) => {
    const folder = folderWith({ "main.wsdl": wsdlOf({}), "basic.txt": "ann:secret" });
    asked.length = 0;
    const words = ["--allow-private-network", "--basic", "basic.txt", ...map(origin)];
    expect(await runGenerator(folder, ...wsdls, ...words)).toMatchObject({ code: expect.any(Number) });
    expect(asked).toEqual(["/own?wsdl with Basic YW5uOnNlY3JldA=="]);
  });

  test("they are not sent to that of another document", async () => {
    const folder = folderWith({ "main.wsdl": including("urn:example:size"), "basic.txt": "ann:secret" });
    asked.length = 0;
    const words = ["--allow-private-network", "--basic", "basic.txt"];
    await runGenerator(folder, "main.wsdl", ...words, ...named("urn:example:size", `${origin}/size.xsd?v=1`));
    expect(asked).toEqual(["/size.xsd?v=1"]);
  });
});
