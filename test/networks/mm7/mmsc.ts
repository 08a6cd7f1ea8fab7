import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { childOf, textOf } from "#runtime/xml/content.js";
import { readDocument } from "#server/networks/mm7/documents/document.js";
import { namespaceOf } from "#server/networks/mm7/documents/schema.js";
import { readSubmission, type ReadSubmission } from "./submission.js";

/** Reaction of the MMSC to a submission. */
export type Habit =
  | {
      readonly kind: "accept";
      readonly messageId?: string;
      /** The response waits for this. */
      readonly after?: Promise<void>;
    }
  /** Takes the message and responds with a status, as a response or a fault. */
  | { readonly kind: "status"; readonly code: number; readonly fault?: boolean }
  /** Responds with a status only. */
  | {
      readonly kind: "http";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Takes the message and ends the connection. */
  | { readonly kind: "reset" }
  /** Accepts the message without a response, or starts a response that does not end. */
  | { readonly kind: "silent"; readonly begun?: boolean };

export interface Submission extends ReadSubmission {
  readonly transactionId: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly schema: string;
  readonly headers: IncomingMessage["headers"];
  /** How many connections there were before. */
  readonly connection: number;
}

/** An MMSC on loopback that uses MM7 over real HTTP and stores the requests. */
export interface Mmsc {
  readonly port: number;
  readonly submissions: readonly Submission[];
  /** Requests that got a challenge or were refused because of their credentials. */
  readonly refusedLogins: number;
  close(): Promise<void>;
}

export interface MmscOptions {
  /** Chosen for each submission, counted from 0. */
  readonly habit?: (number: number) => Habit;
  /** Name and password that every submission must show. */
  readonly login?: { readonly scheme: "basic" | "digest"; readonly name: string; readonly password: string };
  readonly secure?: boolean;
}

const sockets = new WeakMap<object, number>();

export async function openMmsc(options: MmscOptions = {}): Promise<Mmsc> {
  const submissions: Submission[] = [];
  const state = { refusedLogins: 0, connections: 0, count: 0 };
  const listener: RequestListener = (req, res) => {
    const take = (body: Buffer): void => {
      if (!mayEnter(req, options.login)) {
        state.refusedLogins++;
        challenge(res, options.login);
        return;
      }
      const number = state.count++;
      const submission = submissionOf(req, body, number);
      const habit = options.habit?.(number) ?? { kind: "accept" };
      const messageId = habit.kind === "accept" ? (habit.messageId ?? `m${number}`) : "";
      if (habit.kind !== "http")
        submissions.push({ ...submission, messageId, connection: sockets.get(req.socket) ?? 0 });
      behave(habit, { ...submission, messageId }, res);
    };
    receive(req)
      .then(take)
      .catch((error: unknown) => res.writeHead(400).end(String(error)));
  };
  const tls = {
    cert: readFileSync("test/host/tls/cert.pem"),
    key: readFileSync("test/host/tls/key.pem"),
  };
  const server = options.secure === true ? createSecureServer(tls, listener) : createServer(listener);
  server.on(options.secure === true ? "secureConnection" : "connection", (socket: object) => {
    sockets.set(socket, state.connections++);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    submissions,
    get refusedLogins() {
      return state.refusedLogins;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function receive(req: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function submissionOf({ headers }: IncomingMessage, body: Buffer, number: number) {
  const read = readSubmission({ contentType: headers["content-type"] ?? "", body });
  const found = readDocument(Buffer.from(read.envelope), undefined);
  if (found.kind === "refused" || found.message.name !== "SubmitReq")
    throw new Error(`submission ${number} is none: ${read.envelope}`);
  const recipients = childOf(found.message.children, "Recipients")?.children ?? [];
  const { transactionId, schema } = found;
  return { ...read, transactionId, recipient: textOf(recipients), schema, headers };
}

type Answered = Pick<Submission, "schema" | "transactionId" | "messageId">;

function behave(habit: Habit, submission: Answered, res: ServerResponse): void {
  switch (habit.kind) {
    case "accept":
      void Promise.resolve(habit.after).then(() => {
        answer(res, 200, submitAnswer(submission, 1000));
      });
      break;
    case "status":
      if (habit.fault === true) answer(res, 500, faultAnswer(submission, habit.code));
      else answer(res, 200, submitAnswer(submission, habit.code));
      break;
    case "http":
      res.writeHead(habit.status, { "Content-Type": "text/xml", ...habit.headers }).end(habit.body ?? "");
      break;
    case "reset":
      res.req.socket.destroy();
      break;
    case "silent":
      if (habit.begun === true) res.writeHead(200, { "Content-Length": "1000" }).write("<");
  }
}

function answer(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { "Content-Type": 'text/xml; charset="utf-8"' }).end(text);
}

function envelope({ schema, transactionId }: Answered, body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>
<mm7:TransactionID xmlns:mm7="${namespaceOf(schema)}" soap:mustUnderstand="1">${transactionId}</mm7:TransactionID>
</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

function submitAnswer(submission: Answered, code: number): string {
  const id = code < 2000 ? `<MessageID>${submission.messageId}</MessageID>` : "";
  return envelope(
    submission,
    `<SubmitRsp xmlns="${namespaceOf(submission.schema)}"><MM7Version>5.3.0</MM7Version><Status><StatusCode>${code}</StatusCode></Status>${id}</SubmitRsp>`,
  );
}

function faultAnswer(submission: Answered, code: number): string {
  return envelope(
    submission,
    `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>x</faultstring><detail><RSErrorRsp xmlns="${namespaceOf(submission.schema)}"><MM7Version>5.3.0</MM7Version><Status><StatusCode>${code}</StatusCode></Status></RSErrorRsp></detail></soap:Fault>`,
  );
}

const nonce = "n-1";

function challenge(res: ServerResponse, login: MmscOptions["login"]): void {
  const text =
    login?.scheme === "digest" ? `Digest realm="mm7", nonce="${nonce}", qop="auth"` : 'Basic realm="mm7"';
  res.writeHead(401, { "WWW-Authenticate": text }).end();
}

function mayEnter({ headers, url = "" }: IncomingMessage, login: MmscOptions["login"]): boolean {
  if (login === undefined) return true;
  const { authorization = "" } = headers;
  if (login.scheme === "basic") {
    return authorization === `Basic ${Buffer.from(`${login.name}:${login.password}`).toString("base64")}`;
  }
  const field = (name: string): string => new RegExp(`\\b${name}="?([^",]*)`).exec(authorization)?.[1] ?? "";
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const secret = md5(`${login.name}:mm7:${login.password}`);
  const want = md5(`${secret}:${nonce}:${field("nc")}:${field("cnonce")}:auth:${md5(`POST:${url}`)}`);
  return field("response") === want;
}

/** Habits in an order that a seed decides: the same seed, the same run. */
export function seededHabits(seed: number, habits: readonly Habit[]): (number: number) => Habit {
  return (number) => {
    let mixed = Math.imul(seed ^ (number + 1), 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    return habits[((mixed ^ (mixed >>> 13)) >>> 0) % habits.length] ?? { kind: "accept" };
  };
}
