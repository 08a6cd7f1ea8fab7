import { describe, expect, test } from "@jest/globals";
import { headerObject, withoutTimestamp } from "#host/soap/header-object.js";
import { describeSoap } from "#host/soap/description.js";
import { bindings, type DecodedCall, isRefused, serviceIndex } from "#runtime/host.js";
import { element, envelope, Greeter } from "../../runtime/greeter.js";
import { readByNodeSoap } from "./described-wsdl.js";

const oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const wsse = `${oasis}-wssecurity-secext-1.0.xsd`;
const wsu = `${oasis}-wssecurity-utility-1.0.xsd`;
const digest = `${oasis}-username-token-profile-1.0#PasswordDigest`;
const security = (content: string): string =>
  `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}" soap:mustUnderstand="0">${content}</wsse:Security>`;
const timestamp =
  '<wsu:Timestamp wsu:Id="T"><wsu:Created>2026-01-01T00:00:00Z</wsu:Created><wsu:Expires>2026-01-01T00:05:00Z</wsu:Expires></wsu:Timestamp>';

const requestWith = (blocks: string): string =>
  envelope(
    "soap11",
    element("Greet"),
    `<soap:Header xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">${blocks}</soap:Header>`,
  );

const index = serviceIndex(Greeter, { keepBlocks: () => true });

function decoded(text: string): DecodedCall {
  const headers = { "content-type": "text/xml; charset=utf-8", soapaction: '""' };
  const request = { method: "POST", path: "", query: "", headers, body: Buffer.from(text) };
  const call = bindings.soap11.decode(request, index, { withoutAction: true });
  if (isRefused(call)) throw call.fault;
  return call;
}

const noNames = { ports: [], portTypes: new Map<string, string>(), operations: [] };

