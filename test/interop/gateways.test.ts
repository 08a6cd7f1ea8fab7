/**
 * `messenger-gen gateway` in front of SOAP services of others: PHP's SoapServer, spyne in Python and JAX-WS in Java, which write their own
 * WSDL. openapi-fetch calls every operation, with the types that openapi-typescript makes of the gateways' documents.
 */
import { readdirSync } from "node:fs";
import { afterAll, expect } from "@jest/globals";
import { startGateway, type RunningGateway } from "#generator/commands/gateway.js";
import { testWithPeer } from "../peers.js";
import { openApiProject, testWithTools, tools, type OpenApiProject } from "./openapi-project.js";
import { startPhp } from "./php-server.js";
import { startPeer } from "./security/peer-server.js";

/** What tests have started, to be closed after them. */
const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

/** The classes of JAX-WS and of what it needs. */
function javaPath(): string {
  const names =
    /^(?:gmbal|istack-commons-runtime|javax\.activation|jaxb-(?:api|core|runtime)|jaxws-(?:api|rt)|jws-api|metro-policy|mimepull|saaj|saaj-impl|stax-ex|streambuffer|txw2)\.jar$/;
  const folder = "/usr/share/java";
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => `${folder}/${name}`)
    .join(":");
}

/** Addresses of the services, by their names. */
async function startServices(): Promise<Readonly<Record<string, string>>> {
  const here = "test/interop/gateways";
  const [kitchen, library, depot] = await Promise.all([
    startPhp("server.php"),
    startPeer("/usr/bin/python3", [`${here}/library.py`]),
    startPeer("java", ["-cp", javaPath(), `${here}/Depot.java`]),
  ]);
  opened.push(
    () => kitchen.php.kill(),
    () => library.stop(),
    () => depot.stop(),
  );
  return { kitchen: kitchen.url, library: library.url, depot: depot.url };
}

/** The gateways in front of them, and the types of their documents in the project. */
async function startGateways(project: OpenApiProject): Promise<readonly RunningGateway[]> {
  const gateways: RunningGateway[] = [];
  const services = Object.entries(await startServices());
  for (const [, url] of services)
    gateways.push(await startGateway([`${url}?wsdl`], { endpoint: url, path: "/v1" }, 0));
  opened.push(...gateways.map((gateway) => () => gateway.close()));
  const written = services.map(async ([name], at) => {
    const response = await fetch(`${gateways[at]?.url ?? ""}/openapi.json`);
    project.write(`${name}.json`, await response.text());
    await project.tool("openapi-typescript", `${name}.json`, "--output", `${name}.ts`);
  });
  await Promise.all(written);
  return gateways;
}

const program = `
import createClient from "openapi-fetch";
import type { paths as Depot } from "./depot.js";
import type { paths as Kitchen } from "./kitchen.js";
import type { paths as Library } from "./library.js";

const [kitchenUrl = "", libraryUrl = "", depotUrl = ""] = process.argv.slice(2);
const kitchen = createClient<Kitchen>({ baseUrl: kitchenUrl });
const library = createClient<Library>({ baseUrl: libraryUrl });
const depot = createClient<Depot>({ baseUrl: depotUrl });

interface Answer { readonly data?: unknown; readonly error?: { readonly code: string; readonly faultName?: string; readonly fault?: unknown }; readonly response: Response }
function show({ data, error, response }: Answer): void {
  const { code, faultName, fault } = error ?? {};
  console.log(JSON.stringify([response.status, error === undefined ? data : { code, faultName, fault }]));
}

const dish = { name: "soup", grams: 300, note: ["a & b"], number: 7 };
show(await kitchen.POST("/Cook", { body: { $headers: { Key: "abc" }, dish } }));
show(await kitchen.POST("/Cook", { body: { dish: { name: "toast", pieces: 2, number: 8, note: [] } } }));
show(await kitchen.POST("/Weigh", { body: { name: "flour", grams: 56 } }));
show(await kitchen.POST("/Sort", { body: { names: ["pear", "apple"] } }));
// @ts-expect-error: no branch of the choice
show(await kitchen.POST("/Cook", { body: { dish: { name: "soup", note: [], number: 7 } } }));

const book = { title: "Sea", isbn: "9780000000001", price: "12.50", genre: "Novel", published: "1999-01-31", authors: ["Ann"] } as const;
show(await library.POST("/Add", { body: { book: { ...book, authors: ["Ann"] } } }));
show(await library.POST("/Add", { body: { book: { title: "Sand", isbn: "9223372036854775808", price: "0.10", genre: "Poetry", authors: [], note: null } } }));
show(await library.POST("/Find", { body: { title: "Sea" } }));
show(await library.POST("/Find", { body: { title: "Sky" } }));
show(await library.POST("/Price", { body: { isbn: "9223372036854775808" } }));
show(await library.POST("/Price", { body: { isbn: "1" } }));
show(await library.POST("/Due", { body: { lent: "2026-01-31T10:00:00Z", long: true } }));

show(await depot.POST("/store", { body: { number: "7", weight: "1.50", state: "Stored", mark: ["fragile"] } }));
show(await depot.POST("/store", { body: { $type: "crate", number: "9007199254740993", weight: "0.10", state: "Sent", mark: [], seal: "AQID" } }));
show(await depot.POST("/list", { body: "Stored" }));
show(await depot.POST("/send", { body: "9007199254740993" }));
show(await depot.POST("/send", { body: "1" }));
process.exit(0);
`;

const soup = { name: "soup", grams: 300, note: ["a & b"], number: 7, hot: true };
const wanted: readonly (readonly [status: number, body: unknown])[] = [
  [200, { $headers: { Left: 3 }, dish: soup, seconds: "1.50" }],
  [500, { code: "Declared", faultName: "BurntError", fault: { dish: "toast" } }],
  [200, { label: "56 g of flour", ounces: 2 }],
  [200, ["apple", "pear"]],
  [422, { code: "WrongChoice" }],

  [200, "1"],
  [200, "2"],
  [
    200,
    [
      {
        title: "Sea",
        isbn: "9780000000001",
        price: "12.50",
        genre: "Novel",
        published: "1999-01-31",
        authors: ["Ann"],
      },
    ],
  ],
  [200, []],
  [200, "0.10"],
  [400, { code: "InvalidValue" }],
  [200, "2028-01-31T10:00:00+00:00"],

  [200, 1],
  [200, 2],
  [200, [{ number: "7", weight: "1.50", state: "Stored", mark: ["fragile"] }]],
  [
    200,
    { $type: "crate", number: "9007199254740993", weight: "0.10", state: "Sent", mark: [], seal: "AQID" },
  ],
  [500, { code: "Declared", faultName: "UnknownError", fault: { number: "1" } }],
];

function testWithServices(title: string, body: () => Promise<void>): void {
  if (tools === undefined) testWithTools(title, body);
  else testWithPeer("soapServers", title, body);
}

testWithServices("openapi-fetch calls every operation of services of PHP, Python and Java", async () => {
  const project = openApiProject();
  opened.push(() => {
    project.remove();
  });
  const gateways = await startGateways(project);
  expect(gateways.map(({ service, operations }) => [service, operations])).toEqual([
    ["Kitchen", 3],
    ["Library", 4],
    ["Depot", 3],
  ]);
  project.write("main.ts", program);
  expect(await project.compile(["main.ts"])).toBe("");
  const printed = await project.node("main.js", ...gateways.map(({ url }) => url));
  expect(
    printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(wanted);
});
