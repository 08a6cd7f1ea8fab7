import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { defaultMaxListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope } from "../../runtime/greeter.js";
import { greetAction, mountPath, raw, serveGreeter } from "../greeter/server.js";

let server: RunningServer;
let calls = 0;
beforeAll(async () => {
  server = await serveGreeter({
    limits: { headers: 8_192, requestsPerConnection: 3 },
    implementation: {
      greet: async () => {
        calls++;
        return { Count: 1 };
      },
    },
  });
});
afterAll(() => server.close());

const body = envelope("soap11", element("Greet"));
const head = (headers: string, target = mountPath): string =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\n${headers}\r\n`;
const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;

const statusLines = (text: string): readonly string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test.each(["gzip, chunked", "identity, chunked", "Gzip,CHUNKED", "deflate , chunked"])(
  "a transfer coding other than chunked (%s) gets 501 and the connection is closed",
  async (coding) => {
    for (const start of [
      head(`Transfer-Encoding: ${coding}\r\n`),
      head(`Transfer-Encoding: ${coding}\r\n`, "/no"),
    ]) {
      calls = 0;
      const { text, closed } = await raw(server, `${start}${chunk}0\r\n\r\n`);
      expect(statusLines(text)).toEqual(["HTTP/1.1 501"]);
      expect({ closed, calls }).toEqual({ closed: true, calls: 0 });
    }
  },
);

describe("a request with contradicting or missing framing gets one response and the connection is closed", () => {
  test.each([
    {
      name: "length and chunked",
      bytes: `${head(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`)}${chunk}0\r\n\r\n`,
    },
    {
      name: "two lengths",
      bytes: `${head(`Content-Length: ${body.length}\r\nContent-Length: 3\r\n`)}${body}`,
    },
    { name: "a list of lengths", bytes: `${head("Content-Length: 3, 3\r\n")}${body}` },
    { name: "a negative length", bytes: `${head("Content-Length: -1\r\n")}${body}` },
    { name: "a length with a sign", bytes: `${head(`Content-Length: +${body.length}\r\n`)}${body}` },
    { name: "a length that is hexadecimal", bytes: `${head("Content-Length: 0x10\r\n")}${body}` },
    {
      name: "a length beyond 64 bits",
      bytes: `${head("Content-Length: 99999999999999999999999\r\n")}${body}`,
    },
    { name: "a space before the colon", bytes: `${head(`Content-Length : ${body.length}\r\n`)}${body}` },
    {
      name: "a folded header",
      bytes: `${head(`Content-Length:\r\n ${body.length}\r\n`)}${body}`,
      either: true,
    },
    { name: "chunked twice", bytes: `${head("Transfer-Encoding: chunked, chunked\r\n")}${chunk}0\r\n\r\n` },
    {
      name: "another transfer coding last",
      bytes: `${head("Transfer-Encoding: chunked, identity\r\n")}${chunk}0\r\n\r\n`,
    },
    {
      name: "a chunk size that is none",
      bytes: `${head("Transfer-Encoding: chunked\r\n")}zz\r\n${body}\r\n0\r\n\r\n`,
    },
    {
      name: "a chunk longer than it says",
      bytes: `${head("Transfer-Encoding: chunked\r\n")}3\r\n${body}\r\n0\r\n\r\n`,
    },
    {
      name: "a bare line feed",
      bytes: head(`Content-Length: ${body.length}\r\n`).replaceAll("\r\n", "\n") + body,
      either: true,
    },
    {
      name: "a bare carriage return",
      bytes: `${head(`X: a\rb\r\nContent-Length: ${body.length}\r\n`)}${body}`,
    },
    {
      name: "a zero byte in a header",
      bytes: `${head(`X: a\0b\r\nContent-Length: ${body.length}\r\n`)}${body}`,
    },
    { name: "no host", bytes: head(`Content-Length: ${body.length}\r\n`).replace("Host: a\r\n", "") + body },
    {
      name: "another protocol",
      bytes: head(`Content-Length: ${body.length}\r\n`).replace("HTTP/1.1", "HTTP/3.0") + body,
    },
    { name: "a space in the target", bytes: head("", `${mountPath} x`) },
    { name: "no request at all", bytes: "\u0016\u0003\u0001\u0002\r\n\r\n" },
  ])("$name", async ({ bytes, either = false }) => {
    calls = 0;
    const { text, closed } = await raw(
      server,
      either ? bytes.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n") : bytes,
    );
    const lines = statusLines(text);
    expect(lines).toHaveLength(1);
    if (either) return;
    expect(lines).toEqual(["HTTP/1.1 400"]);
    expect(closed).toBe(true);
    expect(calls).toBe(0);
  });
});

