import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { password } from "../operations/desk.js";
import { lenientPath, type SeededService, seededService } from "../samples/service.js";
import { rowsBehind } from "./calculated-tables.js";

const page = readFileSync("docs/guides/migration.md", "utf8");

/** Rows by the text of their second column. */
const rowsOf = (mark: string): ReadonlyMap<string, readonly string[]> =>
  new Map(rowsBehind(page, mark).map((cells) => [cells[1] ?? "", cells]));
const modes = rowsOf("modes");
const both = rowsOf("both");

interface Sent {
  /** Behind the path of the mount. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const namespace = "http://pmmsoapmessenger.com/";
const user = `<user><CustomerID>42</CustomerID><Name>api</Name><Password>${password}</Password></user>`;
const credentials = `customerID=42&userName=api&userPassword=${encodeURIComponent(password)}`;
const envelopes = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
} as const;

/** A SOAP call of an operation with elements of its namespace; `headers` replace the usual ones, an empty one is left out. */
function soap(
  name: string,
  content: string,
  { version = "1.1", headers = {} }: { version?: keyof typeof envelopes; headers?: Sent["headers"] } = {},
): Sent {
  const usual =
    version === "1.1"
      ? { "content-type": "text/xml; charset=utf-8", soapaction: `"${namespace}${name}"` }
      : { "content-type": "application/soap+xml; charset=utf-8" };
  const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== "");
  return {
    headers: Object.fromEntries(all),
    body: `<s:Envelope xmlns:s="${envelopes[version]}"><s:Body><${name} xmlns="${namespace}">${content}</${name}></s:Body></s:Envelope>`,
  };
}

/** The fields of an SMS with others in their places; a field that is undefined is left out. */
function smsFields(
  fields: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  const all: Readonly<Record<string, string | undefined>> = {
    ...{ originator: "Shop", smsText: "Hi", recipientPhone: "12025550101", messageType: "Latin" },
    ...{ blink: "false", flash: "false", Private: "false", ...fields },
  };
  return Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}

