import { describe, expect, test } from "@jest/globals";
import { ServiceFault } from "#runtime/index.js";
import { bindings, type DecodeOptions, isRefused, serviceIndex } from "#runtime/host.js";
import { textStep } from "#runtime/xml/xml-text.js";
import { element, envelope, envelopes, Greet, Greeter, namespace } from "../greeter.js";

const types = { soap11: "text/xml; charset=utf-8", soap12: "application/soap+xml; charset=utf-8" };
const versions = ["soap11", "soap12"] as const;
const index = serviceIndex(Greeter);
/** In place of an action: the header is absent. */
const absent = "absent";

interface Sent {
  readonly type?: string | undefined;
  /** The action of Greet over SOAP 1.1 when undefined. */
  readonly action?: string;
  readonly options?: DecodeOptions;
}

const decode = (
  body: string | Uint8Array,
  { type = types.soap11, action, options = {} }: Sent = {},
  service = index,
) => {
  const isSoap11 = type.toLowerCase().startsWith("text/xml");
  const soapaction = action ?? (isSoap11 ? `"${namespace}Greet"` : undefined);
  const headers = { "content-type": type, soapaction: soapaction === absent ? undefined : soapaction };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return bindings.soap11.decode(
    { method: "POST", path: "", query: "", headers, body: bytes },
    service,
    options,
  );
};

/** `Greet in soap11: {...}` or `InvalidValue in soap11: text`. */
const summary = (body: string | Uint8Array, sent?: Sent): string => {
  const call = decode(body, sent);
  return isRefused(call)
    ? `${call.fault.reason} in ${call.binding}: ${call.fault.message}`
    : `${call.operation.name} in ${call.binding}: ${JSON.stringify(call.input)}`;
};

const greet = element("Greet");
const read = '{"customerID":42,"name":"Ann","loud":false}';

