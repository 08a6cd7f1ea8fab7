/** Items of lists that a response sends without a value: generated codecs keep their places in lenient reading. */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Transport } from "#runtime/index.js";
import { lenientReading, type LenientOptions } from "#runtime/interceptors.js";
import { live } from "#generator/live/live.js";
import { wsdl } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";

const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const nil = `${xsi} i:nil="true"`;
const many = 'maxOccurs="unbounded"';
const types = `
<xs:complexType name="Shelf"><xs:sequence><xs:element name="Row" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Deep"><xs:complexContent><xs:extension base="tns:Shelf"><xs:sequence>
  <xs:element name="Depth" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Numbers"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="0" ${many}/></xs:sequence></xs:complexType>
<xs:simpleType name="Size"><xs:restriction base="xs:int"><xs:enumeration value="1"/><xs:enumeration value="2"/></xs:restriction></xs:simpleType>`;
const key = '<xs:element name="Key" type="xs:string"/>';
const list = (type: string, more = ""): string =>
  `<xs:element name="n" type="${type}" ${many} ${more}/>${key}`;
const choice = (more: string): string =>
  `<xs:choice ${more}><xs:element name="n" type="xs:int"/><xs:element name="m" type="xs:string"/></xs:choice>${key}`;

interface Client {
  readonly do: () => Promise<unknown>;
}

