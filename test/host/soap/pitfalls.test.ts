import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope, envelopes, namespace } from "../../runtime/greeter.js";
import { mountPath, post, recordingGreeter, send, serveGreeter } from "../greeter/server.js";

let server: RunningServer;
const inputs: unknown[] = [];
beforeAll(async () => {
  server = await serveGreeter({ implementation: recordingGreeter(inputs) });
});
afterAll(() => server.close());
beforeEach(() => {
  inputs.length = 0;
});

const greet = element("Greet");
const withName = (name: string): string => greet.replace("Ann", name);
const types = { soap11: "text/xml; charset=utf-8", soap12: "application/soap+xml; charset=utf-8" } as const;

/** A fault as the version writes it; `text` is a pattern of its text. */
function faultPattern(version: "soap11" | "soap12", code: string, text: string): RegExp {
  return version === "soap11"
    ? new RegExp(`<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}.*</faultstring>`)
    : new RegExp(
        `<soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}`,
      );
}

describe.each(["soap11", "soap12"] as const)("a message in %s", (version) => {
  const client = version === "soap11" ? "Client" : "Sender";

  test("gets a response in its version", async () => {
    const { status, headers, body } = await post(server, version, envelope(version, greet));
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(types[version]);
    expect(body).toBe(
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopes[version]}"` +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
        `<soap:Body><GreetResponse xmlns="${namespace}"><GreetResult><Text>Ann</Text><Count>42</Count>` +
        "</GreetResult></GreetResponse></soap:Body></soap:Envelope>",
    );
  });

  test.each([
    { name: "blanks around a text", given: "  a  b  ", want: "  a  b  " },
    { name: "CDATA with blanks", given: "<![CDATA[ <b> & ]]>", want: " <b> & " },
    {
      name: "CDATA with a declaration",
      given: '<![CDATA[<?xml version="1.0"?><a>1</a>]]>',
      want: '<?xml version="1.0"?><a>1</a>',
    },
    { name: "references", given: "&lt;&#x41;&#128512;&amp;", want: "<A\u{1f600}&" },
    { name: "other scripts", given: "سلام \u{1f600}", want: "سلام \u{1f600}" },
    { name: "line ends", given: "a\r\nb&#13;c", want: "a\nb\rc" },
  ])("keeps $name", async ({ given, want }) => {
    const { status } = await post(server, version, envelope(version, withName(given)));
    expect(status).toBe(200);
    expect(inputs).toEqual([{ customerID: 42, name: want, loud: false }]);
  });

  test.each([
    { name: "malformed XML", message: "<x", code: client, text: "" },
    { name: "nothing", message: "", code: client, text: "" },
    { name: "two roots", message: `${envelope(version, greet)}<x/>`, code: client, text: "" },
    {
      name: "a document type declaration",
      message: `<!DOCTYPE x>${envelope(version, greet)}`,
      code: client,
      text: "",
    },
    { name: "an entity", message: envelope(version, withName("&nbsp;")), code: client, text: "" },
    {
      name: "a declared entity",
      message: `<!DOCTYPE x [<!ENTITY a "b">]>${envelope(version, withName("&a;"))}`,
      code: client,
      text: "",
    },
    {
      name: "white space before the declaration",
      message: `\n<?xml version="1.0"?>${envelope(version, greet)}`,
      code: client,
      text: "",
    },
    { name: "a forbidden character", message: envelope(version, withName("&#1;")), code: client, text: "" },
    {
      name: "no Body",
      message: envelope(version, greet).replaceAll("e:Body", "e:Else"),
      code: client,
      text: "",
    },
    {
      name: "an empty Body",
      message: envelope(version, ""),
      code: client,
      text: "Unable to handle request\\.",
    },
    { name: "two operations", message: envelope(version, greet + greet), code: client, text: "" },
    {
      name: "an unknown operation",
      message: envelope(version, element("Nope")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "an operation in another namespace",
      message: envelope(version, greet.replace(namespace, "urn:other")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "an operation in no namespace",
      message: envelope(version, greet.replace(/ xmlns="[^"]*"/, "")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "__proto__",
      message: envelope(version, element("__proto__")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "constructor",
      message: envelope(version, element("constructor")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "toString",
      message: envelope(version, element("toString")),
      code: client,
      text: "Unable to handle request\\.",
    },
    {
      name: "letters in an int",
      message: envelope(version, greet.replace("42", "12x")),
      code: client,
      text: "",
    },
    {
      name: "an int out of range",
      message: envelope(version, greet.replace("42", "2147483648")),
      code: client,
      text: "",
    },
    {
      name: "no value for an int",
      message: envelope(version, greet.replace("42", "")),
      code: client,
      text: "",
    },
    {
      name: "a boolean that is none",
      message: envelope(version, greet.replace("false", "maybe")),
      code: client,
      text: "",
    },
    {
      name: "a boolean in capitals",
      message: envelope(version, greet.replace("false", "False")),
      code: client,
      text: "",
    },
    {
      name: "a missing field",
      message: envelope(version, greet.replace("<loud>false</loud>", "")),
      code: client,
      text: ".*loud",
    },
    {
      name: "a field twice",
      message: envelope(version, greet.replace("</loud>", "</loud><loud>true</loud>")),
      code: client,
      text: "",
    },
    { name: "an element in a text", message: envelope(version, withName("<b/>")), code: client, text: "" },
    {
      name: "a header that must be understood",
      message: envelope(version, greet, `<e:Header><t:T xmlns:t="urn:t" e:mustUnderstand="1"/></e:Header>`),
      code: "MustUnderstand",
      text: "SOAP header T was not understood\\.",
    },
  ])("with $name is refused, and nothing runs", async ({ message, code, text }) => {
    const { status, headers, body } = await post(server, version, message);
    expect(status).toBe(500);
    expect(headers["content-type"]).toBe(types[version]);
    expect(body).toMatch(faultPattern(version, code, text));
    expect(body).not.toMatch(/at .*\.(js|ts)|node_modules|Error:|Timestamp/);
    expect(inputs).toEqual([]);
  });

  test.each([
    { action: `"${namespace}HTTP_Greet"`, status: 500 },
    { action: `"${namespace}greet"`, status: 500 },
    { action: "Greet", status: 500 },
    { action: `'${namespace}Greet'`, status: 500 },
    { action: "a\tb", status: 500 },
    { action: `"${namespace}Greet"`, status: 200 },
    { action: `${namespace}Greet`, status: 200 },
    { action: encodeURIComponent(`${namespace}Greet`), status: 200 },
    ...['""', ""].map((action) => ({ action, status: version === "soap12" ? 200 : 500 })),
  ])("with SOAPAction $action: $status", async ({ action, status }) => {
    const reply = await post(server, version, envelope(version, greet), { SOAPAction: action });
    expect(reply.status).toBe(status);
    expect(inputs).toHaveLength(status === 200 ? 1 : 0);
    if (status === 500)
      expect(reply.body).toMatch(
        faultPattern(
          version,
          client,
          "(Server did not recognize the value|Unable to handle request. The HTTP header SOAPAction is empty)",
        ),
      );
  });

  test.each(["\u0001", "\ufffe", "\ud800"])(
    "whose response would contain the character %j gets one without it",
    async (text) => {
      const odd = await serveGreeter({ implementation: { greet: async () => ({ Text: text, Count: 1 }) } });
      const { status, body } = await post(odd, version, envelope(version, greet));
      await odd.close();
      expect([200, 500]).toContain(status);
      expect(body).not.toContain(text);
      expect(body).not.toMatch(/&#(x1|1);/);
    },
  );
});

describe("the version of an answer", () => {
  test.each([
    {
      name: "1.2 as text/xml",
      type: "text/xml",
      message: envelope("soap12", greet),
      want: { status: 200, version: "soap12" },
    },
    {
      name: "1.2 with an action",
      type: `application/soap+xml; action="${namespace}Greet"`,
      message: envelope("soap12", greet),
      want: { status: 200, version: "soap12" },
    },
    {
      name: "1.2 with an action of another operation",
      type: `application/soap+xml; action="${namespace}HTTP_Greet"`,
      message: envelope("soap12", greet),
      want: { status: 500, version: "soap12" },
    },
    {
      name: "an envelope of neither",
      type: "text/xml",
      message: envelope("soap12", greet).replace("2003/05", "2001/12"),
      want: { status: 500, version: "soap11", body: /soap12:SupportedEnvelope.*soap:VersionMismatch/ },
    },
    {
      name: "an envelope of neither as 1.2",
      type: "application/soap+xml",
      message: "<x/>",
      want: { status: 500, version: "soap11", body: /soap12:SupportedEnvelope.*soap:VersionMismatch/ },
    },
  ] as const)("$name", async ({ type, message, want }) => {
    const { status, headers, body } = await send(server, {
      headers: { "Content-Type": type },
      body: message,
    });
    expect(status).toBe(want.status);
    expect(headers["content-type"]).toBe(types[want.version]);
    expect(body).toContain(`xmlns:soap="${envelopes[want.version]}"`);
    if ("body" in want) expect(body).toMatch(want.body);
  });
});

test("a charset that is not supported is refused with the reason", async () => {
  const headers = { "Content-Type": "text/xml; charset=koi8-u" };
  const reply = await send(server, { headers, body: envelope("soap11", greet) });
  expect(reply.status).toBe(415);
  expect(reply.headers["content-type"]).toBe(types.soap11);
  expect(reply.body).toContain("The charset of the message is not supported; use UTF-8.");
});

describe("the media type of the response does not depend on the request", () => {
  test.each([
    { type: "text/xml; charset=utf-8; x=<script>", status: 200 },
    { type: "TEXT/XML", status: 200 },
    { type: 'text/xml; charset="UTF-8"', status: 200 },
    { type: "text/xml; charset=ISO-8859-1", status: 200 },
    { type: "text/xml; charset=KOI8-R", status: 200 },
    { type: "text/html", status: 415 },
    { type: "application/xml", status: 415 },
    { type: "application/json", status: 415 },
    { type: "multipart/related; type=text/xml", status: 415 },
    { type: "", status: 415 },
  ])("$type: $status", async ({ type, status }) => {
    const reply = await send(server, { headers: { "Content-Type": type }, body: envelope("soap11", greet) });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.headers["content-type"]).toBe(types.soap11);
    else expect(reply.body).toBe("");
  });
});

test("a mount path in any spelling reaches the operation", async () => {
  for (const path of [mountPath.toLowerCase(), mountPath.toUpperCase(), `/${mountPath}`]) {
    const headers = { "Content-Type": "text/xml" };
    const reply = await send(server, { path, headers, body: envelope("soap11", greet) });
    expect(reply.body).toContain("<Count>42</Count>");
  }
});

test("a large response is complete, in the envelope of its version", async () => {
  const text = "é".repeat(3_000_000);
  const large = await serveGreeter({ implementation: { greet: async () => ({ Text: text, Count: 1 }) } });
  for (const version of ["soap11", "soap12"] as const) {
    const { body } = await post(large, version, envelope(version, greet));
    expect(body).toContain(`xmlns:soap="${envelopes[version]}"`);
    expect(body.includes(`<Text>${text}</Text><Count>1</Count>`)).toBe(true);
    expect(body.endsWith("</GreetResponse></soap:Body></soap:Envelope>")).toBe(true);
  }
  await large.close();
});
