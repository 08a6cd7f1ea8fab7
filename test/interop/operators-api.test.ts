/** The operators' API for the tools of others, and the programs of `examples/operators`. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { newKey } from "../faces/operators/api-server.js";
import { freePort } from "../free-port.js";
import { testWithPeer } from "../peers.js";
import { openApiProject, testWithTools, tools, type OpenApiProject } from "./openapi-project.js";
import { openAccount, startService, type Account, type Service } from "./service.js";

const run = promisify(execFile);
let account: Account;
let service: Service;
let address: string;
let key: string;
let project: OpenApiProject;

beforeAll(async () => {
  account = await openAccount();
  const store = await openStore(account.database);
  const by = { name: "root", source: "test" };
  await store.operators.add(
    { name: "admin", role: "admin", passwordHash: "none", createdAt: Date.now() },
    by,
  );
  key = await newKey(store, "billing", { trusted: "on" });
  await store.close();
  const admin = `127.0.0.1:${await freePort()}`;
  service = await startService(account.database, "--admin", admin, "--operators", "on");
  address = `http://${admin}/operators/v1`;
  if (tools === undefined) return;
  project = openApiProject();
  project.write("openapi.json", await (await fetch(`${address}/openapi.json`)).text());
});

afterAll(async () => {
  await service.stop();
  account.remove();
  if (tools !== undefined) project.remove();
});

testWithTools("Redocly finds no error and no warning", async () => {
  const { stdout } = await project.tool("redocly", "lint", "openapi.json", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

/** Rules about what the service decides. */
const decided: Readonly<Record<string, string>> = {
  "owasp:api1:2023-no-numeric-ids": "operators see all customers, whose ids are numbers",
  "owasp:api4:2023-string-limit":
    "each action refuses a value with its own text; the size of a request is limited",
  "owasp:api4:2023-string-restricted": "as above",
  "owasp:api4:2023-array-limit": "as above",
  "owasp:api4:2023-integer-limit": "as above",
  "owasp:api4:2023-integer-format": "as above",
  "owasp:api4:2023-rate-limit": "calls take turns; no rate is limited",
  "owasp:api9:2023-inventory-access": "the audience of a server is not in its contract",
  "owasp:api9:2023-inventory-environment": "as above",
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
  expect([...new Set(found.map(({ code, path }) => `${code} ${path.join(" ")}`))].toSorted()).toEqual([]);
});

/** What both programs print of a customer. */
const printed = (customer: number): RegExp =>
  new RegExp(
    `^key: mk_\\S+\\nSMPP: shop${customer}\\ncredit: 100\\nprices: 44 0\\.8 49 0\\.9\\nusage: 0 rows\\nstate: active\\n$`,
    "u",
  );

testWithTools(
  "the program in TypeScript provisions a customer with openapi-fetch, and repeats nothing",
  async () => {
    await project.tool("openapi-typescript", "openapi.json", "--output", "operators.ts");
    project.write("provision.ts", readFileSync("examples/operators/provision.ts", "utf8"));
    expect(await project.compile(["provision.ts", "operators.ts"])).toBe("");
    expect(await project.node("provision.js", address, key, "61")).toMatch(printed(61));
    const again = await project.node("provision.js", address, key, "61");
    expect(again).toContain("key: shown before\n");
  },
);

testWithPeer("python", "the program in Python provisions a customer, and repeats nothing", async () => {
  const provision = async (secret: string) =>
    (await run("python3", ["examples/operators/provision.py", address, secret, "62"])).stdout;
  expect(await provision(key)).toMatch(printed(62));
  expect(await provision(key)).toContain("key: shown before\n");
  const wrong = `mo_0123456789abcdef_${"x".repeat(43)}`;
  await expect(provision(wrong)).rejects.toThrow(
    "refused: Send Authorization: Bearer with a key of an operator.",
  );
});

test("CI has the tools", () => {
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") expect(tools).toBeDefined();
});
