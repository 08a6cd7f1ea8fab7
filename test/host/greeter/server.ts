import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { afterAll } from "@jest/globals";
import { serve, type Limits, type RunningServer, type ServeOptions } from "messenger-gen-host";
import { Greeter, greeter, type GreeterService, namespace } from "../../runtime/greeter.js";

/** Options that differ from a strict server without a log. */
export type GreeterOptions = Partial<Omit<ServeOptions<GreeterService>, "implementation" | "limits">> & {
  readonly implementation?: Partial<GreeterService>;
  readonly limits?: Partial<Limits>;
};

const messengerNamespace = "http://pmmsoapmessenger.com/";

export const mountPath = "/bms/Soap/Greeter.asmx";

const open: RunningServer[] = [];

afterAll(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Serves the test service on a free loopback port, to the end of the test file at the latest. */
export async function serveGreeter({
  implementation,
  ...options
}: GreeterOptions = {}): Promise<RunningServer> {
  const server = await serve({
    service: Greeter,
    implementation: { ...greeter, ...implementation },
    wsdl: "test/host/greeter/greeter.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [{ path: mountPath, compatibility: "strict" }],
    ...options,
  });
  open.push(server);
  return server;
}

/** A greeter that returns its input and stores it in `inputs`. */
export function recordingGreeter(inputs: unknown[]): Partial<GreeterService> {
  return {
    greet: async (input) => {
      inputs.push(input);
      return { Text: input.name, Count: input.customerID };
    },
    httpGreet: async () => {
      inputs.push("HTTP_Greet");
      return { Count: 0 };
    },
  };
}

/** A response as a caller sees it. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request; the path is as given, without any normalising. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The SOAPAction that clients send with a SOAP 1.1 message: its namespace and the name of its first element, or those of Greet. */
export function soapAction(message: string | Buffer): string {
  const text = message.toString("latin1");
  const name = /:?Body[^>]*>\s*<(?:[\w.-]+:)?(?<name>\w+)/u.exec(text)?.groups?.["name"] ?? "Greet";
  const found = Array.from(text.matchAll(/\sxmlns(?::[\w.-]+)?=["']([^"']*)/gu), ([, uri]) => uri);
  const own = found.find((uri) => uri === namespace || uri === messengerNamespace) ?? namespace;
  return `"${own}${name}"`;
}

/** SOAPAction of Greet, for requests that are written as bytes. */
export const greetAction = soapAction("");

/** Adds SOAPAction to the headers of a SOAP 1.1 message that have none. */
function withAction(headers: Sent["headers"] = {}, body: Sent["body"]): Sent["headers"] {
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const { "content-type": type = "", soapaction } = Object.fromEntries(names);
  if (body === undefined || soapaction !== undefined || !/^text\/xml/iu.test(type)) return headers;
  return { ...headers, SOAPAction: soapAction(body) };
}

/** Sends one request on a connection of its own; a SOAP 1.1 message without SOAPAction gets the one that clients send. */
export function send({ port }: { readonly port: number }, sent: Sent): Promise<Reply> {
  const { method = sent.body === undefined ? "GET" : "POST", path = mountPath, body } = sent;
  const headers = withAction(sent.headers, body) ?? {};
  return new Promise((resolve, reject) => {
    const req = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => {
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
      res.on("error", reject);
    });
    req.on("error", reject);
    req.end(body);
  });
}

/** A POST of a SOAP message; `version` gives the content type. */
export function post(
  server: { readonly port: number },
  version: "soap11" | "soap12",
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const type = version === "soap11" ? "text/xml; charset=utf-8" : "application/soap+xml; charset=utf-8";
  return send(server, { body, headers: { "Content-Type": type, ...headers } });
}

/** Bytes received on a raw connection. */
export interface RawReply {
  readonly text: string;
  /** True when the server closed the connection within the time. */
  readonly closed: boolean;
}

/**
 * Writes raw bytes and collects the response until the server closes, for at most `wait` milliseconds, which limit a
 * hang.
 */
export function raw(
  { port }: { readonly port: number },
  bytes: string | Buffer,
  wait = 60_000,
): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const done = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString("latin1"), closed });
    };
    const timer = setTimeout(() => {
      done(false);
    }, wait);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      done(true);
    });
    socket.on("end", () => socket.end());
    socket.write(bytes);
  });
}

/** One event of the log. */
export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that stores its lines. */
export function keepingLog() {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine["level"]) =>
    (fields: LogLine["fields"], event: string): void => {
      lines.push({ level, event, fields });
    };
  return { lines, info: at("info"), warn: at("warn"), error: at("error") };
}
