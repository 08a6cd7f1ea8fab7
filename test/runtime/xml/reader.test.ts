import { describe, expect, test } from "@jest/globals";
import type { XmlContent } from "#runtime/xml/content.js";
import type { ReaderOptions } from "#runtime/xml/reader-options.js";
import type { XmlReader } from "#runtime/xml/reader.js";
import { readNillable, readNillableRecord } from "#runtime/xml/nillable.js";
import { placeOf } from "#runtime/xml/errors.js";
import { readContent } from "#runtime/xml.js";
import { mixedChild, readDerived, readNillableDerived } from "#runtime/codec.js";
import { boolean, enumeration, guid, int, string } from "#runtime/xsd/primitives.js";
import { errorOf, reading, verdict } from "./reading.js";

const namespace = "urn:test";
const xsi =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const color = enumeration("Color", { Red: "Red", Green: "Green" });

interface User {
  readonly CustomerID: number;
  readonly Name: string | undefined;
}

function readUser(r: XmlReader): User {
  let CustomerID: number | undefined;
  let Name: string | undefined;
  while (r.child()) {
    if (r.namespace === namespace) {
      switch (r.name) {
        case "CustomerID":
          CustomerID = r.value(int, CustomerID);
          continue;
        case "Name":
          Name = r.value(string, Name);
          continue;
      }
    }
    r.skip();
  }
  return { CustomerID: CustomerID ?? r.absent("CustomerID", int), Name };
}

const userType = { namespace, name: "User" };

function readOuter(r: XmlReader): User | undefined {
  let user: User | undefined;
  while (r.child()) {
    if (r.name === "user") user = r.record(readUser, userType, user);
    else r.skip();
  }
  return user ?? r.absentRecord("user");
}

function user(content: string, options?: ReaderOptions): User {
  return reading(`<User xmlns="${namespace}" ${xsi}>${content}</User>`, readUser, options);
}

