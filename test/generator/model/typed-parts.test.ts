import { expect, test } from "@jest/globals";
import { build, defaults, type Fragments } from "./fragments.js";

const message = (name: string, ...parts: readonly string[]): string =>
  `<wsdl:message name="${name}">${parts.map((part) => `<wsdl:part ${part}/>`).join("")}</wsdl:message>`;
const send = 'name="parameters" element="tns:Send"';
const sent = 'name="parameters" element="tns:SendResponse"';
const typed = (name: string): string => `name="${name}" type="xs:string"`;
const finding = (name: string): string =>
  `MG2042 the part ${name} of a document/literal message, which names a type, is treated as the element ${name} without a namespace`;
const body = (more = ""): string => `<soap:body use="literal"${more}/>`;
const bound = (input: string, style = "document"): string =>
  `<soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Send"><wsdl:input>${input}</wsdl:input>` +
  `<wsdl:output>${body()}</wsdl:output></wsdl:operation>`;

test.each<readonly [string, Fragments, ...string[]]>([
  ["the input", { messages: message("SendIn", typed("a")) + message("SendOut", sent) }, finding("a")],
  ["the output", { messages: message("SendIn", send) + message("SendOut", typed("b")) }, finding("b")],
  [
    "both",
    { messages: message("SendIn", typed("a")) + message("SendOut", typed("b")) },
    finding("a"),
    finding("b"),
  ],
  [
    "two parts",
    { messages: message("SendIn", typed("a"), typed("c")) + message("SendOut", sent) },
    finding("a"),
    finding("c"),
  ],
  [
    "one of those in soap:body",
    {
      messages: message("SendIn", typed("a"), typed("c")) + message("SendOut", sent),
      binding: bound(body(' parts="c"')),
    },
    finding("c"),
  ],
  [
    "not one in a header",
    {
      messages: message("SendIn", send, typed("h")) + message("SendOut", sent),
      binding: bound(`${body()}<soap:header message="tns:SendIn" part="h" use="literal"/>`),
    },
  ],
  [
    "not in the style rpc",
    { messages: message("SendIn", typed("a")) + message("SendOut", sent), binding: bound(body(), "rpc") },
  ],
  [
    "not if encoded",
    {
      messages: message("SendIn", typed("a")) + message("SendOut", sent),
      binding: bound('<soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>'),
    },
  ],
  ["none", { messages: defaults.messages }],
])("a part of a document that names a type: %s", (_, fragments, ...wanted) => {
  const found = build(fragments).found.map((text) => text.replace(/^\S+ /, ""));
  expect(found.filter((text) => text.startsWith("MG2042"))).toEqual(wanted);
});
