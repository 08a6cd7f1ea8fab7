import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallLog } from "messenger-gen-runtime";
import { defaultLimits, type StaticFiles, withoutBody } from "messenger-gen-host";
import { openListener, type Listener, readTls, sendFixed, type TlsFiles } from "messenger-gen-host/listener";
import { type Metrics, expositionType } from "./metrics.js";
import { shared } from "messenger-gen-host/tasks";

/** Options of the listener for operators. */
export interface AdminOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Reason why the server is not ready for calls; undefined if it is ready. */
  readonly notReady: () => Promise<string | undefined>;
  /** Default: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /** Other pages, each for a path and all below it. */
  readonly sites?: readonly Site[] | undefined;
  readonly documentation?: StaticFiles | undefined;
  readonly log: CallLog;
}

/** Pages with their own request handler. */
export interface Site {
  /** For example `/console`. */
  readonly path: string;
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends streamed responses. */
  close(): void;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** By path. */
type Pages = Readonly<Record<string, () => Promise<Page>>>;

const plain = "text/plain; charset=utf-8";

const limits = { ...defaultLimits, connections: 256, connectionsPerAddress: 64, closeIdleTime: 0 };

/**
 * Opens the listener for operators: `/metrics`, `/healthz`, `/readyz`, which require no password, so its address must be
 * reachable by operators only, the documentation, and the pages of `sites`. Rejects if the address is not available (`EADDRINUSE`).
 */
export async function openAdminListener(options: AdminOptions): Promise<Listener> {
  const { host, port, metrics, notReady, log, sites = [], documentation, tls } = options;
  const ready = shared(notReady);
  const pages: Pages = {
    "/metrics": async () => ({ status: 200, type: expositionType, text: await metrics.print() }),
    "/healthz": async () => ({ status: 200, type: plain, text: "live\n" }),
    "/readyz": async () => readiness(await ready()),
  };
  return openListener({
    host,
    port,
    tls: tls === undefined ? undefined : await readTls(tls),
    limits,
    trusts: () => false,
    replacesIdle: true,
    onRequest: (req, res) => {
      const site = sites.find(({ path }) => isBelow(path, req));
      const handled =
        site !== undefined
          ? site.handle(req, res)
          : documentation?.has(req.url ?? "") === true
            ? sendFile(documentation, req, res)
            : answer(pages, req, res);
      handled.catch((error: unknown) => {
        log.error({ err: error }, "page of the admin listener failed");
        if (!res.headersSent) res.writeHead(500, { "Content-Length": 0 });
        res.end();
      });
    },
    onClosed: () => undefined,
  });
}

function isBelow(place: string, { url = "" }: IncomingMessage): boolean {
  const path = url.split("?")[0] ?? "";
  return path === place || path.startsWith(`${place}/`);
}

function readiness(problem: string | undefined): Page {
  if (problem === undefined) return { status: 200, type: plain, text: "ready\n" };
  return { status: 503, type: plain, text: `not ready: ${problem}\n` };
}

async function sendFile(files: StaticFiles, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const isRead = req.method === "GET" || req.method === "HEAD";
  const found = isRead ? await files.document(req.url ?? "") : withoutBody(405, notRead);
  sendFixed(res, found, limits.sendTime);
}

/** Headers of the response to a request that is neither GET nor HEAD. */
const notRead = ["Allow", "GET, HEAD", "Connection", "close"];

async function answer(pages: Pages, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = (req.url ?? "").split("?")[0] ?? "";
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) res.writeHead(404, { "Content-Length": 0 }).end();
  else if (req.method !== "GET" && req.method !== "HEAD") {
    res.writeHead(405, { Allow: "GET, HEAD", Connection: "close", "Content-Length": 0 }).end();
  } else {
    const { status, type, text } = await page();
    res.writeHead(status, {
      "Content-Type": type,
      "Content-Length": Buffer.byteLength(text),
      "Cache-Control": "no-store",
    });
    res.end(text);
  }
}
