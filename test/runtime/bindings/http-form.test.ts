import { describe, expect, test } from "@jest/globals";
import { ServiceFault } from "#runtime/index.js";
import { bindingFor, bindings, isRefused, type LegacyCharset, serviceIndex } from "#runtime/host.js";
import { Greeter, HttpGreet, namespace, Peek } from "../greeter.js";

const index = serviceIndex(Greeter);
const formType = "application/x-www-form-urlencoded";
const good = "customerID=42&name=Ann&loud=True";

interface Sent {
  readonly path?: string;
  readonly query?: string;
  readonly body?: string | Uint8Array;
  readonly type?: string | undefined;
  readonly lenient?: boolean;
  readonly charset?: LegacyCharset;
}

const summary = (name: "httpGet" | "httpPost", sent: Sent): string => {
  const { path = "/HTTP_Greet", query = "", body = "", type, ...options } = sent;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const method = name === "httpGet" ? "GET" : "POST";
  const request = { method, path, query, headers: { "content-type": type }, body: bytes };
  const call = bindings[name].decode(request, index, options);
  return isRefused(call) ? `${call.fault.reason}: ${call.fault.message}` : JSON.stringify(call.input);
};

const read = '{"customerID":42,"name":"Ann","loud":true}';

describe("GET", () => {
  test.each<[string, Sent, string]>([
    ["good", { query: good }, read],
    ["nothing optional", { query: "CUSTOMERID=1&Loud=false" }, '{"customerID":1,"loud":false}'],
    ["the body is not read", { body: good, type: formType }, "MissingValue: Missing parameter: customerID."],
    ["the first missing one is named", { query: "name=x" }, "MissingValue: Missing parameter: customerID."],
    [
      "bytes beyond ASCII are UTF-8",
      { query: "customerID=1&loud=true&name=\u00c3\u00a9" },
      '{"customerID":1,"name":"é","loud":true}',
    ],
    [
      "bytes that are not UTF-8",
      { query: "customerID=1&loud=true&name=\u00e9" },
      "MalformedMessage: The parameters are not UTF-8.",
    ],
    [
      "unknown operation",
      { path: "/Nope", query: good },
      "UnknownOperation: Nope Web Service method name is not valid.",
    ],
    [
      "__proto__",
      { path: "/__proto__" },
      "UnknownOperation: __proto__ Web Service method name is not valid.",
    ],
    [
      "without this binding",
      { path: "/Greet", query: good },
      "UnknownOperation: Greet Web Service method name is not valid.",
    ],
    [
      "other letters, without this binding",
      { path: "/greet" },
      "UnknownOperation: greet Web Service method name is not valid.",
    ],
    [
      "other letters",
      { path: "/http_greet", query: good },
      "UnknownOperation: Invalid method name 'http_greet',  method names are case sensitive.   The method name " +
        "'HTTP_Greet' with the same name but different casing was found.\nParameter name: methodName",
    ],
    [
      "the charset of the mount",
      { query: "customerID=1&loud=true&name=%C7%E1\xc7+%63%25", charset: "windows-1256" },
      '{"customerID":1,"name":"الا c%","loud":true}',
    ],
    [
      "a multi-byte charset of the mount, its characters partly escaped",
      { query: "customerID=1&loud=true&name=%83A%83%41\u0083\u0041%95%5C%26%B1", charset: "shift_jis" },
      '{"customerID":1,"name":"アアア表&ｱ","loud":true}',
    ],
    [
      "lenient",
      { query: "customerID=1&name=a&name=b", lenient: true },
      '{"customerID":1,"name":"a,b","loud":false}',
    ],
  ])("%s", (_case, sent, want) => {
    expect(summary("httpGet", sent)).toBe(want);
  });
});