describe("bytes behind a request that are not a request: its response is sent, then the connection is closed", () => {
  let slow: RunningServer;
  let run = 0;
  beforeAll(async () => {
    const answer = async (): Promise<{ Count: number }> => {
      run++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { Count: run };
    };
    slow = await serveGreeter({ implementation: { greet: answer, httpGreet: answer } });
  });

  const fields = "customerID=1&loud=true";
  const post = (type: string, target: string, framing: "length" | "chunked", content: string): string => {
    const named = type === "text/xml" ? `SOAPAction: ${greetAction}\r\n` : "";
    const start = `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${named}`;
    const size = content.length.toString(16);
    return framing === "length"
      ? `${start}Content-Length: ${content.length}\r\n\r\n${content}`
      : `${start}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${content}\r\n0\r\n\r\n`;
  };
  const soap12 = envelope("soap12", element("Greet"));
  const requests = (["length", "chunked"] as const).flatMap((framing) => [
    { name: `SOAP 1.1, ${framing}`, request: post("text/xml", mountPath, framing, body) },
    { name: `SOAP 1.2, ${framing}`, request: post("application/soap+xml", mountPath, framing, soap12) },
    {
      name: `HTTP POST, ${framing}`,
      request: post("application/x-www-form-urlencoded", `${mountPath}/HTTP_Greet`, framing, fields),
    },
  ]);
  requests.push({
    name: "HTTP GET",
    request: `GET ${mountPath}/HTTP_Greet?${fields} HTTP/1.1\r\nHost: a\r\n\r\n`,
  });
  const surplus = ["X", "\0", "GARBAGE\r\n\r\n", "}".repeat(100_000)];
  const table = requests.flatMap((row) => [1, 3].map((count) => ({ ...row, count })));

  test.each(table)("$name, $count on one connection", async ({ request, count }) => {
    for (const rest of surplus) {
      run = 0;
      const { text, closed } = await raw(slow, request.repeat(count) + rest);
      expect(statusLines(text)).toEqual(Array<string>(count).fill("HTTP/1.1 200"));
      expect({ closed, run }).toEqual({ closed: true, run: count });
      expect(text).toMatch(/\r\nConnection: close\r\n(?!.*HTTP\/1\.1)/s);
    }
  });

  test("a broken body behind complete requests: they get their responses, it gets 400, and does not run", async () => {
    run = 0;
    const broken = post("text/xml", mountPath, "chunked", body).replace(/\r\n\r\n[0-9a-f]+/, "\r\n\r\nzz");
    const { text, closed } = await raw(slow, (requests[0]?.request ?? "").repeat(2) + broken);
    expect(statusLines(text)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
    expect({ closed, run }).toEqual({ closed: true, run: 2 });
  });
});

test("headers above the limit get 431", async () => {
  const { text, closed } = await raw(server, head(`X: ${"a".repeat(9_000)}\r\n`));
  expect(statusLines(text)).toEqual(["HTTP/1.1 431"]);
  expect(closed).toBe(true);
});

test.each(["?text=Grüße", "?text=hello world", "?text=\u{1f680}", "/é"])(
  "an address with characters that are not encoded gets 400, and the reason: %s",
  async (rest) => {
    const { text, closed } = await raw(server, `GET ${mountPath}${rest} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [fields = "", body = ""] = text.split("\r\n\r\n");
    expect(fields).toMatch(/^HTTP\/1\.1 400 .*\r\nContent-Type: text\/plain; charset=utf-8\r\n/su);
    expect(body).toMatch(/^The address of the request has characters .* %XX\)\.$/u);
    expect([fields.includes(`Content-Length: ${body.length}`), closed]).toEqual([true, true]);
  },
);

test("a request for a tunnel or another protocol opens none", async () => {
  expect((await raw(server, "CONNECT example.com:80 HTTP/1.1\r\nHost: a\r\n\r\n")).closed).toBe(true);
  const upgrade = head(
    `Connection: close, Upgrade\r\nUpgrade: websocket\r\nContent-Length: ${body.length}\r\n`,
  );
  expect((await raw(server, upgrade + body)).text).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("a connection carries a limited number of requests", async () => {
  const request = `${head(`Content-Length: ${body.length}\r\n`)}${body}`;
  const { text, closed } = await raw(server, request.repeat(4));
  expect(statusLines(text)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 503"]);
  expect(closed).toBe(true);
});

const finishChannel = "http.server.response.finish";

test.each([1, 12])(
  "a connection ends behind the answers that are due when %d requests too many have come",
  async (tooMany) => {
    let begun = 0;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const slow = await serveGreeter({
      limits: { requestsPerConnection: 3 },
      implementation: {
        greet: async () => {
          if (++begun === 3) setTimeout(answer, 10);
          await answered;
          return { Count: 1 };
        },
      },
    });
    const request = `${head(`Content-Length: ${body.length}\r\n`)}${body}`;
    const listening: number[] = [];
    const finished = (message: unknown): void => {
      listening.push((message as { readonly response: ServerResponse }).response.listenerCount("finish"));
    };
    subscribe(finishChannel, finished);
    const { text, closed } = await raw(slow, request.repeat(3 + tooMany));
    unsubscribe(finishChannel, finished);
    expect(statusLines(text).slice(0, 4)).toEqual([...Array<string>(3).fill("HTTP/1.1 200"), "HTTP/1.1 503"]);
    expect(closed).toBe(true);
    // Node writes a warning about a response with more.
    expect(Math.max(...listening)).toBeLessThanOrEqual(defaultMaxListeners);
    await slow.close();
  },
);

test("an expectation other than 100-continue gets 417", async () => {
  const { text } = await raw(server, head("Expect: miracles\r\nContent-Length: 0\r\nConnection: close\r\n"));
  expect(text).toMatch(/^HTTP\/1\.1 417 /);
});

test.each(["100-continue", "miracles"])(
  "Expect: %s of a request in HTTP/1.0 is ignored",
  async (expected) => {
    const start = head(`Expect: ${expected}\r\nContent-Length: ${body.length}\r\n`).replace(
      "HTTP/1.1",
      "HTTP/1.0",
    );
    const { text, closed } = await raw(server, start + body);
    expect(statusLines(text)).toEqual(["HTTP/1.1 200"]);
    expect(closed).toBe(true);
  },
);