/** What a client reads leniently from a response with this content, and what it is told. */
async function read(output: string, content: string, options: LenientOptions = {}) {
  const folder = folderWith({ "service.wsdl": wsdl({ types, output }) });
  const body = new TextEncoder().encode(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><DoResponse xmlns="urn:example">${content}</DoResponse></e:Body></e:Envelope>`,
  );
  const transport: Transport = { send: async () => ({ status: 200, contentType: "text/xml", body }) };
  const heard: (readonly [string, string])[] = [];

  const interceptors = [
    lenientReading((forgiven) => {
      for (const { kind, path } of forgiven)
        heard.push([kind, path.replace("Envelope.Body.DoResponse.", "")]);
    }, options),
  ];
  const client = await live<Client>(join(folder, "service.wsdl"), { client: { transport, interceptors } });
  const result = await client.do().catch(String);
  return { result, heard };
}

describe("an item without a value is undefined at its place", () => {
  const k = "<Key>k</Key>";
  test.each<[string, string, string, unknown, readonly (readonly [string, string])[]]>([
    [
      "an empty number",
      list("xs:int"),
      `<n>1</n><n/><n>3</n>${k}`,
      { n: [1, undefined, 3], Key: "k" },
      [["empty", "n"]],
    ],
    ["the first", list("xs:int"), `<n/><n>3</n>${k}`, { n: [undefined, 3], Key: "k" }, [["empty", "n"]]],
    ["the last", list("xs:int"), `<n>1</n><n> </n>${k}`, { n: [1, undefined], Key: "k" }, [["empty", "n"]]],
    ["the only one", list("xs:int"), `<n/>${k}`, { n: [undefined], Key: "k" }, [["empty", "n"]]],
    [
      "two",
      list("xs:boolean"),
      `<n/><n></n>${k}`,
      { n: [undefined, undefined], Key: "k" },
      [
        ["empty", "n"],
        ["empty", "n"],
      ],
    ],
    [
      "a list that may be absent",
      list("xs:double", 'minOccurs="0"'),
      `<n/><n>1</n>${k}`,
      { n: [undefined, 1], Key: "k" },
      [["empty", "n"]],
    ],
    [
      "a value of an enumeration",
      list("tns:Size"),
      `<n>2</n><n/>${k}`,
      { n: [2, undefined], Key: "k" },
      [["empty", "n"]],
    ],
    [
      "beside one that is nil",
      list("xs:int", 'nillable="true"'),
      `<n ${nil}/><n/><n>1</n>${k}`,
      { n: [null, undefined, 1], Key: "k" },
      [["empty", "n"]],
    ],
    [
      "a record that is nil",
      list("tns:Shelf"),
      `<n ${nil}/><n><Row>1</Row></n>${k}`,
      { n: [undefined, { Row: 1 }], Key: "k" },
      [["nil", "n"]],
    ],
    [
      "a record that is empty",
      list("tns:Numbers"),
      `<n/><n><int/></n>${k}`,
      { n: [[], [undefined]], Key: "k" },
      [["empty", "n.int"]],
    ],
    [
      "of a type with derived ones",
      list("tns:Shelf", 'minOccurs="0"'),
      `<n ${nil}/><n ${xsi} i:type="Deep"><Row/><Depth>1</Depth></n>${k}`,
      { n: [undefined, { $type: "Deep", Row: undefined, Depth: 1 }], Key: "k" },
      [
        ["nil", "n"],
        ["empty", "n.Row"],
      ],
    ],
    [
      "of any type",
      list("xs:anyType"),
      `<n ${nil}/><n>a</n>${k}`,
      { n: [undefined, "a"], Key: "k" },
      [["nil", "n"]],
    ],
    [
      "of any simple type",
      list("xs:anySimpleType"),
      `<n ${nil}/><n>a</n>${k}`,
      { n: [undefined, "a"], Key: "k" },
      [["nil", "n"]],
    ],
    [
      "in a list type",
      `<xs:element name="a" type="tns:Numbers"/>${key}`,
      `<a><int>1</int><int/><int>3</int></a>${k}`,
      { a: [1, undefined, 3], Key: "k" },
      [["empty", "a.int"]],
    ],
    [
      "in the only result",
      `<xs:element name="a" type="tns:Numbers"/>`,
      "<a><int/><int>3</int></a>",
      [undefined, 3],
      [["empty", "a.int"]],
    ],
    [
      "in the only list",
      `<xs:element name="n" type="xs:dateTime" ${many}/>`,
      "<n/>",
      [undefined],
      [["empty", "n"]],
    ],
    [
      "of a repeated choice",
      choice(many),
      `<n>1</n><n/><m/><n>2</n>${k}`,
      {
        Key: "k",
        $content: [
          { name: "n", value: 1 },
          { name: "n", value: undefined },
          { name: "m", value: "" },
          { name: "n", value: 2 },
        ],
      },
      [["empty", "n"]],
    ],
  ])("%s", async (_title, output, content, want, forgiven) => {
    const { result, heard } = await read(output, content);
    expect(result).toStrictEqual(want);
    expect(heard).toEqual(forgiven);
  });

  test.each<[string, string, string, LenientOptions]>([
    ["an empty number", list("xs:int"), `<n/>${k}`, { empty: false }],
    ["a record that is nil", list("tns:Shelf"), `<n ${nil}/>${k}`, { nil: false }],
    ["no item where one is required", list("xs:int"), k, { missing: false }],
    ["more items than the limit", list("xs:int"), `<n/><n/>${k}`, { limit: 1 }],
  ])("%s is an error if the options do not accept it", async (_title, output, content, options) => {
    expect((await read(output, content, options)).result).toMatch(/^ClientError: /);
  });
});

describe("a choice of which nothing is there", () => {
  const one = (more = ""): string =>
    `<xs:choice ${more}><xs:element name="n" type="xs:int"/><xs:element name="m" type="tns:Shelf"/></xs:choice>${key}`;
  const two = `<xs:choice><xs:sequence><xs:element name="n" type="xs:int"/><xs:element name="o" type="xs:int"/></xs:sequence><xs:element name="m" type="xs:int"/></xs:choice>${key}`;
  const k = "<Key>k</Key>";
  test.each<[string, string, string, unknown, readonly (readonly [string, string])[]]>([
    ["is missing", one(), k, { Key: "k" }, [["missing", "n, m"]]],
    ["is empty", one(), `<n/>${k}`, { n: undefined, Key: "k" }, [["empty", "n"]]],
    ["is nil", one(), `<m ${nil}/>${k}`, { m: undefined, Key: "k" }, [["nil", "m"]]],
    ["lacks a part", two, `<o>1</o>${k}`, { n: undefined, o: 1, Key: "k" }, [["missing", "n"]]],
    ["may be absent", one('minOccurs="0"'), k, { Key: "k" }, []],
  ])("%s", async (_title, output, content, want, forgiven) => {
    const { result, heard } = await read(output, content);
    expect(result).toEqual(want);
    expect(heard).toEqual(forgiven);
    if (forgiven.length > 0) {
      const options = Object.fromEntries(forgiven.map(([kind]) => [kind, false]));
      expect((await read(output, content, options)).result).toMatch(/^ClientError: /);
    }
  });
});

describe("a value that was reported as empty or nil is not reported as missing", () => {
  const k = "<Key>k</Key>";
  const required = `<xs:element name="n" type="xs:int"/>${key}`;
  test.each<[string, string, string, readonly (readonly [string, string])[]]>([
    ["an empty number", required, `<n/>${k}`, [["empty", "n"]]],
    ["a number that is nil", required, `<n ${nil}/>${k}`, [["nil", "n"]]],
    [
      "a record that is nil",
      `<xs:element name="n" type="tns:Shelf"/>${key}`,
      `<n ${nil}/>${k}`,
      [["nil", "n"]],
    ],
    [
      "a list type that is nil",
      `<xs:element name="n" type="tns:Numbers"/>${key}`,
      `<n ${nil}/>${k}`,
      [["nil", "n"]],
    ],
    ["the only result", '<xs:element name="n" type="xs:int"/>', "<n/>", [["empty", "n"]]],
    [
      "one record of two",
      list("tns:Shelf"),
      `<n><Row/></n><n></n>${k}`,
      [
        ["empty", "n.Row"],
        ["missing", "n.Row"],
      ],
    ],
    [
      "an optional one before a record of that name",
      `<xs:element name="o" minOccurs="0" ${many} type="tns:Shelf"/>${required}`,
      `<o><Row/></o><o/><n/>${k}`,
      [
        ["empty", "o.Row"],
        ["missing", "o.Row"],
        ["empty", "n"],
      ],
    ],
  ])("%s", async (_title, output, content, forgiven) => {
    expect((await read(output, content)).heard).toEqual(forgiven);
  });
});