describe("which version", () => {
  test.each<[string, string, string | undefined, string]>([
    ["1.1 as text/xml", envelope("soap11", greet), "text/xml", `Greet in soap11: ${read}`],
    ["1.2 as its own type", envelope("soap12", greet), types.soap12, `Greet in soap12: ${read}`],
    ["1.2 as text/xml", envelope("soap12", greet), types.soap11, `Greet in soap12: ${read}`],
    ["type in other letters", envelope("soap11", greet), "TEXT/XML", `Greet in soap11: ${read}`],
    ["1.1 as the type of 1.2", envelope("soap11", greet), types.soap12, "UnsupportedMediaType in soap11"],
    ["application/xml", envelope("soap11", greet), "application/xml", "UnsupportedMediaType in soap11"],
    ["text/html", envelope("soap11", greet), "text/html", "UnsupportedMediaType in soap11"],
    ["no type", envelope("soap11", greet), "", "UnsupportedMediaType in soap11"],
    [
      "unknown charset",
      envelope("soap11", greet),
      "text/xml; charset=koi8-u",
      "UnsupportedCharset in soap11",
    ],
    [
      "another envelope",
      `<Envelope xmlns="urn:x"><Body>${greet}</Body></Envelope>`,
      types.soap12,
      "UnsupportedVersion in soap11: Possible SOAP version mismatch: Envelope namespace urn:x was unexpected. " +
        "Expecting http://schemas.xmlsoap.org/soap/envelope/.",
    ],
    ["no envelope", greet, types.soap11, "UnsupportedVersion in soap11"],
    ["another root", `<e:Body xmlns:e="${envelopes.soap11}"/>`, types.soap11, "UnsupportedVersion in soap11"],
    [
      "malformed, 1.1",
      "<e",
      types.soap11,
      "MalformedMessage in soap11: Server was unable to read request. ---> ",
    ],
    [
      "malformed, 1.2",
      "<e",
      types.soap12,
      "MalformedMessage in soap12: Server was unable to read request. ---> ",
    ],
    ["empty", "", types.soap11, "MalformedMessage in soap11: Server was unable to read request. ---> "],
    ["DTD", `<!DOCTYPE a>${envelope("soap11", greet)}`, types.soap11, "MalformedMessage in soap11"],
    ["text behind", `${envelope("soap11", greet)}x`, types.soap11, "MalformedMessage in soap11"],
  ])("%s", (_case, body, type, want) => {
    const found = summary(body, { type });
    expect(found.slice(0, want.length)).toBe(want);
  });

  test("charset of the content type", () => {
    const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${envelope("soap11", greet)}`, "utf16le");
    expect(summary(body, { type: "text/xml; charset=utf-16le" })).toBe(`Greet in soap11: ${read}`);
  });

  test("a large message is decoded in steps, with the same result", () => {
    const body = new TextEncoder().encode(envelope("soap11", greet).padStart(2 * textStep + 1, "\r"));
    const request = { method: "POST", path: "", query: "", headers: { "content-type": types.soap11 }, body };
    expect([...bindings.soap11.decodeInSteps(request, index, {})]).toHaveLength(3 + 1);
    expect(summary(body)).toBe(`Greet in soap11: ${read}`);
  });

  test("bytes that are not UTF-8", () => {
    expect(summary(Uint8Array.of(0x3c, 0xff))).toMatch(/^MalformedMessage in soap11: .*\.$/);
  });

  test("the place of a syntax error, the name of an absent field", () => {
    expect(summary(envelope("soap11", "\n<a b></a>"))).toMatch(/ \(line 2, column [0-9]+\)$/);
    const absent = greet.replace("<loud>false</loud>", "");
    expect(summary(envelope("soap11", absent))).toMatch(/^MissingValue in soap11: .*\bloud\b/);
  });
});

describe("which operation", () => {
  const own = (name: string): string => `<${name} xmlns="${namespace}"/>`;
  test.each<[string, string, string]>([
    ["unknown name", own("Nope"), "UnknownOperation"],
    ["other letters", own("greet"), "UnknownOperation"],
    ["__proto__", own("__proto__"), "UnknownOperation"],
    ["constructor", own("constructor"), "UnknownOperation"],
    ["toString", own("toString"), "UnknownOperation"],
    ["response element", own("GreetResponse"), "UnknownOperation"],
    ["no namespace", "<Greet/>", "UnknownOperation"],
    ["another namespace", '<Greet xmlns="urn:x"/>', "UnknownOperation"],
    ["empty Body", "", "UnknownOperation"],
    ["two elements", greet + greet, "MalformedMessage"],
    ["an element behind", `${greet}<x/>`, "MalformedMessage"],
    ["required value absent", own("Greet"), "MissingValue"],
    ["bad value", greet.replace("42", "4x"), "InvalidValue"],
    ["text between elements", greet.replace("<loud>", "and<loud>"), "InvalidValue"],
    ["text in Body", `text${greet}`, "InvalidValue"],
    ["value twice", greet.replace("<loud>", "<customerID>1</customerID><loud>"), "InvalidValue"],
    ["href", `<Greet xmlns="${namespace}" href="#a"/>`, "MissingValue"],
  ])("%s", (_case, body, reason) => {
    for (const version of versions) {
      const call = decode(envelope(version, body), { type: types[version] });
      expect(isRefused(call) && call.fault.reason).toBe(reason);
      expect(call.binding).toBe(version);
    }
  });

  test.each([
    [
      "<Greet/>",
      "The element Greet in soap:Body has no namespace; it must have http://example.com/greeter/.",
    ],
    [
      '<Greet xmlns="urn:x"/>',
      "The element Greet in soap:Body has the namespace urn:x; it must have http://example.com/greeter/.",
    ],
    [own("Nope"), "The element Nope in soap:Body names no operation of this service."],
    ['<Nope xmlns="urn:x"/>', "The element Nope in soap:Body names no operation of this service."],
  ])("%s: %s", (body, text) => {
    for (const version of versions) {
      const call = decode(envelope(version, body), { type: types[version] });
      expect(isRefused(call) && call.fault.message).toBe(`Unable to handle request. ${text}`);
    }
  });

  test("a wrong namespace under another target namespace: the fault names the one that is served", () => {
    const served = serviceIndex(Greeter, { namespace: "urn:served" });
    const texts = ['<Greet xmlns="urn:x"/>', greet].map((body) => {
      const call = decode(envelope("soap11", body), {}, served);
      return isRefused(call) && call.fault.message;
    });
    expect(texts).toEqual([
      "Unable to handle request. The element Greet in soap:Body has the namespace urn:x; it must have urn:served.",
      "Unable to handle request. The element Greet in soap:Body has the namespace http://example.com/greeter/; it must have urn:served.",
    ]);
  });

  test("an operation is only reached by its bindings", () => {
    const peek = own("Peek");
    expect(summary(envelope("soap12", peek), { type: types.soap12 })).toBe("Peek in soap12: {}");
    expect(summary(envelope("soap11", peek))).toMatch(/^UnknownOperation in soap11: /);
  });

  test("a refused call names the operation it is of", () => {
    const call = decode(envelope("soap11", greet.replace("42", "x")));
    expect(call.operation).toBe(Greet);
  });

  test("encodingStyle, order and unknown elements do not matter", () => {
    const body =
      `<g:Greet xmlns:g="${namespace}" xmlns:e="${envelopes.soap11}" e:encodingStyle="urn:x">` +
      `<g:loud>1</g:loud><x/><g:customerID> 7 </g:customerID></g:Greet>`;
    expect(summary(envelope("soap11", body))).toBe('Greet in soap11: {"customerID":7,"loud":true}');
  });

  test("lenient passes over a charset that it does not know", () => {
    const sent = { type: "text/xml; charset=koi8-u", options: { lenient: true } };
    expect(summary(envelope("soap11", greet), sent)).toBe(`Greet in soap11: ${read}`);
  });

  test("lenient replaces an absent value by the first one of the type", () => {
    const sent = { options: { lenient: true } };
    expect(summary(envelope("soap11", own("Greet")), sent)).toBe(
      'Greet in soap11: {"customerID":0,"loud":false}',
    );
  });
});

describe("the parts of an envelope", () => {
  const body = `<e:Body>${greet}</e:Body>`;
  const wrap = (inner: string): string => `<e:Envelope xmlns:e="${envelopes.soap11}">${inner}</e:Envelope>`;
  test.each([
    ["Header", `<e:Header/>${body}`, "Greet in soap11: "],
    ["comments", `<!-- a --><e:Header/><!-- b -->${body}<!-- c -->`, "Greet in soap11: "],
    [
      "no Body",
      "<e:Header/>",
      "MalformedMessage in soap11: Request format is invalid: Missing required soap:Body element.",
    ],
    [
      "nothing",
      "",
      "MalformedMessage in soap11: Request format is invalid: Missing required soap:Body element.",
    ],
    ["two Headers", `<e:Header/><e:Header/>${body}`, "MalformedMessage in soap11: "],
    ["Header behind", `${body}<e:Header/>`, "MalformedMessage in soap11: "],
    ["two Bodies", body + body, "MalformedMessage in soap11: "],
    ["Body of another namespace", `<Body>${greet}</Body>`, "MalformedMessage in soap11: "],
    [
      "Body of the other version",
      `<f:Body xmlns:f="${envelopes.soap12}">${greet}</f:Body>`,
      "MalformedMessage in soap11: ",
    ],
  ])("%s", (_case, inner, want) => {
    const found = summary(wrap(inner));
    expect(found.slice(0, want.length)).toBe(want);
  });
});

describe("mustUnderstand", () => {
  const next11 = "http://schemas.xmlsoap.org/soap/actor/next";
  const role12 = "http://www.w3.org/2003/05/soap-envelope/role/";
  const must = "NotUnderstood";
  const fine = "accepted";
  test.each<[string, string, string]>([
    ["soap11", "", fine],
    ["soap11", 'e:mustUnderstand="1"', must],
    ["soap11", 'e:mustUnderstand=" 1 "', must],
    ["soap11", 'e:mustUnderstand="0"', fine],
    ["soap11", 'e:mustUnderstand="yes"', "InvalidValue"],
    ["soap11", 'mustUnderstand="1"', fine],
    ["soap11", `e:mustUnderstand="1" e:actor="${next11}"`, must],
    ["soap11", 'e:mustUnderstand="1" e:actor=""', must],
    ["soap11", 'e:mustUnderstand="1" e:actor="http://example.com/other"', fine],
    ["soap12", 'e:mustUnderstand="true"', must],
    ["soap12", 'e:mustUnderstand="1"', must],
    ["soap12", 'e:mustUnderstand="false"', fine],
    ["soap12", `e:mustUnderstand="true" e:role="${role12}next"`, must],
    ["soap12", `e:mustUnderstand="true" e:role="${role12}ultimateReceiver"`, must],
    ["soap12", `e:mustUnderstand="true" e:role="${role12}none"`, fine],
    ["soap12", 'e:mustUnderstand="true" e:role="http://example.com/other"', fine],
    ["soap12", 'e:mustUnderstand="true" e:actor="http://example.com/other"', must],
  ])("%s %s", (version, attributes, want) => {
    const known = version === "soap11" ? "soap11" : "soap12";
    const header = `<e:Header><a xmlns="urn:x"/><b:Security xmlns:b="urn:x" ${attributes}><c/></b:Security></e:Header>`;
    const call = decode(envelope(known, greet, header), { type: types[known] });
    expect(isRefused(call) ? call.fault.reason : "accepted").toBe(want);
    if (isRefused(call) && want === must) {
      expect(call.fault.message).toBe("SOAP header Security was not understood.");
    }
  });
});

describe("action and body must agree", () => {
  const other = `${namespace}HTTP_Greet`;
  const required = (found: string): string =>
    `UnknownOperation in soap11: Unable to handle request. The HTTP header SOAPAction is ${found}; SOAP 1.1 requires it: "${namespace}Greet".`;
  test.each<["soap11" | "soap12", string, string | undefined, string]>([
    ["soap11", types.soap11, `"${namespace}Greet"`, "Greet in soap11: "],
    ["soap11", types.soap11, `${namespace}Greet`, "Greet in soap11: "],
    ["soap11", types.soap11, encodeURIComponent(`${namespace}Greet`), "Greet in soap11: "],
    ["soap11", types.soap11, absent, required("absent")],
    ["soap11", types.soap11, "", required("empty")],
    ["soap11", types.soap11, '""', required("empty")],
    ["soap12", types.soap11, absent, "Greet in soap12: "],
    ["soap12", types.soap12, '""', "Greet in soap12: "],
    [
      "soap11",
      types.soap11,
      `"${other}"`,
      `UnknownOperation in soap11: Server did not recognize the value of HTTP Header SOAPAction: ${other}.`,
    ],
    ["soap12", `${types.soap12}; action="${namespace}Greet"`, undefined, "Greet in soap12: "],
    [
      "soap12",
      `${types.soap12}; action="${other}"`,
      undefined,
      `UnknownOperation in soap12: Unable to handle request. The action '${other}' was not recognized.`,
    ],
    ["soap12", types.soap12, `"${other}"`, "UnknownOperation in soap12: "],
    ["soap12", types.soap11, `"${other}"`, "UnknownOperation in soap12: "],
  ])("%s as %s with SOAPAction %s", (version, type, action, want) => {
    const found = summary(envelope(version, greet), action === undefined ? { type } : { type, action });
    expect(found.slice(0, want.length)).toBe(want);
  });

  test.each<["soap11" | "soap12", string, string | undefined, string]>([
    ["soap12", `${types.soap12}; action="Greet"`, undefined, "Greet in soap12: "],
    ["soap12", types.soap12, "urn:nope", "Greet in soap12: "],
    ["soap12", `${types.soap12}; action="${other}"`, undefined, "UnknownOperation in soap12: "],
    ["soap12", types.soap12, other, "UnknownOperation in soap12: "],
    ["soap12", types.soap11, "urn:nope", "UnknownOperation in soap12: "],
    ["soap11", types.soap11, "urn:nope", "UnknownOperation in soap11: "],
    ["soap11", types.soap11, absent, "Greet in soap11: "],
    ["soap11", types.soap11, '""', "Greet in soap11: "],
  ])("leniently, %s as %s with SOAPAction %s", (version, type, action, want) => {
    const sent = { type, ...(action === undefined ? {} : { action }), options: { lenient: true } };
    expect(summary(envelope(version, greet), sent)).toContain(want);
  });
});

describe("answers", () => {
  const start = (version: "soap11" | "soap12"): string =>
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopes[version]}" ` +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">';
  const end = "</soap:Body></soap:Envelope>";

  test.each(versions)("result in %s", (version) => {
    const answer = bindings[version].encode(Greet, { Text: "a<b", Count: 2 }, index);
    const result = `<GreetResponse xmlns="${namespace}"><GreetResult><Text>a&lt;b</Text><Count>2</Count></GreetResult></GreetResponse>`;
    expect(answer.status).toBe(200);
    expect(answer.contentType).toBe(types[version]);
    expect(answer.body.join("")).toBe(`${start(version)}<soap:Body>${result}${end}`);
  });

  const fault = (
    reason: "InvalidValue" | "NotUnderstood" | "UnsupportedVersion" | "Unavailable",
    text: string,
  ) => new ServiceFault(reason, text);
  test.each<["soap11" | "soap12", ServiceFault, string]>([
    [
      "soap11",
      fault("InvalidValue", "a<b & 'c'"),
      "<faultcode>soap:Client</faultcode><faultstring>a&lt;b &amp; 'c'</faultstring><detail />",
    ],
    [
      "soap11",
      fault("Unavailable", "later"),
      "<faultcode>soap:Server</faultcode><faultstring>later</faultstring><detail />",
    ],
    [
      "soap11",
      fault("NotUnderstood", "x"),
      "<faultcode>soap:MustUnderstand</faultcode><faultstring>x</faultstring>",
    ],
    [
      "soap11",
      fault("InvalidValue", "\u0001\ud800"),
      "<faultcode>soap:Client</faultcode><faultstring>\ufffd\ufffd</faultstring><detail />",
    ],
    [
      "soap12",
      fault("InvalidValue", "a<b"),
      '<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">a&lt;b</soap:Text></soap:Reason><soap:Detail />',
    ],
    [
      "soap12",
      fault("Unavailable", "later"),
      '<soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">later</soap:Text></soap:Reason><soap:Detail />',
    ],
  ])("fault in %s %s", (version, refused, want) => {
    const answer = bindings[version].encodeFault(refused);
    expect(answer.status).toBe(500);
    expect(answer.contentType).toBe(types[version]);
    expect(answer.body.join("")).toBe(`${start(version)}<soap:Body><soap:Fault>${want}</soap:Fault>${end}`);
  });

  test("a version mismatch names the versions", () => {
    const text = bindings.soap11.encodeFault(fault("UnsupportedVersion", "no")).body.join("");
    expect(text).toContain(`<soap:Header><soap12:Upgrade xmlns:soap12="${envelopes.soap12}">`);
    expect(text).toContain('qname="soap:Envelope" /><soap12:SupportedEnvelope qname="soap12:Envelope" />');
  });

  test("a body that is not a message gets only a status", () => {
    const answer = bindings.soap11.encodeFault(new ServiceFault("UnsupportedMediaType", "no"));
    expect([answer.status, ...answer.body]).toEqual([415]);
  });

  test("a charset that is not supported gets the reason with the status", () => {
    const answer = bindings.soap11.encodeFault(new ServiceFault("UnsupportedCharset", "use UTF-8"));
    expect(answer.status).toBe(415);
    expect(answer.body.join("")).toContain("<faultstring>use UTF-8</faultstring>");
  });
});
