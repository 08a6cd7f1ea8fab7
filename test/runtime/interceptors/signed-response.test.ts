import { describe, expect, test } from "@jest/globals";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { readSoapHeaders, securityHeader } from "#runtime/interceptors.js";
import { orderNamespaces } from "#runtime/interceptors/namespace-order.js";
import { verifyResponses } from "#runtime/node-soap.js";
import { answering, failure } from "../greeter-client.js";
import { envelope, Greet, namespace } from "../greeter.js";

const fail = (): never => {
  throw new Error("No algorithm");
};

const input = { customerID: 42, name: "Ann", loud: false };
const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const secext = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const prefix = "Protocol: The signature of the response is not valid: ";

describe("verifyResponses", () => {
  const faultOf = (content: string): string =>
    `<S:Envelope xmlns:S="${soap}"><S:Body><S:Fault>${content}</S:Fault></S:Body></S:Envelope>`;

  test.each([
    [
      "an unsigned fault",
      faultOf("<faultcode>S:Server</faultcode><faultstring>The clock is\n wrong</faultstring>"),
      "Envelope has 0 Header; unverified fault: Server The clock is  wrong",
    ],
    [
      "a long fault",
      faultOf(`<faultcode>S:Server</faultcode><faultstring>${"x".repeat(9_000)}</faultstring>`),
      `Envelope has 0 Header; unverified fault: Server ${"x".repeat(193)}...`,
    ],
    [
      "an unsigned result",
      envelope("soap11", `<GreetResponse xmlns="${namespace}"/>`),
      "Envelope has 0 Header",
    ],
    ["no envelope", "<html/>", "no envelope"],
  ])("reports %s", async (_, text, reason) => {
    const verify = verifyResponses({ SignedXml, DOMParser, certificate: "" });
    const { client } = answering({ text, status: 500 }, { interceptors: [verify] });
    expect(await failure(client.call(Greet, input))).toBe(prefix + reason);
  });
});

describe("a response with a Security header that must be understood", () => {
  const security = `<w:Security xmlns:w="${secext}" soap:mustUnderstand="1"/>`;
  const greeted = `<GreetResponse xmlns="${namespace}"><GreetResult><Count>1</Count></GreetResult></GreetResponse>`;
  const text = envelope("soap11", greeted).replace(/<(\w+):Body>/u, (body, soapPrefix: string) => {
    const header = security.replace("soap:", `${soapPrefix}:`);
    return `<${soapPrefix}:Header>${header}</${soapPrefix}:Header>${body}`;
  });

  test("is refused with the interceptors that accept it", async () => {
    const { client } = answering({ text });
    expect(await failure(client.call(Greet, input))).toBe(
      "Protocol: The header Security must be understood: " +
        "verify it with verifyResponses, or accept it with readSoapHeaders and securityHeader without verification",
    );
  });

  test("is read without verification if readSoapHeaders understands it", async () => {
    const interceptors = [readSoapHeaders(() => undefined, { understood: [securityHeader] })];
    const { client } = answering({ text }, { interceptors });
    expect(await client.call(Greet, input)).toEqual({ Count: 1 });
  });
});

describe("namespace declarations in signed text", () => {
  const document =
    '<ds:x xmlns:ds="urn:d" xmlns:a_b="urn:u" xmlns:a1="urn:n" xmlns:S="urn:s" xmlns:SOAP-ENV="urn:e" ' +
    'S:a="1" SOAP-ENV:b="2" a1:c="3" a_b:d="4"/>';

  test.each([
    "http://www.w3.org/2001/10/xml-exc-c14n#",
    "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  ] as const)("are ordered by code points: %s", (uri) => {
    const signed = new SignedXml();
    orderNamespaces(signed);
    const first = signed.CanonicalizationAlgorithms[uri] ?? fail();
    orderNamespaces(signed);
    expect(signed.CanonicalizationAlgorithms[uri]).toBe(first);
    const { documentElement } = new DOMParser().parseFromString(document, "text/xml");
    const made = new first().process(documentElement, {});
    const text = typeof made === "string" ? made : "";
    const prefixes = [...text.matchAll(/xmlns:([^=]+)=/gu)].map(([, name]) => name);
    expect(prefixes).toEqual(["S", "SOAP-ENV", "a1", "a_b", "ds"]);
  });
});