const sms = (fields: Readonly<Record<string, string | undefined>> = {}): string =>
  smsFields(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");

const query = (fields: Readonly<Record<string, string | undefined>> = {}): string => {
  const given = smsFields(fields).map(([name, value]) => `${name}=${value}`);
  return `/HTTP_SendSms?${credentials}&${given.join("&")}`;
};

const ok = /<Result>OK<\/Result>/;
const fault = /<(?:\w+:)?Fault>/;
const rejected = "FAILURE: All recipient numbers in your message are either Rejected or Blacklisted";

interface Want {
  readonly status?: number;
  readonly body: RegExp;
}

interface Case {
  readonly sent: Sent;
  readonly strict: Want;
  readonly lenient: Want;
}

const accepted: Want = { status: 200, body: ok };
const refusedSoap: Want = { status: 500, body: fault };

/** A call for each row of the first table, by its second column. */
const cases: Readonly<Record<string, Case>> = {
  "SOAP: a required boolean, number or enumeration is absent": {
    sent: soap("SendSms", user + sms({ blink: undefined })),
    strict: { status: 500, body: /The required field blink is absent/ },
    lenient: accepted,
  },
  'SOAP: `xsi:nil="true"` on an optional field': {
    sent: soap(
      "SendSms",
      `${user}${sms()}<defDate xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`,
    ),
    strict: refusedSoap,
    lenient: accepted,
  },
  "SOAP: a GUID in braces, parentheses or without hyphens": {
    sent: soap(
      "FindDistributionLists",
      `${user}<searchCriteria><ID>{00000000-0000-0000-0000-000000000000}</ID></searchCriteria>`,
    ),
    strict: refusedSoap,
    lenient: accepted,
  },
  "SOAP: text between the elements of a record": {
    sent: soap("SendSms", `${user}text${sms()}`),
    strict: refusedSoap,
    lenient: accepted,
  },
  "SOAP: base64 without padding": {
    sent: soap("SendSms2", `${user}${sms()}<recipientPhonesFile>MTIwMjU1NTAxMDE</recipientPhonesFile>`),
    strict: { status: 200, body: /605\.6 .*recipientPhonesFile/ },
    lenient: accepted,
  },
  "SOAP 1.1: the SOAPAction header is absent or empty": {
    sent: soap("SendSms", user + sms(), { headers: { soapaction: "" } }),
    strict: { status: 500, body: /SOAPAction is absent/ },
    lenient: accepted,
  },
  "SOAP 1.2: an action that belongs to no operation": {
    sent: soap("SendSms", user + sms(), {
      version: "1.2",
      headers: { "content-type": 'application/soap+xml; action="urn:other"' },
    }),
    strict: refusedSoap,
    lenient: accepted,
  },
  "an unknown charset in the content type": {
    sent: soap("SendSms", user + sms(), { headers: { "content-type": "text/xml; charset=x-none" } }),
    strict: { status: 415, body: /x-none|charset/ },
    lenient: accepted,
  },
  "GET/POST: a parameter given twice": {
    sent: { target: `${query()}&recipientPhone=12025550102` },
    strict: { status: 500, body: /recipientPhone/ },
    lenient: accepted,
  },
  "GET/POST: invalid percent-encoding (`50% off`)": {
    sent: { target: query({ smsText: "50%+off" }) },
    strict: { status: 500, body: /./ },
    lenient: accepted,
  },
  "GET/POST: a boolean is absent": {
    sent: { target: query({ blink: undefined }) },
    strict: { status: 500, body: /Missing parameter: blink/ },
    lenient: accepted,
  },
  "GET/POST: `blink=0`, `messageType=0`": {
    sent: { target: query({ blink: "0", messageType: "0" }) },
    strict: { status: 500, body: /Cannot convert 0/ },
    lenient: accepted,
  },
  "words before a recipient's number (`Tel: 97455512345`)": {
    sent: { target: query({ recipientPhone: "Tel:+12025550101" }) },
    strict: { status: 200, body: new RegExp(rejected) },
    lenient: accepted,
  },
  "a call with no recipient that can be sent to": {
    sent: soap("SendSms", user + sms({ recipientPhone: "12,13" })),
    strict: {
      status: 200,
      body: /<RejectedNumbers><string>12<\/string><string>13<\/string><\/RejectedNumbers>/,
    },
    lenient: { status: 200, body: /<RejectedNumbers \/>/ },
  },
};

/** A call for each row of the second table, by what the document has. */
const inBothModes: Readonly<Record<string, readonly (readonly [Sent, Want])[]>> = {
  "SOAPAction is in quotation marks": [
    [soap("SendSms", user + sms(), { headers: { soapaction: `${namespace}SendSms` } }), accepted],
    [
      soap("SendSms", user + sms(), {
        headers: { soapaction: `"${encodeURIComponent(`${namespace}SendSms`)}"` },
      }),
      accepted,
    ],
  ],
  "SOAP 1.2 is `application/soap+xml`": [
    [soap("SendSms", user + sms(), { version: "1.2", headers: { "content-type": "text/xml" } }), accepted],
  ],
  "the charset is UTF-8": [
    [
      soap("SendSms", user + sms(), { headers: { "content-type": "text/xml; charset=windows-1256" } }),
      accepted,
    ],
  ],
  "one path": [[{ target: query().replace("/HTTP", "//HTTP") }, accepted]],
  "parameters are named as the fields": [
    [{ target: query({ smsText: "%u0041" }).replace("originator", "ORIGINATOR") }, accepted],
  ],
  "every operation over GET and POST": [
    [{ target: `/SendSms?${credentials}` }, { status: 500, body: /method name is not valid/ }],
  ],
  "booleans of GET and POST in textual form": [
    [{ target: query({ blink: "True", flash: "FALSE" }) }, accepted],
  ],
  "a record has its fields": [[soap("SendSms", `<other/>${sms()}${user}`), accepted]],
  "name, password and other optional strings": [
    [{ target: "/HTTP_KeepAlive?customerID=42" }, { status: 200, body: /404\.2 / }],
  ],
  "status and faults of failures are not shown": [
    [{ target: query({ smsText: "" }) }, { status: 200, body: /Message Content Is Empty/ }],
  ],
};

let service: SeededService;
beforeAll(async () => {
  service = await seededService();
});
afterAll(() => service.close());

async function send(mode: "strict" | "lenient", { target = "", headers = {}, body }: Sent) {
  const url = mode === "strict" ? service.url : new URL(lenientPath, service.url).href;
  const method = body === undefined ? {} : { method: "POST", body };
  const response = await fetch(url + target, { headers, ...method });
  return { status: response.status, text: await response.text() };
}

async function expectAnswer(
  mode: "strict" | "lenient",
  sent: Sent,
  { status = 200, body }: Want,
): Promise<void> {
  const received = await send(mode, sent);
  expect({ mode, ...received }).toEqual({ mode, status, text: expect.stringMatching(body) as unknown });
}

describe("rows that depend on the mode", () => {
  test.each([...modes.keys()])("%s", async (request) => {
    const { sent, strict, lenient } = cases[request] ?? {};
    if (sent === undefined || strict === undefined || lenient === undefined) throw new Error("no case");
    await expectAnswer("strict", sent, strict);
    await expectAnswer("lenient", sent, lenient);
  });
});

describe("rows of both modes", () => {
  test.each([...both.keys()])("%s", async (rule) => {
    expect(inBothModes).toHaveProperty([rule]);
    for (const [sent, want] of inBothModes[rule] ?? []) {
      await expectAnswer("strict", sent, want);
      await expectAnswer("lenient", sent, want);
    }
  });
});

test("every case has its row, and every row the rule of the document and a reason", () => {
  expect([...modes.keys()]).toEqual(Object.keys(cases));
  expect([...both.keys()]).toEqual(Object.keys(inBothModes));
  for (const row of [...modes.values(), ...both.values()]) {
    expect(row[0]).toMatch(/^[2-7](?:\.[0-9])*(?:-[0-9])?$/);
    expect(row.at(-1)).not.toBe("");
  }
});
