import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../eventually.js";
import { messenger, temporaryFolder } from "./messenger.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const path = "/bms/Soap/Messenger.asmx";
const message =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<GetGreeting xmlns="http://pmmsoapmessenger.com/"/></soap:Body></soap:Envelope>';
const soapHeaders = {
  "Content-Type": "text/xml; charset=utf-8",
  SOAPAction: '"http://pmmsoapmessenger.com/GetGreeting"',
  "Content-Length": String(message.length),
};
const get = `GET ${path}/GetGreeting HTTP/1.1\r\nHost: a\r\n\r\n`;
const soap = `POST ${path} HTTP/1.1\r\nHost: a\r\n${Object.entries(soapHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("")}\r\n${message}`;

/** The outcome of all clients together. */
class Outcome {
  responses = 0;
  last = 0;
  /** Errors on a connection on which a request was written, and requests without a response. */
  readonly lost: string[] = [];
  /** Connections reset before their first response: those of the instant in which the listening socket closed. */
  instant = 0;

  note(status: number, close: boolean): void {
    this.responses++;
    if (close) this.last++;
    if (status !== 200) this.lost.push(`status ${status}`);
  }
}

/** True if no connection was made, so that no request was written. */
const isConnecting = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === "connect";

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** Reads one response; undefined when the server closes before it. */
async function response(socket: Socket): Promise<{ status: number; close: boolean } | undefined> {
  let text = "";
  for (;;) {
    const [head = "", body] = text.split("\r\n\r\n");
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (body !== undefined && body.length >= Number(length)) {
      return { status: Number(text.slice(9, 12)), close: /^connection: close/im.test(head) };
    }
    const chunk = (await Promise.race([once(socket, "data"), once(socket, "end").then(() => [])])) as [
      Buffer?,
    ];
    if (chunk[0] === undefined) return undefined;
    text += chunk[0].toString("latin1");
  }
}

/** Sends one request after the other on one connection until the server closes it. */
async function keepAlive(port: number, bytes: string, outcome: Outcome): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answered = false;
  try {
    for (;;) {
      socket.write(bytes);
      const got = await response(socket);
      if (got === undefined) {
        outcome.lost.push("no response");
        return;
      }
      outcome.note(got.status, got.close);
      answered = true;
      if (got.close) break;
      await setTimeout(Math.random() * 20);
    }
    if (!socket.readableEnded) await once(socket.resume(), "end");
  } catch (error) {
    if (!answered && codeOf(error) === "ECONNRESET") outcome.instant++;
    else outcome.lost.push(`keep-alive: ${String(error)}`);
  } finally {
    socket.destroy();
  }
}

/** Opens a connection for each request until the listening socket is closed. */
async function newConnections(port: number, bytes: string, outcome: Outcome): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    socket.write(bytes);
    try {
      const got = await response(socket);
      if (got === undefined) outcome.lost.push("no response");
      else outcome.note(got.status, got.close);
    } catch (error) {
      if (isConnecting(error)) return;
      if (codeOf(error) === "ECONNRESET") outcome.instant++;
      else outcome.lost.push(`new connection: ${String(error)}`);
    } finally {
      socket.destroy();
    }
    await setTimeout(Math.random() * 10);
  }
}

/** A program with the agent of node:http. */
async function agentClient(port: number, body: string | undefined, outcome: Outcome): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sent =
    body === undefined ? { path: `${path}/GetGreeting` } : { path, method: "POST", headers: soapHeaders };
  for (;;) {
    const connection = { reused: false };
    try {
      await new Promise<void>((resolve, reject) => {
        const req = request({ host: "127.0.0.1", port, agent, ...sent }, (res) => {
          outcome.note(res.statusCode ?? 0, res.headers.connection === "close");
          res.resume().on("end", resolve).on("error", reject);
        });
        req.on("socket", () => (connection.reused = req.reusedSocket));
        req.on("error", reject).end(body);
      });
    } catch (error) {
      if (isConnecting(error)) break;
      if (codeOf(error) === "ECONNRESET" && !connection.reused) outcome.instant++;
      else outcome.lost.push(`agent: ${String(error)}`);
    }
    await setTimeout(Math.random() * 20);
  }
  agent.destroy();
}

describe("SIGTERM under load", () => {
  test.each([1, 2, 3])(
    "every request has a response and a line in the log, and no connection is reset: round %i",
    async (round) => {
      const database = await newDatabase();
      const command = messenger(["serve", "--port", "0", "--database", database]);
      const [, url = ""] = await command.until(/(http\S+)\n/);
      const port = Number(new URL(url).port);
      const outcome = new Outcome();
      const idle = connect(port, "127.0.0.1");
      await once(idle, "connect");
      const clients = Array.from({ length: 20 }, () => [
        keepAlive(port, get, outcome),
        keepAlive(port, soap, outcome),
        agentClient(port, undefined, outcome),
        agentClient(port, message, outcome),
      ]).flat();
      clients.push(newConnections(port, get, outcome), newConnections(port, soap, outcome));
      await eventually(() => outcome.responses > 300 + 50 * round);
      command.process.kill("SIGTERM");
      await Promise.all([...clients, once(idle.resume(), "end")]);
      expect(await command.ended()).toBe(0);
      expect(outcome.lost).toEqual([]);
      // On a busy machine connections wait to be accepted at any instant, one of each client at most.
      expect(outcome.instant).toBeLessThanOrEqual(clients.length);
      expect(outcome.last).toBeGreaterThanOrEqual(40);
      expect(outcome.responses).toBeGreaterThan(outcome.last);
      expect(command.stderr().match(/"msg":"call"/g)).toHaveLength(outcome.responses);
    },
  );
});

test("a server whose program is replaced while it starts ends with an error", async () => {
  const missing = join(folder.path, "missing.cjs");
  writeFileSync(
    missing,
    `const Module = require("node:module");
     const resolve = Module._resolveFilename;
     Module._resolveFilename = (name, ...rest) => resolve(/\\/server-/.test(name) ? name + ".gone" : name, ...rest);`,
  );
  const database = await newDatabase();
  const server = messenger(["serve", "--database", database, "--port", "0"], {
    NODE_OPTIONS: `--require=${missing}`,
  });
  expect(await server.ended()).toBe(1);
  expect(server.stderr()).toMatch(/^messenger: Cannot find module .*\/server-/u);
});
