import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readServedWsdl } from "#host/documents/served-wsdl.js";
import { send, serveGreeter } from "../greeter/server.js";

const folder = mkdtempSync(join(tmpdir(), "served-wsdl-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const wsdl = "http://schemas.xmlsoap.org/wsdl/";
const schema = "http://www.w3.org/2001/XMLSchema";
const files = {
  "service.wsdl":
    `<w:definitions xmlns:w="${wsdl}" xmlns:s="${wsdl}soap/" targetNamespace="urn:a">` +
    '<w:import namespace="urn:b" location="parts/interface.wsdl"/>' +
    '<w:import namespace="urn:c" location="http://example.com/elsewhere.wsdl"/>' +
    '<w:service name="S"><w:port name="P" binding="B"><s:address location="http://old/"/></w:port></w:service></w:definitions>',
  "parts/interface.wsdl":
    `<w:definitions xmlns:w="${wsdl}" targetNamespace="urn:b"><w:types><x:schema xmlns:x="${schema}">` +
    '<x:import namespace="urn:t" schemaLocation="../types%20of%20it.xsd"/></x:schema></w:types></w:definitions>',
  "types of it.xsd": `<x:schema xmlns:x="${schema}" targetNamespace="urn:t"><x:include schemaLocation="parts/bare.xsd"/></x:schema>`,
  "parts/bare.xsd": `<x:schema xmlns:x="${schema}"/>`,
};

function written(): string {
  mkdirSync(join(folder, "parts"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, "service.wsdl");
}

const url = "https://example.com/s";

describe("a WSDL in several files", () => {
  const served = readServedWsdl(written());

  test("refers to itself where it is served, and leaves addresses elsewhere alone", () => {
    const text = served.at(url);
    expect(text).toContain(`location="${url}?wsdl=parts%2Finterface.wsdl"`);
    expect(text).toContain('location="http://example.com/elsewhere.wsdl"');
    expect(text).toContain(`<s:address location="${url}"/>`);
    const types = `schemaLocation="${url}?schema=types%20of%20it.xsd"`;
    expect(served.linked("wsdl", "parts/interface.wsdl", url)).toContain(types);
    const bare = `schemaLocation="${url}?schema=parts%2Fbare.xsd"`;
    expect(served.linked("schema", "types of it.xsd", url)).toContain(bare);
    expect(served.linked("schema", "parts/bare.xsd", url)).toBe(files["parts/bare.xsd"]);
  });

  test.each([
    ["schema", "parts/interface.wsdl"],
    ["wsdl", "../up.wsdl"],
    ["wsdl", "__proto__"],
    ["schema", ""],
  ] as const)("has no %s %j", (kind, name) => {
    expect(served.linked(kind, name, url)).toBeUndefined();
  });

  test("has its ports, and another namespace", () => {
    expect(served.ports(`${wsdl}soap/`)).toEqual([
      { service: "S", name: "P", binding: "B", address: `${wsdl}soap/` },
    ]);
    const renamed = served.renamed("urn:t", "urn:other").linked("schema", "types of it.xsd", url);
    expect(renamed).toContain('targetNamespace="urn:other"');
  });

  test("is served", async () => {
    const server = await serveGreeter({ wsdl: written() });
    const { pathname } = new URL(server.url);
    const reply = await send(server, { path: `${pathname}?WSDL=parts%2Finterface.wsdl` });
    const absent = await send(server, { path: `${pathname}?schema=none` });
    await server.close();
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
    expect(reply.body).toContain(`${server.url}?schema=types`);
    expect(absent.status).toBe(500);
  });
});

test("files of another folder are served when it is allowed", () => {
  mkdirSync(join(folder, "main"), { recursive: true });
  const path = join(folder, "main", "service.wsdl");
  writeFileSync(
    path,
    `<w:definitions xmlns:w="${wsdl}"><w:import location="../types of it.xsd"/></w:definitions>`,
  );
  expect(() => readServedWsdl(path)).toThrow("outside the folder");
  const served = readServedWsdl(path, [folder]);
  expect(served.at(url)).toContain(`location="${url}?wsdl=..%2Ftypes%20of%20it.xsd"`);
  expect(served.linked("wsdl", "../types of it.xsd", url)).toContain("urn:t");
  expect(served.linked("wsdl", "../service.wsdl", url)).toBeUndefined();
});

const inTypes: readonly (readonly [string, string, string])[] = [
  [
    "of an address",
    'namespace="urn:x" schemaLocation="http:/example.com/x"',
    'schemaLocation="http:/example.com/x"',
  ],
  [
    "of a file that includes one without namespace",
    'namespace="urn:t" schemaLocation="types of it.xsd"',
    "?schema=types%20of%20it.xsd",
  ],
];

test.each(inTypes)("an import %s", (_, attributes, wanted) => {
  written();
  const path = join(folder, "inline.wsdl");
  const content = `<x:schema xmlns:x="${schema}" targetNamespace="urn:s"><x:import ${attributes}/><x:element name="a"/></x:schema>`;
  writeFileSync(path, `<w:definitions xmlns:w="${wsdl}"><w:types>${content}</w:types></w:definitions>`);
  expect(readServedWsdl(path).at(url)).toContain(wanted);
});

test.each([
  ["a file that is missing", '<w:import location="none.wsdl"/>', "none.wsdl"],
  ["a file outside the folder", '<w:import location="../up.wsdl"/>', "outside the folder"],
])("%s is refused", (_, content, message) => {
  const path = join(folder, "bad.wsdl");
  writeFileSync(path, `<w:definitions xmlns:w="${wsdl}">${content}</w:definitions>`);
  expect(() => readServedWsdl(path)).toThrow(message);
});

test("imports that lead nowhere, and UTF-16, are served as they were generated from", () => {
  const lost = mkdtempSync(join(folder, "lost-"));
  const imports =
    '<x:import namespace="urn:u" schemaLocation="gone.xsd"/><x:import namespace="urn:v" schemaLocation=""/>';
  const text =
    `<?xml version="1.0" encoding="UTF-16"?><w:definitions xmlns:w="${wsdl}" targetNamespace="urn:a"><w:types>` +
    `<x:schema xmlns:x="${schema}" targetNamespace="urn:a">${imports}<x:element name="é"/></x:schema></w:types></w:definitions>`;
  const written = [
    Buffer.from(`\uFEFF${text}`, "utf16le"),
    Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
    text,
  ];
  for (const bytes of written) {
    writeFileSync(join(lost, "main.wsdl"), bytes);
    const served = readServedWsdl(join(lost, "main.wsdl")).at(url);
    expect(served).toContain('<?xml version="1.0" encoding="utf-8"?>');
    expect(served).toContain(
      '<x:import namespace="urn:u"/><x:import namespace="urn:v"/><x:element name="é"/>',
    );
  }
});

describe("a contract that was generated with --map", () => {
  const mapped = join(folder, "mapped");
  const file = (name: string, text: string): string => {
    const path = join(mapped, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const types = file(
    "lib/types.xsd",
    `<x:schema xmlns:x="${schema}" targetNamespace="urn:t"><x:element name="mine"/></x:schema>`,
  );
  const part = file("lib/part.wsdl", `<w:definitions xmlns:w="${wsdl}" targetNamespace="urn:b"/>`);
  const importing = (location: string): string =>
    `<w:types><x:schema xmlns:x="${schema}"><x:import namespace="urn:t" schemaLocation="${location}"/></x:schema></w:types>`;
  const contract = (name: string, content: string): string =>
    file(name, `<w:definitions xmlns:w="${wsdl}" targetNamespace="urn:a">${content}</w:definitions>`);

  test.each([
    ["classpath:types.xsd", "classpath:types.xsd"],
    ["http://www.example.com/types.xsd", "http://www.example.com/types.xsd"],
    ["../../gone/types.xsd", "../../gone/types.xsd"],
    ["gone/types.xsd", join(mapped, "main", "gone", "types.xsd")],
  ])("has the schema of %s, mapped as %s", (location, key) => {
    const served = readServedWsdl(contract("main/one.wsdl", importing(location)), [], { [key]: types });
    expect(served.at(url)).toContain('<x:element name="mine"/>');
    expect(served.at(url)).not.toContain(location);
  });

  test("refers to the WSDL that is read in place of another one, which is served", () => {
    const location = "http://www.example.com/part.wsdl";
    const path = contract("main/two.wsdl", `<w:import namespace="urn:b" location="${location}"/>`);
    const served = readServedWsdl(path, [], { [location]: part });
    expect(served.at(url)).toContain(`location="${url}?wsdl=..%2Flib%2Fpart.wsdl"`);
    expect(served.linked("wsdl", "../lib/part.wsdl", url)).toContain('targetNamespace="urn:b"');
  });
});