describe("records", () => {
  test.each([
    ["<CustomerID>42</CustomerID><Name>Anna</Name>", 42, "Anna"],
    ["<Name>Anna</Name><CustomerID>42</CustomerID>", 42, "Anna"],
    ["<CustomerID>42</CustomerID>", 42, undefined],
    ["<CustomerID>42</CustomerID><Name/>", 42, ""],
    ["<CustomerID>42</CustomerID><Name></Name>", 42, ""],
    ["<CustomerID> 42\n</CustomerID><Name> Anna </Name>", 42, " Anna "],
    ["<CustomerID>4<!-- no -->2</CustomerID><Name>A<![CDATA[<n>]]>na</Name>", 42, "A<n>na"],
    ["<CustomerID>4<?no?>2</CustomerID><Name>A&#110;na</Name>", 42, "Anna"],
    [" <CustomerID>42</CustomerID> &#32; <!-- --> <![CDATA[\n]]> <?pi?> <Name>Anna</Name>\n\t", 42, "Anna"],
    ["<Other>text<a>text</a></Other><CustomerID>42</CustomerID>", 42, undefined],
    ["<CustomerID >42</CustomerID\n><Name\t>Anna</Name >", 42, "Anna"],
    ["<t:CustomerID xmlns:t='urn:test'>42</t:CustomerID>", 42, undefined],
    ["<CustomerID xmlns=''>1</CustomerID><CustomerID>42</CustomerID>", 42, undefined],
    ["<CustomerID xmlns='urn:other'>1</CustomerID><CustomerID>42</CustomerID>", 42, undefined],
    ["<Other><CustomerID>1</CustomerID></Other><CustomerID>42</CustomerID>", 42, undefined],
    ["<CustomerID any='1'>42</CustomerID>", 42, undefined],
    ["<CustomerID xsi:type='xsd:int'>42</CustomerID><Name xsi:type='xsd:string'>Anna</Name>", 42, "Anna"],
    ["<CustomerID xsi:type=' xsd:string '>42</CustomerID><Name xsi:type='xsd:anyType'/>", 42, ""],
    ["<CustomerID xsi:nil='false'>42</CustomerID><Name xsi:nil='0'>Anna</Name>", 42, "Anna"],
  ])("%s", (content, CustomerID, Name) => {
    expect(user(content)).toEqual({ CustomerID, Name });
  });

  test.each([
    ["MissingValue", "<Name>Anna</Name>", "User.CustomerID"],
    ["MissingValue", "<CustomerID xmlns='urn:other'>1</CustomerID>", "User.CustomerID"],
    ["Duplicate", "<CustomerID>1</CustomerID><CustomerID>1</CustomerID>", "User.CustomerID"],
    ["Duplicate", "<CustomerID>1</CustomerID><Name/><Name/>", "User.Name"],
    ["UnexpectedElement", "<CustomerID>1<b/></CustomerID>", "User.CustomerID"],
    ["UnexpectedElement", "<Name><CustomerID>1</CustomerID></Name>", "User.Name"],
    ["WrongValue", "<CustomerID/>", "User.CustomerID"],
    ["WrongValue", "<CustomerID>12abc</CustomerID>", "User.CustomerID"],
    ["WrongValue", "<CustomerID>1&#xA0;</CustomerID>", "User.CustomerID"],
    ["NotNillable", "<CustomerID xsi:nil='true'/>", "User.CustomerID"],
    ["NotNillable", "<Name xsi:nil=' 1 '></Name>", "User.Name"],
    ["WrongValue", "<Name xsi:nil='maybe'/>", "User.Name"],
    ["WrongType", "<CustomerID xsi:type='xsd:'>1</CustomerID>", "User.CustomerID"],
    ["WrongType", "<CustomerID xsi:type='unbound:int'>1</CustomerID>", "User.CustomerID"],
    ["WrongType", "<CustomerID xsi:type='User'>1</CustomerID>", "User.CustomerID"],
    ["Malformed", "<CustomerID>1</CustomerID><Name>Anna</name>", "User.Name"],
  ])("%s: %s", (code, content, path) => {
    const error = errorOf(() => user(content));
    expect([error.code, error.path]).toEqual([code, path]);
  });

  test("unknown elements are counted", () => {
    const skipped = reading(
      "<User xmlns='urn:test'><a><b/></a><CustomerID>1</CustomerID><c/></User>",
      (r) => {
        readUser(r);
        return r.skipped;
      },
    );
    expect(skipped).toBe(2);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"])(
    "the name %s has no meaning",
    (name) => {
      const content = `<${name} ${name}="1"><CustomerID>1</CustomerID></${name}><CustomerID>42</CustomerID>`;
      expect(user(content)).toEqual({ CustomerID: 42, Name: undefined });
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

describe("nested records", () => {
  const document = (content: string) => `<Outer xmlns="${namespace}" ${xsi}>${content}</Outer>`;
  const inner = "<CustomerID>1</CustomerID>";

  test.each([
    ["", "MissingValue", "Outer.user"],
    ["<user><Name>x</Name></user>", "MissingValue", "Outer.user.CustomerID"],
    ["<user/>", "MissingValue", "Outer.user.CustomerID"],
    [`<user>${inner}</user><user>${inner}</user>`, "Duplicate", "Outer.user"],
    ["<user xsi:nil='true'/>", "NotNillable", "Outer.user"],
    [`<user xsi:nil='true'>${inner}</user>`, "NilWithContent", "Outer.user.CustomerID"],
    ["<user xsi:nil='true'> </user>", "NilWithContent", "Outer.user"],
    [`<user xsi:type='Other'>${inner}</user>`, "WrongType", "Outer.user"],
    [`<user xsi:type='xsd:User'>${inner}</user>`, "WrongType", "Outer.user"],
    [`<user xsi:type='a b'>${inner}</user>`, "WrongType", "Outer.user"],
  ])("%s is refused: %s", (content, code, path) => {
    const error = errorOf(() => reading(document(content), readOuter));
    expect([error.code, error.path]).toEqual([code, path]);
  });

  test.each([
    `<user>${inner}</user>`,
    `<user xsi:type='User'>${inner}</user>`,
    `<user xsi:nil='0'>${inner}</user>`,
  ])("%s is read", (content) => {
    expect(reading(document(content), readOuter)).toEqual({ CustomerID: 1, Name: undefined });
  });

  test("href and id have no meaning", () => {
    const content = `<user href="#1"/><multiRef id="1">${inner}</multiRef>`;
    expect(verdict(() => reading(document(content), readOuter))).toBe("MissingValue");
  });
});

describe("lenient reading", () => {
  const lenient = { lenient: true };

  test("absent values are the initial ones, nil values are absent", () => {
    expect(user("", lenient)).toEqual({ CustomerID: 0, Name: undefined });
    expect(user("<CustomerID xsi:nil='true'/><Name xsi:nil='true'/>", lenient)).toEqual({
      CustomerID: 0,
      Name: undefined,
    });
  });

  test("an absent record and wrong values stay refused", () => {
    expect(verdict(() => reading("<Outer/>", readOuter, lenient))).toBe("MissingValue");
    expect(verdict(() => user("<CustomerID/>", lenient))).toBe("WrongValue");
    expect(verdict(() => user("<CustomerID>1</CustomerID><CustomerID>1</CustomerID>", lenient))).toBe(
      "Duplicate",
    );
  });
});

describe("nillable values", () => {
  const read = (content: string): unknown =>
    reading(`<r ${xsi}>${content}</r>`, (r) => {
      let value: number | null | undefined;
      while (r.child()) value = readNillable(r, int, value);
      return value;
    });

  test.each([
    ["<a>1</a>", 1],
    ["<a xsi:nil='true'/>", null],
    ["<a xsi:nil='1'></a>", null],
    ["<a xsi:nil='true'><!-- --></a>", null],
  ])("%s", (content, value) => {
    expect(read(content)).toBe(value);
  });

  test.each([
    ["<a xsi:nil='true'>1</a>", "NilWithContent"],
    ["<a xsi:nil='true'/><a>1</a>", "Duplicate"],
    ["<a/>", "WrongValue"],
  ])("%s is refused: %s", (content, code) => {
    expect(verdict(() => read(content))).toBe(code);
  });

  test("records", () => {
    const readItem = (content: string): unknown =>
      reading(`<r xmlns="${namespace}" ${xsi}>${content}</r>`, (r) => {
        const items: (User | null)[] = [];
        while (r.child()) items.push(readNillableRecord(r, readUser, userType, undefined));
        return items;
      });
    expect(readItem("<a xsi:nil='true'/><a><CustomerID>1</CustomerID></a>")).toEqual([
      null,
      { CustomerID: 1, Name: undefined },
    ]);
  });
});

describe("derived types", () => {
  type Shape = { readonly kind: "base" | "derived"; readonly size: number | undefined };
  const readerOf =
    (kind: Shape["kind"]) =>
    (r: XmlReader): Shape => {
      let size: number | undefined;
      while (r.child()) size = r.value(int, size);
      return { kind, size };
    };
  const base = { type: { namespace, name: "Base" }, read: readerOf("base") };
  const derived = { type: { namespace, name: "Derived" }, read: readerOf("derived") };
  const read = (attributes: string, abstract = false): unknown =>
    reading(
      `<r xmlns="${namespace}" xmlns:t="${namespace}" ${xsi}><a ${attributes}><s>1</s></a></r>`,
      (r) => {
        let shape: Shape | undefined;
        while (r.child()) {
          shape = readDerived(
            r,
            abstract ? [derived] : [base, derived],
            abstract ? undefined : base.type,
            shape,
          );
        }
        return shape?.kind;
      },
    );

  test.each([
    ["", false, "base"],
    ["xsi:type='Base'", false, "base"],
    ["xsi:type='Derived'", false, "derived"],
    ["xsi:type='t:Derived'", false, "derived"],
    ["xsi:type='Derived'", true, "derived"],
  ])("%j, abstract %s: %s", (attributes, abstract, kind) => {
    expect(read(attributes, abstract)).toBe(kind);
  });

  test.each([
    ["", true, "AbstractType"],
    ["xsi:type='Base'", true, "WrongType"],
    ["xsi:type='Other'", false, "WrongType"],
    ["xsi:type='xsd:Derived'", false, "WrongType"],
    ["xsi:type='__proto__'", false, "WrongType"],
    ["xsi:type=''", false, "WrongType"],
    ["xsi:nil='true'", false, "NilWithContent"],
  ])("%j, abstract %s is refused: %s", (attributes, abstract, code) => {
    expect(verdict(() => read(attributes, abstract))).toBe(code);
  });

  test("nil", () => {
    const element = `<r ${xsi}><a xsi:nil="true"/></r>`;
    const readNil = (r: XmlReader): unknown =>
      r.child() ? [readNillableDerived(r, [base], base.type, undefined), r.child()] : 0;
    expect(reading(element, readNil)).toEqual([null, false]);
  });
});

describe("content", () => {
  const read = (content: string): XmlContent | undefined =>
    reading(`<r xmlns:p="urn:p">${content}</r>`, (r) => readContent(r, undefined));
  const plain = { namespace: "", attributes: [] };

  test.each<[string, XmlContent]>([
    ["", []],
    ["text", ["text"]],
    ["a<!-- --><![CDATA[b]]>&#99;", ["abc"]],
    ["<a/>", [{ ...plain, name: "a", children: [] }]],
    [
      "1<a>2<b/>3</a>4",
      ["1", { ...plain, name: "a", children: ["2", { ...plain, name: "b", children: [] }, "3"] }, "4"],
    ],
    [
      "<p:a x='1' p:y='2' xmlns:q='urn:q'/>",
      [
        {
          namespace: "urn:p",
          name: "a",
          attributes: [
            { namespace: "", name: "x", value: "1" },
            { namespace: "urn:p", name: "y", value: "2" },
          ],
          children: [],
        },
      ],
    ],
  ])("%j", (content, data) => {
    expect(read(content)).toEqual(data);
  });
});

test("text between elements that follow each other again and again is theirs alone", () => {
  const xml = `<r>${"<a>1</a><b>2</b>".repeat(4)}<a>3</a>tail<b>4</b></r>`;
  const read = reading(xml, (r) => {
    const content: unknown[] = [];
    while (mixedChild(r, content)) content.push(r.value(string, undefined));
    return content;
  });
  expect(read).toEqual([...Array.from({ length: 4 }, () => ["1", "2"]).flat(), "3", "tail", "4"]);
});

describe("simple content with attributes", () => {
  test("attributes are read before the text", () => {
    const read = (r: XmlReader): unknown => {
      const currency = r.attribute("", "currency");
      return { currency, other: r.attribute("urn:test", "currency"), value: r.simple(int) };
    };
    expect(reading('<price currency="EUR">12</price>', read)).toEqual({
      currency: "EUR",
      other: undefined,
      value: 12,
    });
  });
});

describe("types of values", () => {
  test.each([
    ["<a>true</a>", boolean, true],
    ["<a>Green</a>", color, "Green"],
    ["<a>0F8FAD5B-D9CB-469F-A165-70867728950E</a>", guid, "0f8fad5b-d9cb-469f-a165-70867728950e"],
  ] as const)("%s", (document, type, value) => {
    expect(reading(document, (r): unknown => r.value<string | boolean>(type as never, undefined))).toBe(
      value,
    );
  });

  test("a program may name the simple type of the contract", () => {
    const read = (name: string): unknown =>
      reading(`<a ${xsi} xmlns:t="urn:t" xsi:type="t:${name}">Red</a>`, (r) => r.value(color, undefined));
    expect(read("Color")).toBe("Red");
    expect(verdict(() => read("Colour"))).toBe("WrongType");
  });
});

describe("another namespace on the wire", () => {
  const options = { alias: { wire: "urn:wire", contract: namespace } };
  const document = (uri: string) => `<t:User xmlns:t="${uri}"><t:CustomerID>1</t:CustomerID></t:User>`;

  test("stands for the one of the contract, which then is unknown", () => {
    expect(reading(document("urn:wire"), readUser, options).CustomerID).toBe(1);
    expect(verdict(() => reading(document(namespace), readUser, options))).toBe("MissingValue");
    expect(verdict(() => reading(document("urn:wire"), readUser))).toBe("MissingValue");
  });
});

describe("errors", () => {
  test("say where", () => {
    const error = errorOf(() => user("\r\n  <Name>\u00e4</Name>\r\n  <CustomerID>x</CustomerID>"));
    expect(placeOf(error)).toBe("line 3, column 16");
    expect([error.path, error.code]).toEqual(["User.CustomerID", "WrongValue"]);
  });

  test("count no lines in a long document", () => {
    const error = errorOf(() => user(`<Name>${"\n".repeat(2_000_000)}</Name><CustomerID>x</CustomerID>`));
    expect(placeOf(error)).toMatch(/^character 2000\d{3}$/u);
  });

  test("quote little of the input, on one line", () => {
    const error = errorOf(() => user(`<CustomerID>${"9\n".repeat(1000)}</CustomerID>`));
    expect(error.message.length).toBeLessThan(100);
    expect(error.message).not.toContain("\n");
  });

  test("keep the document out of logs", () => {
    const error = errorOf(() => user("<Name>secret</Name><CustomerID>x</CustomerID>"));
    expect(JSON.stringify([Object.entries(error), error.message, error.stack])).not.toContain("secret");
  });
});
