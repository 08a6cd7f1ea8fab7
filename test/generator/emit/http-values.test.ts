import { expect, test } from "@jest/globals";
import type { ClientOptions } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { planText } from "../plan/contracts.js";
import { builtModule } from "./built.js";

const soapTypes =
  'xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"';

/** A contract with an HTTP GET binding only. */
const wsdl = `<w:definitions ${soapTypes} xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:example" targetNamespace="urn:example">
<w:types><xs:schema targetNamespace="urn:example"><xs:element name="word" type="xs:string" nillable="true"/></xs:schema></w:types>
<w:message name="In"><w:part name="loud" type="xs:boolean"/></w:message>
<w:message name="Out"><w:part name="Body" element="t:word"/></w:message>
<w:portType name="Port"><w:operation name="Say"><w:input message="t:In"/><w:output message="t:Out"/></w:operation></w:portType>
<w:binding name="Get" type="t:Port"><http:binding verb="GET"/><w:operation name="Say"><http:operation location="/Say"/>
<w:input><http:urlEncoded/></w:input><w:output><mime:mimeXml part="Body"/></w:output></w:operation></w:binding>
<w:service name="Words"><w:port name="Get" binding="t:Get"><http:address location="http://localhost/"/></w:port></w:service>
</w:definitions>`;

interface Output {
  readonly Words: AnyService;
  readonly WordsClient: new (options: ClientOptions) => {
    say(input: { readonly loud: boolean }): Promise<string | null>;
  };
}

const { plan, errors } = planText(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Words, WordsClient } = (await builtModule(plan, "http-values", "index")) as Output;

const transport = inMemoryTransport(Words, {
  say: async ({ loud }: { readonly loud: boolean }) => (loud ? "Hello" : null),
});

test("a nil root element of a response is null", async () => {
  const client = new WordsClient({ transport });
  expect([await client.say({ loud: true }), await client.say({ loud: false })]).toEqual(["Hello", null]);
});

test.each([
  ["1", 200, ">Hello<"],
  ["0", 200, 'nil="true"'],
  ["TRUE", 200, ">Hello<"],
  [" false ", 200, 'nil="true"'],
  ["2", 500, "Cannot convert 2 to System.Boolean"],
])("a parameter declared as xs:boolean: %s", async (text, status, found) => {
  const target = `/Say?loud=${encodeURIComponent(text)}`;
  const request = {
    method: "GET",
    target,
    headers: {},
    body: undefined,
    timeout: 150_000,
    signal: undefined,
  } as const;
  const response = await transport.send(request);
  expect([response.status, new TextDecoder().decode(response.body)]).toEqual([
    status,
    expect.stringContaining(found),
  ]);
});
