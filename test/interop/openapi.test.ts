/** The document of `/v1` in the tools of others, as npm has them, and a client that is made of it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openApiProject, testWithTools, tools, type OpenApiProject } from "./openapi-project.js";
import { admin, login, openAccount, startService, type Account, type Service } from "./service.js";

let account: Account;
let service: Service;
let key: string;
let project: OpenApiProject;

test("CI has the tools", () => {
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") expect(tools).toBeDefined();
});

beforeAll(async () => {
  if (tools === undefined) return;
  account = await openAccount();
  const user = `${login.customerID}/${login.userName}`;
  const added = await admin(account.database, "key", "add", user, "--name", "shop", "--scope", "send,read");
  key = /mk_\S+/.exec(added)?.[0] ?? "";
  service = await startService(account.database);
  project = openApiProject();
  const response = await fetch(new URL("/v1/openapi.json", service.url));
  project.write("openapi.json", await response.text());
});
afterAll(async () => {
  if (tools === undefined) return;
  await service.stop();
  account.remove();
  project.remove();
});

testWithTools("Redocly finds no error and no warning", async () => {
  const { stdout } = await project.tool("redocly", "lint", "openapi.json", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

/** Rules about what the contract decides, or about what the service does not have. */
const decided: Readonly<Record<string, string>> = {
  "owasp:api4:2023-string-limit": "the contract limits no texts; the size of a request is limited",
  "owasp:api4:2023-string-restricted": "as above",
  "owasp:api4:2023-array-limit": "as above",
  "owasp:api4:2023-integer-limit": "counts have no largest value",
  "owasp:api4:2023-integer-format": "minimum and maximum say more than a format",
  "owasp:api4:2023-rate-limit": "no rate of calls is limited",
  "owasp:api1:2023-no-numeric-ids": "the contract has numbers of campaigns; each customer sees its own",
  "owasp:api2:2023-no-http-basic": "programs of today have passwords; the service is behind TLS",
  "owasp:api9:2023-inventory-access": "the audience of a server is not in its contract",
  "info-contact": "whoever runs the service is the contact",
};

testWithTools("Spectral with the rules of OWASP finds only what is decided", async () => {
  const owasp = resolve(tools ?? "", "@stoplight/spectral-owasp-ruleset/dist/ruleset.mjs");
  const rules = Object.fromEntries(Object.keys(decided).map((rule) => [rule, "off"]));
  project.write("ruleset.json", JSON.stringify({ extends: ["spectral:oas", owasp], rules }));
  const linted = project.tool("spectral", "lint", "openapi.json", "-r", "ruleset.json", "-f", "json");
  const { stdout } = await linted.catch((error: unknown) => error as { readonly stdout: string });
  const found = JSON.parse(stdout.slice(0, stdout.lastIndexOf("]") + 1)) as readonly {
    readonly code: string;
    readonly path: readonly string[];
  }[];
  // Servers of tests have no TLS.
  expect([...new Set(found.map(({ code, path }) => `${code} ${path.join(" ")}`))].toSorted()).toEqual([
    "owasp:api8:2023-no-server-http servers 0 url",
  ]);
});

const program = `
import createClient from "openapi-fetch";
import type { components, paths } from "./types.js";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer " + key } });

const body: components["schemas"]["MessageType"] = "Latin";
const { data: sent, error } = await client.POST("/messages", {
  params: { header: { "Idempotency-Key": "order-1" } },
  body: { originator: "Shop", smsText: "Hello", recipientPhone: "12025550123", messageType: body, blink: false, flash: false, private: false },
});
if (sent === undefined) throw new Error(error.title);
const transactionId: string = sent.transactionId ?? "";

const { data: status } = await client.GET("/messages/{transactionId}", { params: { path: { transactionId } } });
const final: boolean | undefined = status?.final;
const { data: page } = await client.GET("/messages/{transactionId}/recipients", {
  params: { path: { transactionId }, query: { limit: 1 } },
});
const { error: problem, response } = await client.GET("/messages/{transactionId}", {
  params: { path: { transactionId: "00000000-0000-0000-0000-000000000001" } },
});
// @ts-expect-error: no member of a status
void status?.sent;
// @ts-expect-error: an enumeration
void client.POST("/messages", { body: { messageType: "Morse" } });
console.log(typeof final, page?.items.map(({ number }) => number), response.status, problem?.code);
process.exit(0);
`;

testWithTools(
  "openapi-typescript makes types of it, with which openapi-fetch calls the service",
  async () => {
    await project.tool("openapi-typescript", "openapi.json", "--output", "types.ts");
    project.write("main.ts", program);
    expect(await project.compile(["main.ts"])).toBe("");
    const address = new URL("/v1", service.url).href;
    expect(await project.node("main.js", address, key)).toBe(
      "boolean [ '12025550123' ] 404 UnknownResource\n",
    );
  },
);

testWithTools("hey-api makes a client of it that compiles", async () => {
  await project.tool(
    "openapi-ts",
    "--input",
    "openapi.json",
    "--output",
    "hey",
    "--client",
    "@hey-api/client-fetch",
  );
  const options = { module: "esnext", moduleResolution: "bundler", noEmit: true };
  expect(await project.compile(["hey/**/*.ts"], options)).toBe("");
  expect(readFileSync(join(project.folder, "hey/sdk.gen.ts"), "utf8")).toContain("export const sendMessage");
});
