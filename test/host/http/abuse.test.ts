import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope } from "../../runtime/greeter.js";
import { atSomePace } from "../../at-some-pace.js";
import { accepted, closing } from "../greeter/accepted.js";
import { greetAction, mountPath, raw, serveGreeter } from "../greeter/server.js";

const pieces = 2_000;
let server: RunningServer;
beforeAll(async () => {
  server = await serveGreeter({
    limits: { bodyPieces: pieces },
    trustProxy: ["127.0.0.1"],
    implementation: { httpGreet: async (_input, { remoteAddress }) => ({ Text: remoteAddress, Count: 1 }) },
  });
});
afterAll(() => server.close());

const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\n`;

/** A body in chunks of one byte, white space before the message making up the number. */
function inChunks(count: number): string {
  const body = envelope("soap11", element("Greet"));
  const chunks = (body.padStart(count).match(/[^]/g) ?? []).map((byte) => `1\r\n${byte}\r\n`);
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.join("")}0\r\n\r\n`;
}

describe("a body in chunks of one byte", () => {
  test.each([
    { name: "few", count: 1_500, want: 200 },
    { name: "more than a body may come in", count: pieces + 500, want: 413 },
  ])("$name: $want", async ({ count, want }) => {
    const { text } = await raw(server, inChunks(count));
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${want} `));
  });
});

test("the connection of a caller that sends requests and reads no response is closed", async () => {
  const impatient = await serveGreeter({ limits: { sendTime: 200 } });
  const other = accepted(impatient.port);
  const socket = connect(impatient.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const requests = 2_000;
  socket.write(`GET ${mountPath}?wsdl HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(requests));
  await closing(await other);
  let taken = 0;
  socket.on("data", (chunk: Buffer) => (taken += chunk.toString("latin1").split("HTTP/1.1 200").length - 1));
  await closing(socket);
  expect(taken).toBeLessThan(requests);
  await impatient.close();
});

/** Number of responses to a caller that reads slowly for longer than the time limit for sending. */
async function slowlyRead(sendTime: number): Promise<number> {
  const strict = await serveGreeter({ limits: { sendTime } });
  const request = `GET ${mountPath}?wsdl HTTP/1.1\r\nHost: a\r\n`;
  const socket = connect(strict.port, "127.0.0.1");
  socket.write(`${request}\r\n`.repeat(400) + `${request}Connection: close\r\n\r\n`);
  const slowUntil = performance.now() + 2 * sendTime;
  let text = "";
  try {
    for await (const chunk of socket) {
      text += String(chunk);
      if (performance.now() < slowUntil) await delay(sendTime / 100);
    }
  } finally {
    await strict.close();
  }
  return text.split("HTTP/1.1 200").length - 1;
}

test("a caller that reads slowly gets every response", async () => {
  await atSomePace(async (pace) => {
    expect(await slowlyRead(200 * pace)).toBe(401);
  });
});

test("earlier headers do not push out those of our own proxy", async () => {
  const many = "a:b\r\n".repeat(2_500);
  const request = `GET ${mountPath}/HTTP_Greet?customerID=1&loud=true HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
  const { text } = await raw(server, `${request}${many}X-Forwarded-For: 198.51.100.7\r\n\r\n`);
  expect(text).toContain("<Text>198.51.100.7</Text>");
});
