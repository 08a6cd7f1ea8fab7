import { expect, test } from "@jest/globals";
import { defaults, wsdlOf, type Fragments } from "../model/fragments.js";
import { planText } from "./contracts.js";

const required =
  '<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"/>';
const metadata = 'xmlns:a="http://www.w3.org/2007/05/addressing/metadata"';
const candidate = 'xmlns:b="http://www.w3.org/2006/05/addressing/wsdl"';
const silent = defaults.binding.replace("urn:example/Send", "");
const portType = (attributes: string): string =>
  defaults.portType.replace("<wsdl:input", `<wsdl:input ${attributes}`);

/** soapAction and Action of the operation, and the versions of SOAP that require WS-Addressing. */
test.each<[string, Fragments, string | undefined, readonly string[]]>([
  ["no addressing, no soapAction", { binding: silent }, undefined, []],
  ["the soapAction", { binding: required + defaults.binding }, undefined, ["soap11"]],
  ["the default pattern", { binding: required + silent }, "urn:example:PortType:SendRequest", ["soap11"]],
  [
    "the name of the input",
    { binding: required + silent, portType: portType('name="In"') },
    "urn:example:PortType:In",
    ["soap11"],
  ],
  [
    "a one-way operation",
    { binding: required + silent, portType: defaults.portType.replace(/<wsdl:output[^>]*>/, "") },
    "urn:example:PortType:Send",
    ["soap11"],
  ],
  ["wsam:Action", { portType: portType(`${metadata} a:Action="urn:a"`) }, "urn:a", []],
  ["wsaw:Action", { portType: portType(`${candidate} b:Action="urn:b"`) }, "urn:b", []],
  [
    "both, the newer one first",
    { portType: portType(`${candidate} b:Action="urn:b" ${metadata} a:Action="urn:a"`) },
    "urn:a",
    [],
  ],
  [
    "the same as the soapAction",
    { portType: portType(`${metadata} a:Action="urn:example/Send"`) },
    undefined,
    [],
  ],
])("the Action of an operation: %s", (_title, fragments, action, versions) => {
  const { plan, errors } = planText(wsdlOf(fragments));
  expect(errors).toEqual([]);
  expect(plan?.operations.map((operation) => operation.addressingAction)).toEqual([action]);
  expect(plan?.services.map(({ addressing }) => addressing)).toEqual([versions]);
});

test.each([
  ["http://example.com/tasks", "http://example.com/tasks/PortType/SendRequest"],
  ["http://example.com/tasks/", "http://example.com/tasks/PortType/SendRequest"],
  ["URN:example", "URN:example:PortType:SendRequest"],
])("the default pattern in the namespace %s", (namespace, want) => {
  const text = wsdlOf({ binding: required + silent }).replaceAll('"urn:example"', `"${namespace}"`);
  expect(planText(text).plan?.operations.map(({ addressingAction }) => addressingAction)).toEqual([want]);
});

test("a contract that declares the headers itself has them as arguments", () => {
  const header = '<soap:header message="tns:Head" part="action" use="literal"/>';
  const text = wsdlOf({
    binding: required + defaults.binding.replace("<soap:body", `${header}<soap:body`),
    messages:
      `${defaults.messages}<wsdl:message name="Head"><wsdl:part name="action" element="a:Action" ` +
      'xmlns:a="http://www.w3.org/2005/08/addressing"/></wsdl:message>',
  });
  const { plan, errors } = planText(text);
  expect(errors).toEqual([]);
  expect(plan?.services.map(({ addressing }) => addressing)).toEqual([[]]);
});
