import { expect, test } from "@jest/globals";
import { emitAll } from "#generator/emit/all.js";
import { planText, wsdl } from "./contracts.js";

const soap = '<soap:address location="http://localhost/"/>';
const http = '<http:address location="http://localhost/"/>';

/** The plan of a contract whose two ports have these addresses. */
function addressed(first: string, second: string) {
  const text = wsdl({
    input: '<xs:element name="a" type="xs:string"/>',
    output: '<xs:element name="DoResult" type="xs:string"/>',
    parts: '<wsdl:part name="a" type="xs:string"/>',
  });
  const { plan } = planText(text.replace(soap, first).replace(http, second));
  if (plan === undefined) throw new Error("no plan");
  const client = emitAll(plan).find(({ path }) => path === "client.ts")?.text ?? "";
  return { url: plan.services[0]?.url, options: /constructor\((.*)\)/.exec(client)?.[1] };
}

const soapAt = (location: string): string => `<soap:address location="${location}"/>`;
const httpAt = (location: string): string => `<http:address location="${location}"/>`;
const optional = "options: ClientOptions = {}";
const located = "options: LocatedClientOptions";

test.each([
  [
    "that of SOAP",
    soapAt("https://example.com/a"),
    httpAt("http://example.com/b"),
    "https://example.com/a",
    optional,
  ],
  ["that of HTTP, without one of SOAP", "", httpAt("http://example.com/b"), "http://example.com/b", optional],
  [
    "the first that is a URL",
    soapAt("%%location%%"),
    httpAt("http://example.com/b"),
    "http://example.com/b",
    optional,
  ],
  ["none of another protocol", soapAt("jms:jndi:queue"), httpAt("ftp://example.com/"), undefined, located],
  ["none with a password", soapAt("https://a:b@example.com/"), "", undefined, located],
  ["none at all", "", "", undefined, located],
])("the address of a service: %s", (_case, first, second, url, options) => {
  expect(addressed(first, second)).toEqual({ url, options });
});
