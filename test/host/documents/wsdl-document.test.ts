import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { soap11Binding, soap12Binding } from "#host/documents/wsdl-document.js";
import { readWsdl } from "#host/documents/wsdl-file.js";

const folder = mkdtempSync(join(tmpdir(), "wsdl-document-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, "service.wsdl");
}

const definitions = (types: string): string =>
  '<?xml version="1.0"?>\n' +
  '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">' +
  `<w:types>${types}</w:types></w:definitions>`;
const schema = (name: string, content = ""): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${name}">${content}</xs:schema>`;

describe("one document of a WSDL and its schemas", () => {
  test("schemas of other files stand in types, each once, without locations and comments", () => {
    const wsdl = write({
      "service.wsdl": definitions(
        '<xs:schema><xs:import namespace="urn:a" schemaLocation="a.xsd"/></xs:schema>',
      ),
      "a.xsd":
        '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- a --><?keep this?>' +
        schema(
          "a",
          "<xs:import schemaLocation = 'b.xsd' namespace='urn:b'/><xs:include schemaLocation='c.xsd'/>",
        ),
      "b.xsd": schema("b", '<xs:import namespace="urn:a" schemaLocation="a.xsd"/>'),
      "c.xsd": schema("a", '<xs:element name="E" type="xs:string"/>'),
    });
    expect(readWsdl(wsdl).text).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n' +
        definitions(
          [
            schema("a", "<xs:import namespace='urn:b'/>"),
            schema("b", '<xs:import namespace="urn:a"/>'),
            schema("a", '<xs:element name="E" type="xs:string"/>'),
          ].join("\n"),
        ).slice('<?xml version="1.0"?>\n'.length),
    );
  });

  test("a schema written in the WSDL stays", () => {
    const own = schema("own", '<xs:element name="E" type="xs:string"/>');
    const wsdl = write({ "service.wsdl": definitions(own) });
    expect(readWsdl(wsdl).text).toContain(`<w:types>${own}</w:types>`);
  });

  test("a schema of another file does not come under the default namespace of the WSDL", () => {
    const wsdl = write({
      "service.wsdl": definitions(
        '<xs:schema><xs:import namespace="urn:a" schemaLocation="a.xsd"/></xs:schema>',
      ).replaceAll(/w:|:w/g, ""),
      "a.xsd": schema("a"),
    });
    expect(readWsdl(wsdl).text).toContain(
      '<types><xs:schema xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
    );
  });

  test.each([
    {
      name: "a missing file",
      files: { "service.wsdl": definitions(schema("x", '<xs:include schemaLocation="no.xsd"/>')) },
      want: "no.xsd",
    },
    {
      name: "a file outside the folder",
      files: { "service.wsdl": definitions(schema("x", '<xs:import schemaLocation="../up.xsd"/>')) },
      want: "outside the folder",
    },
    {
      name: "xs:redefine",
      files: { "service.wsdl": definitions(schema("x", '<xs:redefine schemaLocation="a.xsd"/>')) },
      want: "xs:redefine",
    },
    {
      name: "wsdl:import",
      files: {
        "service.wsdl":
          '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import location="a"/></definitions>',
      },
      want: "wsdl:import",
    },
    {
      name: "a schema without namespace",
      files: {
        "service.wsdl": definitions(schema("x", '<xs:include schemaLocation="d.xsd"/>')),
        "d.xsd": '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
      },
      want: "without namespace",
    },
    {
      name: "no schema",
      files: {
        "service.wsdl": definitions(schema("x", '<xs:include schemaLocation="d.xsd"/>')),
        "d.xsd": "<x/>",
      },
      want: "d.xsd: not an XML schema",
    },
    { name: "an open document type declaration", files: { "service.wsdl": "<!DOCTYPE x [" }, want: "line 1" },
    {
      name: "a document type declaration in the root",
      files: { "service.wsdl": "<x><!DOCTYPE x></x>" },
      want: "line 1",
    },
    { name: "an open element", files: { "service.wsdl": "<x>\n<y></x>" }, want: "line 2" },
    { name: "two roots", files: { "service.wsdl": "<x/><y/>" }, want: "not well-formed" },
    { name: "no root", files: { "service.wsdl": "text" }, want: "not well-formed" },
  ])("$name is refused", ({ files, want }) => {
    expect(() => readWsdl(write(files))).toThrow(want);
  });
});

test("a document type declaration is not served", () => {
  const wsdl = readWsdl(
    write({
      "service.wsdl": definitions(
        schema("x", '<xs:import namespace="urn:y" schemaLocation="y.xsd"/>'),
      ).replace("<w:", '<!DOCTYPE x [<!ENTITY e "]>">]>\n<w:'),
      "y.xsd": `<?xml version="1.0"?>\n<!DOCTYPE x SYSTEM "x.dtd">${schema("y", "")}`,
    }),
  ).at("http://localhost/");
  expect(wsdl).toMatch(/^<\?xml [^>]*>\s*<w:definitions/);
  expect(wsdl).toContain('targetNamespace="urn:y"');
  expect(wsdl).not.toMatch(/DOCTYPE|ENTITY/);
});

describe("the document as served", () => {
  const own = readWsdl("test/host/greeter/greeter.wsdl");

  test("has the address of the mount, escaped, in every port", () => {
    const served = own.at("https://example.com/a&b.asmx");
    expect(served.match(/address location="[^"]*"/g)).toEqual(
      Array.from({ length: 2 }, () => 'address location="https://example.com/a&amp;b.asmx"'),
    );
  });

  test("has the namespace it is served under, in actions too", () => {
    const served = own.renamed("http://example.com/greeter/", "urn:other/").text;
    expect(served).not.toContain("http://example.com/greeter/");
    expect(served).toContain('targetNamespace="urn:other/"');
    expect(served).toContain('soapAction="urn:other/HTTP_Greet"');
  });

  test.each([
    ["GreeterSoap", soap11Binding],
    ["GreeterSoap12", soap12Binding],
  ])("names the port %s, which has the binding of that name", (name, address) => {
    const { ports, portTypes, operations } = own.names;
    expect(ports).toContainEqual({ service: "Greeter", name, binding: name, address });
    expect(portTypes.get(name)).toBe(name);
    const greet = { portType: name, name: "Greet", input: "GreetIn", output: "GreetOut" };
    expect(operations).toContainEqual(greet);
  });
});