describe("headers are those that node-soap reads", () => {
  test.each<[string, string]>([
    [
      "a user name and a password as text",
      security(
        "<wsse:UsernameToken><wsse:Username>42</wsse:Username><wsse:Password>s</wsse:Password></wsse:UsernameToken>",
      ),
    ],
    [
      "a digest with its attributes",
      security(
        `<wsse:UsernameToken wsu:Id="U"><wsse:Username>42</wsse:Username><wsse:Password Type="${digest}">cw==</wsse:Password>` +
          '<wsse:Nonce EncodingType="x">bm9uY2U=</wsse:Nonce><wsu:Created>2026-01-01T00:00:00Z</wsu:Created></wsse:UsernameToken>',
      ),
    ],
    ["a Timestamp", security(timestamp)],
    [
      "empty texts",
      security("<wsse:UsernameToken><wsse:Username/><wsse:Password></wsse:Password></wsse:UsernameToken>"),
    ],
    ["an empty element", '<t:Session xmlns:t="urn:t"/>'],
    ["a text", '<t:Session xmlns:t="urn:t">1</t:Session>'],
    ["white space around a text", '<t:Session xmlns:t="urn:t">\n  a b\n</t:Session>'],
    ["references and CDATA", '<t:Session xmlns:t="urn:t">a&lt;<![CDATA[&b]]></t:Session>'],
    ["a text with an attribute", '<t:Session xmlns:t="urn:t" id="x">1</t:Session>'],
    ["repeated elements", '<t:List xmlns:t="urn:t"><t:Item>1</t:Item><t:Item>2</t:Item></t:List>'],
    [
      "two headers of one name",
      '<t:Session xmlns:t="urn:t">1</t:Session><t:Session xmlns:t="urn:t">2</t:Session>',
    ],
    [
      "several headers",
      `${security(timestamp)}<t:To xmlns:t="urn:t">a</t:To><t:From xmlns:t="urn:t"><t:Name>b</t:Name></t:From>`,
    ],
    ["nested elements", '<t:A xmlns:t="urn:t"><t:B><t:C><t:D>1</t:D></t:C></t:B><t:E/></t:A>'],
  ])("%s", async (_, blocks) => {
    const wsdl = await readByNodeSoap(describeSoap(index, "soap11", noNames));
    Object.assign(wsdl.options, { attributesKey: "attributes" });
    const text = requestWith(blocks);
    const { Header } = wsdl.xmlToObject(text) as { readonly Header: object };
    expect(headerObject(decoded(text))).toEqual(Header);
  });

  test("no header, and an empty one, are none", () => {
    expect(headerObject(decoded(envelope("soap11", element("Greet"))))).toBeUndefined();
    expect(headerObject(decoded(requestWith("")))).toBeUndefined();
  });

  test("names of members that every object has are members", () => {
    const header = headerObject(
      decoded(requestWith('<t:__proto__ xmlns:t="urn:t"><t:constructor>1</t:constructor></t:__proto__>')),
    );
    expect(Object.keys(header ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(header)).toBe(Object.prototype);
  });
});

/** Elements of different names. */
const different = (count: number, content = ""): string =>
  Array.from({ length: count }, (_, index) => `<a${index}>${content}</a${index}>`).join("");
const session = '<t:Session xmlns:t="urn:t">1</t:Session>';
const long = "x".repeat(65_500);

describe("a header for which there is no room is left out, and so are those behind it", () => {
  test.each<[string, string, number, boolean]>([
    ["63 headers", different(63), 63, true],
    ["64 headers", different(64), 64, false],
    ["199,000 headers", different(99_000) + "<a/>".repeat(100_000), 64, false],
    ["998 elements", `<a>${different(998)}</a>`, 1, true],
    ["999 elements", `<a>${different(999)}</a>`, 1, false],
    ["1,000 elements", `<a>${different(1_000)}</a>`, 0, false],
    ["elements in several headers", `<a>${different(600)}</a><b>${different(600)}</b>`, 1, false],
    ["elements inside of elements", `<a><b>${different(1_000)}</b></a>`, 0, false],
    ["a long text", `<a>${long}</a>`, 1, true],
    ["too long a text", `<a>${long}${long}</a>`, 0, false],
    ["too long texts", `<a>${different(2, long)}</a>`, 0, false],
    ["too long texts beside elements", `<a>${long}<b/>${long}<c/></a>`, 0, false],
    ["a long attribute", `<a b="${long}"/>`, 1, true],
    ["too long an attribute", `<a b="${long}${long}"/>`, 0, false],
    ["too long an attribute inside", `<a><b c="${long}${long}"/></a>`, 0, false],
  ])("%s", (_, blocks, before, isSeen) => {
    const { input, blocks: kept = [] } = decoded(requestWith(blocks + session));
    expect(input).toEqual({ customerID: 42, name: "Ann", loud: false });
    expect(kept.map(({ name }) => name).slice(before)).toEqual(isSeen ? ["Session"] : []);
    expect(kept).toHaveLength(before + (isSeen ? 1 : 0));
  });

  test("one that must be understood is not understood", () => {
    const must = (count: number): string => requestWith(`<a soap:mustUnderstand="1">${different(count)}</a>`);
    expect(() => decoded(must(999))).not.toThrow();
    expect(() => decoded(must(1_000))).toThrow("SOAP header a was not understood.");
  });

  test("elements of different names take time in proportion", () => {
    const children = Array.from({ length: 199_000 }, (_, index) => ({
      namespace: "",
      name: `a${index}`,
      attributes: [],
      children: [],
    }));
    const call = decoded(requestWith(""));
    const begun = process.cpuUsage();
    expect(Object.keys(headerObject({ ...call, blocks: children }) ?? {})).toHaveLength(199_000);
    const [block] = decoded(requestWith("<Security/>")).blocks ?? [];
    if (block === undefined) throw new Error("There is no header.");
    headerObject({ ...call, blocks: [{ ...block, children }] });
    // Each name compared with each other one would take more than a minute.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(15_000);
  });
});

describe("a Timestamp is taken out of the header Security", () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    [
      "with a token",
      { Security: { UsernameToken: 1, Timestamp: 2 } },
      { content: { UsernameToken: 1 }, timestamp: 2 },
    ],
    ["alone", { Security: { Timestamp: null } }, { content: {}, timestamp: null }],
    ["not where there is none", { Security: { UsernameToken: 1 } }, undefined],
    ["not from another header", { Other: { Timestamp: 1 } }, undefined],
    ["not from an empty one", { Security: null }, undefined],
    ["not from a text", { Security: "Timestamp" }, undefined],
  ])("%s", (_, header, want) => {
    expect(withoutTimestamp(header)).toEqual(want);
    if (want !== undefined) expect(header["Security"]).not.toHaveProperty("Timestamp");
  });
});
