import type { ServerResponse } from "node:http";

/** A response to a browser. */
export interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: ReplyHeaders;
}

type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** Content-Security-Policy: nothing from other hosts, no inline scripts or styles, no frames. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Headers of every response of a site. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export const html = (status: number, body: string, headers: ReplyHeaders = {}): Reply => ({
  status,
  type: "text/html; charset=utf-8",
  body,
  headers,
});

/** A file; the name is one of a table of the site. */
export const csvReply = (name: string, body: string): Reply => ({
  status: 200,
  type: "text/csv; charset=utf-8",
  body,
  headers: { "Content-Disposition": `attachment; filename="${name}.csv"` },
});

/** Sends the browser to another page, which it requests with GET. */
export const seeOther = (place: string, headers: ReplyHeaders = {}): Reply => ({
  status: 303,
  headers: { Location: place, ...headers },
});

export function send(res: ServerResponse, { status, type, body = "", headers = {} }: Reply): void {
  res.writeHead(status, {
    ...securityHeaders,
    "Cache-Control": "no-store",
    ...(type === undefined ? {} : { "Content-Type": type }),
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  });
  res.end(res.req.method === "HEAD" ? undefined : body);
}
