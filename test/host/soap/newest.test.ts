import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "@jest/globals";
import { element, envelope } from "../../runtime/greeter.js";

/** Folders with a package `soap`: that of the project, and one with the newest version. */
const folders = [
  "node_modules",
  ...[process.env["MESSENGER_NEWEST_SOAP"]].filter((each) => each !== undefined),
];

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, "soap/package.json"), "utf8")) as { readonly version: string })
    .version;

const work = mkdtempSync(join(tmpdir(), "node-soap-"));
afterAll(() => {
  rmSync(work, { recursive: true });
});

/** A copy of the host that finds this version of node-soap. */
function hostWith(folder: string): string {
  const at = mkdtempSync(join(work, "version-"));
  const modules = join(at, "node_modules");
  mkdirSync(modules);
  for (const name of ["package.json", "dist"])
    cpSync(join("host", name), join(modules, "messenger-gen-host", name), { recursive: true });
  symlinkSync(resolve("runtime"), join(modules, "messenger-gen-runtime"), "dir");
  symlinkSync(resolve("node_modules/handlebars"), join(modules, "handlebars"), "dir");
  symlinkSync(resolve(folder, "soap"), join(modules, "soap"), "dir");
  return at;
}

const script = (greeter: string, wsdl: string): string => `
  import { serve } from "messenger-gen-host";
  import { Greeter, greeter } from ${JSON.stringify(greeter)};
  const seen = [];
  const server = await serve({
    service: Greeter, implementation: greeter, wsdl: ${JSON.stringify(wsdl)}, host: "127.0.0.1", port: 0,
    mounts: [{ path: "/greeter", compatibility: "strict" }],
    onSoapServer: (soap) => {
      soap.authorizeConnection = ({ headers }) => headers["x-client"] === "shop";
      soap.authenticate = async (security) => security.UsernameToken.Username === "42";
      soap.addSoapHeader({ Session: "1" }, "", "t", "urn:t");
      soap.addSoapHeader((name) => "<Called>" + name + "</Called>");
      soap.on("request", (request, name) => seen.push(name));
      soap.on("headers", (headers) => seen.push(Object.keys(headers)));
      soap.on("response", (response) => (response.result = response.result.replace("Ann", "Bob")));
      soap.log = (type) => seen.push(type);
    },
  });
  const call = async (client, type, body) => {
    const headers = { "Content-Type": type, SOAPAction: '"http://example.com/greeter/Greet"', "X-Client": client };
    const answer = await fetch(server.url, { method: "POST", headers, body });
    return [answer.status, (await answer.text()).replace(/^.*?<soap:Header>/, "")];
  };
  const replies = [];
  for (const [client, type, body] of JSON.parse(process.argv[1])) replies.push(await call(client, type, body));
  await server.close();
  process.stdout.write(JSON.stringify({ replies, seen: seen.filter((each) => each !== "info") }));
`;

const oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const security = (user: string): string =>
  `<e:Header><w:Security xmlns:w="${oasis}"><w:UsernameToken><w:Username>${user}</w:Username></w:UsernameToken></w:Security></e:Header>`;
const message = (version: "soap11" | "soap12", user: string): string =>
  envelope(version, element("Greet"), security(user));
const calls = [
  ["shop", "text/xml", message("soap11", "42")],
  ["shop", "application/soap+xml", message("soap12", "42")],
  ["shop", "text/xml", message("soap11", "43")],
  ["other", "text/xml", message("soap11", "42")],
];

test.each(folders.map((folder) => ({ folder, version: versionIn(folder) })))(
  "the host works with node-soap $version",
  async ({ folder }) => {
    const greeter = resolve("dist/test/runtime/greeter.js");
    const source = script(greeter, resolve("test/host/greeter/greeter.wsdl"));
    const words = ["--input-type=module", "-e", source, JSON.stringify(calls)];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: hostWith(folder) });
    const header =
      '<t:Session xmlns:t="urn:t" xmlns="urn:t">1</t:Session>\n<Called>Greet</Called></soap:Header>';
    const greeted = `${header}<soap:Body><GreetResponse xmlns="http://example.com/greeter/"><GreetResult><Text>Bob</Text>`;
    const { replies, seen } = JSON.parse(stdout) as {
      readonly replies: [number, string][];
      readonly seen: unknown[];
    };
    expect(replies.map(([status]) => status)).toEqual([200, 200, 500, 401]);
    for (const [, text] of replies.slice(0, 2)) expect(text).toContain(greeted);
    expect(replies[2]?.[1]).toContain("The caller is not authenticated.");
    const whole = ["received", "Greet", ["Security"], "replied"];
    expect(seen).toEqual([...whole, ...whole, "received", "replied"]);
  },
);
