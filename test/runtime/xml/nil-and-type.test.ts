import { describe, expect, test } from "@jest/globals";
import { noItems, type XmlReader } from "#runtime/xml/reader.js";
import { int, string } from "#runtime/xsd/primitives.js";
import { errorOf, reading, verdict } from "./reading.js";

interface User {
  readonly CustomerID: number;
  readonly Name: string | undefined;
}

function readUser(r: XmlReader): User {
  let CustomerID: number | undefined;
  let Name: string | undefined;
  while (r.child()) {
    if (r.name === "CustomerID") CustomerID = r.value(int, CustomerID);
    else if (r.name === "Name") Name = r.value(string, Name);
    else r.skip();
  }
  return { CustomerID: CustomerID ?? r.absent("CustomerID", int), Name };
}

function readOuter(r: XmlReader): User | undefined {
  let user: User | undefined;
  while (r.child()) user = r.record(readUser, { namespace: "urn:test", name: "User" }, user);
  return user;
}

const document = (content: string) =>
  `<Outer xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</Outer>`;
const inner = "<CustomerID>1</CustomerID>";

describe("the error about an element names it", () => {
  test.each([
    ["<user xsi:nil='true'/>", "user must have a value and is nil."],
    [`<user xsi:nil='1'>${inner}</user>`, "user is nil and has content."],
    [`<user><CustomerID xsi:nil='true'/></user>`, "CustomerID must have a value and is nil."],
    [`<user>${inner}<Name xsi:nil='maybe'/></user>`, "xsi:nil of Name is not true or false."],
    [`<user>${inner}<Name xsi:nil='true'><b/></Name></user>`, "Name is nil and has content."],
    [`<user>${inner}<Name><b/></Name></user>`, "Name holds an element where only text may be."],
    [`<user xsi:type='Other'>${inner}</user>`, 'user: xsi:type "Other" does not belong here.'],
  ])("%s: %s", (content, text) => {
    expect(errorOf(() => reading(document(content), readOuter)).message).toBe(text);
  });

  test("a required list without items", () => {
    const error = errorOf(() => reading("<Order/>", (r) => (r.child(), noItems(r, "item"))));
    const text = "At least one item is required.";
    expect([error.code, error.path, error.message]).toEqual(["MissingValue", "Order.item", text]);
  });
});

describe("xsi:type and the SOAP encodings", () => {
  const encodings = ["http://schemas.xmlsoap.org/soap/encoding/", "http://www.w3.org/2003/05/soap-encoding"];
  const named = (element: string, type: string, encoding: string): string =>
    document(
      element === "user"
        ? `<user xmlns:e="${encoding}" xsi:type="e:${type}">${inner}</user>`
        : `<user><CustomerID xmlns:e="${encoding}" xsi:type="e:${type}">1</CustomerID></user>`,
    );

  test.each(encodings)("types of the encoding %s belong to records of encoded messages only", (encoding) => {
    for (const type of ["Array", "Struct", "int"]) {
      for (const lenient of [false, true]) {
        const read = () => reading(named("user", type, encoding), readOuter, { lenient });
        expect(verdict(read)).toBe("WrongType");
      }
    }
    const read = reading(named("user", "Struct", encoding), readOuter, { encoded: true });
    expect(read).toEqual({ CustomerID: 1, Name: undefined });
  });

  test.each(encodings)(
    "an array type may be named by Array of the encoding %s, a record may not",
    (encoding) => {
      const list = { namespace: "urn:test", name: "Users", soapArray: [] } as const;
      const readArray = (r: XmlReader): User | undefined => {
        let user: User | undefined;
        while (r.child()) user = r.record(readUser, list, user);
        return user;
      };
      expect(reading(named("user", "Array", encoding), readArray)).toEqual({
        CustomerID: 1,
        Name: undefined,
      });
      for (const type of ["Struct", "int"]) {
        expect(verdict(() => reading(named("user", type, encoding), readArray))).toBe("WrongType");
      }
    },
  );

  test.each(encodings)("a simple value may name a simple type of the encoding %s", (encoding) => {
    expect(reading(named("CustomerID", "int", encoding), readOuter)).toEqual({
      CustomerID: 1,
      Name: undefined,
    });
    for (const type of ["Array", "Struct"]) {
      expect(verdict(() => reading(named("CustomerID", type, encoding), readOuter))).toBe("WrongType");
    }
  });
});
