import { Messenger } from "messenger-client";
import { expect, test } from "@jest/globals";
import { OnlyNamespace, XmlReader } from "messenger-gen-runtime/xml";

const { input } = Messenger.operations.keepAlive;
const fields = "<user><CustomerID>42</CustomerID><Name>Ann</Name></user>";
const want = { user: { CustomerID: 42, Name: "Ann" } };
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

function read(text: string): unknown {
  const reader = new XmlReader(text, { scope: new OnlyNamespace(input.element?.namespace ?? "") });
  reader.enterRoot();
  expect({ namespace: reader.namespace, name: reader.name }).toEqual(input.element);
  const value = input.read(reader);
  reader.finish();
  return value;
}

test.each([
  ["none", `<KeepAlive>${fields}</KeepAlive>`],
  ["its own", `<KeepAlive xmlns="${input.element?.namespace}">${fields}</KeepAlive>`],
  ["any default", `<KeepAlive xmlns="urn:example">${fields}</KeepAlive>`],
  ["a prefix for the root alone", `<a:KeepAlive xmlns:a="urn:example">${fields}</a:KeepAlive>`],
  ["several", `<KeepAlive xmlns="urn:a">${fields.replace("<user>", '<user xmlns="urn:b">')}</KeepAlive>`],
  ["none below one", `<KeepAlive xmlns="urn:a">${fields.replace("<user>", '<user xmlns="">')}</KeepAlive>`],
  [
    "a type name without namespace",
    `<KeepAlive ${xsi}>${fields.replace("<user>", '<user xsi:type="SoapUser">')}</KeepAlive>`,
  ],
])("namespaces of a document: %s", (_, text) => {
  expect(read(text)).toEqual(want);
});

test.each([
  ["an undeclared prefix", `<a:KeepAlive>${fields}</a:KeepAlive>`, "Namespace"],
  ["a field twice", `<KeepAlive>${fields}${fields}</KeepAlive>`, "Duplicate"],
  ["a nil field", `<KeepAlive ${xsi}><user xsi:nil="true"/></KeepAlive>`, "NotNillable"],
  [
    "another type",
    `<KeepAlive ${xsi}>${fields.replace("<user>", '<user xsi:type="AuthResult">')}</KeepAlive>`,
    "WrongType",
  ],
])("%s is refused all the same", (_, text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }));
});
