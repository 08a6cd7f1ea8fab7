import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type RunningServer, staticFiles } from "messenger-gen-host";
import { temporaryFolder } from "../../storage/fixtures.js";
import { mountPath, send, serveGreeter } from "../greeter/server.js";

const temporary = temporaryFolder();
let server: RunningServer;

beforeAll(async () => {
  const folder = join(temporary.path, "docs");
  mkdirSync(join(folder, "guides"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(temporary.path, "beside.html"), "beside");
  server = await serveGreeter({ documentation: staticFiles("/docs", folder) });
});
afterAll(() => {
  temporary.remove();
});

const files = {
  "index.html": "start",
  "guides/index.html": "guides",
  "guides/send.html": "send",
  "site.css": "a {}",
  "site.js": "1",
  "icon.svg": "<svg/>",
  "shot.png": "png",
  "send.php.txt": "text",
  "secret.key": "key",
};

test.each([
  ["/docs/", "text/html; charset=utf-8", "start"],
  ["/docs/?a=1", "text/html; charset=utf-8", "start"],
  ["/docs/index.html", "text/html; charset=utf-8", "start"],
  ["/docs/guides/", "text/html; charset=utf-8", "guides"],
  ["/docs/guides/send.html", "text/html; charset=utf-8", "send"],
  ["/docs/site.css", "text/css; charset=utf-8", "a {}"],
  ["/docs/site.js", "text/javascript; charset=utf-8", "1"],
  ["/docs/icon.svg", "image/svg+xml", "<svg/>"],
  ["/docs/shot.png", "image/png", "png"],
  ["/docs/send.php.txt", "text/plain; charset=utf-8", "text"],
])("%s is %s", async (path, type, body) => {
  const reply = await send(server, { path });
  expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body });
  expect(reply.headers).toMatchObject({
    "content-type": type,
    "content-security-policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  });
});

describe("a request for anything else", () => {
  test.each([
    "/docs/guides",
    "/docs/nothing.html",
    "/docs/secret.key",
    "/docs/../beside.html",
    "/docs/guides/../../beside.html",
    "/docs/%2e%2e/beside.html",
    "/docs/..%2fbeside.html",
    "/docs//index.html",
    "/docs/__proto__",
    "/docsite",
    "/Docs/",
  ])("%s gets 404", async (path) => {
    expect(await send(server, { path })).toMatchObject({ status: 404, body: "" });
  });

  test("the path without its slash leads to the first page", async () => {
    const { status, headers } = await send(server, { path: "/docs" });
    expect([status, headers.location]).toEqual([308, "/docs/"]);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s gets 404", async (method) => {
    expect(await send(server, { path: "/docs/", method })).toMatchObject({ status: 404, body: "" });
  });
});

test("HEAD has the length of the body and no body", async () => {
  const { status, headers, body } = await send(server, { path: "/docs/", method: "HEAD" });
  expect([status, headers["content-length"], body]).toEqual([200, "5", ""]);
});

test("the help page links to the documentation, and has no link without one", async () => {
  expect((await send(server, { path: mountPath })).body).toContain('<a href="/docs/">documentation</a>');
  expect((await send(await serveGreeter(), { path: mountPath })).body).not.toContain("documentation</a>");
});
