import { hasBinding } from "#runtime/bindings/service-index.js";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Messenger, MessengerClient } from "messenger-client";
import type { BindingName } from "messenger-gen-runtime";
import { nodeTransport } from "messenger-gen-runtime/node";
import {
  incorrectParameter,
  keepAliveOff,
  missingParameter,
  resultTexts,
} from "#server/faces/contract/result-texts.js";
import type { RefusalName } from "#server/domain/refusals.js";
import { refusalCodes } from "#server/domain/usage/refused-calls.js";
import pino from "pino";
import { plainLine, textLine } from "#server/monitoring/log.js";
import { calls } from "../samples/calls.js";
import { seededService, type SeededService } from "../samples/service.js";
import { keepingLog } from "../host/greeter/server.js";

/** Secrets and personal data in the sample calls: password, texts in any coding, names, numbers. */
const secrets =
  /correct|horse|Fish|chips|Hello|Welcome|Offers|shop\.example|0a0bff|Hi\b|00480069|1202555|Shop|Tunis|order 1/;

const bindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];
/** Sample calls with an entry that is no number. */
const refusing = new Set([
  "SendSms",
  "SendSms2",
  "SendSmsTransaction",
  "HTTP_SendSms",
  "HTTP_SendSmsTransaction",
]);
const withoutCustomer = new Set(["GetGreeting", "Diag"]);

describe.each(bindings)("%s", (binding) => {
  const log = keepingLog();
  let service: SeededService;
  beforeAll(async () => {
    service = await seededService(log);
  });
  afterAll(async () => {
    await service.close();
  });

  const offered = Object.values<AnyOperation>(Messenger.operations).filter((operation) =>
    hasBinding(operation, binding),
  );
  test.each(offered.map(({ name }) => name))("%s: one line, without a value of the call", async (name) => {
    log.lines.length = 0;
    const transport = nodeTransport({ url: service.server.url });
    const client = new MessengerClient({ transport, binding: binding === "soap12" ? "soap12" : "soap11" });
    await calls[name]?.(client, binding);
    transport.close();
    const common = {
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: name,
      binding,
      status: 200,
    };
    const answer = withoutCustomer.has(name)
      ? {}
      : { customer: 42, user: "api", result: expect.stringMatching(/^(OK|[0-9]{3}\.[0-9])$/) };
    const ms = expect.any(Number);
    const entries = refusing.has(name) ? { refused: 1, sentToBefore: 0 } : {};
    const fields = { ...common, ...answer, ...entries, ms, remoteAddress: "127.0.0.1" };
    expect(log.lines).toEqual([{ level: "info", event: "call", fields }]);
    expect(JSON.stringify(log.lines)).not.toMatch(secrets);
    expect(textLine(JSON.stringify({ time: "t", level: 30, msg: "call", ...fields }))).not.toMatch(secrets);
  });
});

describe("a call with credentials that are refused", () => {
  const log = keepingLog();
  let service: SeededService;
  beforeAll(async () => {
    service = await seededService(log);
  });
  afterAll(async () => {
    await service.close();
  });
  const key = `mk_0123456789abcdef_${"k".repeat(43)}`;

  test.each<{ given: Record<string, string>; want: Record<string, unknown> }>([
    { given: { userName: "Nobody" }, want: { customer: 42, user: "Nobody", result: "404.2" } },
    { given: { userName: "API" }, want: { customer: 42, user: "API", result: "404.2" } },
    { given: { userPassword: key }, want: { user: "api", key: "0123456789abcdef", result: "404.2" } },
    { given: { userName: "x".repeat(500) }, want: { user: "x".repeat(64), result: "404.2" } },
    { given: { userName: "a\n\u009b2J\u202e" }, want: { user: "a\\n\\u009b2J\\u202e", result: "404.2" } },
  ])("is logged with the name, never the password: $want", async ({ given, want }) => {
    log.lines.length = 0;
    const body = new URLSearchParams({
      customerID: "42",
      userName: "api",
      userPassword: "guess 1",
      ...given,
    });
    const response = await fetch(`${service.server.url}/HTTP_Authenticate`, { method: "POST", body });
    expect(response.status).toBe(200);
    expect(log.lines).toMatchObject([{ level: "info", event: "call", fields: want }]);
    expect(JSON.stringify(log.lines)).not.toMatch(/guess 1|kkkkkk/u);
  });
});

test("every refusal has a code or a name as its label, that of the Result text if it has one", () => {
  const texts: Readonly<Partial<Record<RefusalName, string>>> = {
    ...resultTexts,
    incorrectParameter: incorrectParameter("a"),
    missingParameter: missingParameter("a"),
    keepAliveOff: keepAliveOff(42),
  };
  for (const [name, code] of Object.entries(refusalCodes)) {
    const text = texts[name as RefusalName];
    const inText = /^[0-9]{3}\.[0-9](?= )/.exec(text ?? "")?.[0];
    expect([name, code]).toEqual([name, inText ?? (name === "keepAliveOff" ? "refused" : name)]);
  }
});

test.each([
  {
    line: { level: 30, time: "2030-01-15T12:00:00.000Z", operation: "SendSms", ms: 2, msg: "call" },
    want: "2030-01-15T12:00:00.000Z INFO  call operation=SendSms ms=2\n",
  },
  { line: { level: 40, time: "t", msg: "a b", text: "two words" }, want: 't WARN  a b text="two words"\n' },
  {
    line: { level: 50, time: "t", msg: "x", text: "a\nERROR y=1" },
    want: 't ERROR x text="a\\nERROR y=1"\n',
  },
  {
    line: { level: 50, time: "t", msg: "x", err: { code: "full" } },
    want: 't ERROR x err={"code":"full"}\n',
  },
  { line: { level: 30, time: "t", msg: "x", name: "a=b" }, want: 't INFO  x name="a=b"\n' },
])("a line as text: $want", ({ line, want }) => {
  expect(textLine(JSON.stringify(line))).toBe(want);
});

describe("a line of level info", () => {
  test.each<readonly [title: string, fields: Readonly<Record<string, unknown>>, isPlain: boolean]>([
    ["no field", {}, true],
    [
      "a call",
      { requestId: "0-1", operation: "GetGreeting", status: 200, ms: 1, remoteAddress: "::1" },
      true,
    ],
    ["an undefined value", { operation: "Diag", status: undefined }, true],
    ["a fraction, a negative number and a large one", { a: 0.5, b: -1, c: 1e21 }, true],
    ["an empty text", { user: "" }, true],
    ["a text with a quote", { user: 'a"b' }, false],
    ["a text with a backslash", { user: "a\\b" }, false],
    ["a line end", { user: "a\nb" }, false],
    ["letters beyond ASCII", { user: "\u00e9\u4e2d" }, false],
    ["half of a pair of surrogates", { user: "\ud800" }, false],
    ["not a number", { ms: NaN }, false],
    ["true and null", { a: true, b: null }, false],
    ["a list and an object", { a: [1], b: { c: "d" } }, false],
  ])("%s: as pino writes it", (_title, fields, isPlain) => {
    const lines: string[] = [];
    const time = (): string => ',"time":"t"';
    const log = pino({ base: null, timestamp: time }, { write: (line) => lines.push(line) });
    log.info(fields, "call");
    const line = plainLine(fields, "call", time);
    expect(line).toBe(isPlain ? lines[0] : undefined);
  });
});