describe("POST", () => {
  test.each<[string, Sent, string]>([
    ["good", { body: good, type: formType }, read],
    ["charset in other letters", { body: good, type: `${formType}; charset="UTF-8"` }, read],
    [
      "UTF-8 bytes",
      { body: "customerID=1&loud=true&name=é", type: formType },
      '{"customerID":1,"name":"é","loud":true}',
    ],
    [
      "the query is not read",
      { query: good, type: formType },
      "MissingValue: Missing parameter: customerID.",
    ],
    [
      "another type",
      { body: good, type: "text/plain" },
      "InvalidValue: Request format is invalid: text/plain.",
    ],
    ["no type", { body: good }, "InvalidValue: Request format is invalid: ."],
    [
      "another charset",
      { body: good, type: `${formType}; charset=latin1` },
      "UnsupportedCharset: Forms cannot be in the charset latin1.",
    ],
    ["UTF-8 without hyphen", { body: good, type: `${formType}; charset=utf8` }, read],
    [
      "another charset, lenient",
      { body: "customerID=1&loud=true&name=%C3%A9", type: `${formType}; charset=latin1`, lenient: true },
      '{"customerID":1,"name":"é","loud":true}',
    ],
    [
      "another charset, lenient, on a mount with one",
      {
        ...{ body: "customerID=1&loud=true&name=%E3", type: `${formType}; charset=latin1` },
        ...{ lenient: true, charset: "windows-1256" },
      },
      '{"customerID":1,"name":"م","loud":true}',
    ],
    [
      "a form of Latin-1",
      {
        body: Buffer.from("customerID=1&loud=true&name=%E9\xe8", "latin1"),
        type: `${formType}; charset=ISO-8859-1`,
      },
      '{"customerID":1,"name":"éè","loud":true}',
    ],
    [
      "the charset of the mount",
      { body: "customerID=1&loud=true&name=%E3%D1+%u0645", type: formType, charset: "windows-1256" },
      '{"customerID":1,"name":"مر م","loud":true}',
    ],
    [
      "the charset of the type before that of the mount",
      {
        body: "customerID=1&loud=true&name=%C3%A9",
        type: `${formType}; charset=utf-8`,
        charset: "windows-1256",
      },
      '{"customerID":1,"name":"é","loud":true}',
    ],
    ...(
      [
        ["Shift_JIS", "%83A%83%41%95%5c+%2541", "アア表 %41"],
        ["windows-31j", "%87@", "①"],
        ["EUC-JP", "%A5%A2%8F%B0%A1", "ア丂"],
        ["gb18030", "%D6%D0%949%FC6%81%30%81%30", "中😀\u0080"],
        ["gbk", "%81@%D6%D0", "丂中"],
        ["gb2312", "%D6%D0", "中"],
        ["Big5", "%A5%5C%A4%A4=", "功中="],
        ["euc-kr", "%B0%A1%u0645", "가م"],
      ] as const
    ).map(([charset, name, want]): [string, Sent, string] => [
      `a form of ${charset}`,
      { body: `customerID=1&loud=true&name=${name}`, type: `${formType}; charset=${charset}` },
      JSON.stringify({ customerID: 1, name: want, loud: true }),
    ]),
    [
      "half a character of Shift_JIS",
      { body: "customerID=1&name=%83&loud=true", type: `${formType}; charset=shift_jis` },
      "MalformedMessage: The parameters are not SHIFT_JIS.",
    ],
    [
      "half a character of Shift_JIS, lenient",
      { body: "customerID=1&name=%83&loud=true", type: `${formType}; charset=shift_jis`, lenient: true },
      '{"customerID":1,"name":"�","loud":true}',
    ],
    [
      "escapes outside the charset",
      { body: "customerID=1&loud=true&name=%A1", type: formType, charset: "iso-8859-6" },
      "InvalidValue: A parameter holds %XX escapes that are not ISO-8859-6.",
    ],
    [
      "not UTF-8",
      { body: Uint8Array.of(0x61, 0x3d, 0xff), type: formType },
      "MalformedMessage: The parameters are not UTF-8.",
    ],
    [
      "only by GET",
      { path: "/Peek", type: formType },
      "UnknownOperation: Peek Web Service method name is not valid.",
    ],
  ])("%s", (_case, sent, want) => {
    expect(summary("httpPost", sent)).toBe(want);
  });
});

describe("answers", () => {
  test("a document in the namespace of the contract", () => {
    const answer = bindings.httpGet.encode(HttpGreet, { Text: "a&b", Count: 1 }, index);
    expect(answer).toMatchObject({ status: 200, contentType: "text/xml; charset=utf-8" });
    expect(answer.body.join("")).toBe(
      '<?xml version="1.0" encoding="utf-8"?><Greeting xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
        `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${namespace}"><Text>a&amp;b</Text><Count>1</Count></Greeting>`,
    );
  });

  test("no element, no body", () => {
    expect(bindings.httpGet.encode(Peek, "", index)).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    ["MissingValue", 500],
    ["Unavailable", 503],
    ["DeadlineExceeded", 504],
    ["TooLarge", 413],
    ["UnsupportedMediaType", 415],
    ["UnsupportedCharset", 415],
  ] as const)("fault %s", (reason, status) => {
    const answer = bindings.httpPost.encodeFault(new ServiceFault(reason, `<'"&>`));
    expect(answer).toEqual({
      status,
      contentType: "text/plain; charset=utf-8",
      body: ["&lt;&#39;&quot;&amp;&gt;\n"],
    });
  });
});

test.each([
  ["POST", "", "soap11"],
  ["POST", "/HTTP_Greet", "httpPost"],
  ["GET", "/HTTP_Greet", "httpGet"],
  ["GET", "", undefined],
  ["GET", "/", undefined],
  ["POST", "/", "httpPost"],
  ["HEAD", "/HTTP_Greet", undefined],
  ["PUT", "", undefined],
])("%s %s is %s", (method, path, want) => {
  expect(bindingFor({ method, path })).toBe(want);
});
