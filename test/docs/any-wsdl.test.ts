import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { linkPackages } from "../linked-packages.js";
import { projectGuides, snippetsOf } from "./snippets.js";

const run = promisify(execFile);
const snippets = snippetsOf(projectGuides.anyWsdl);
/** What programs print, in their order. */
const printed = snippets
  .filter(({ language, attributes }) => language === "text" && attributes.get("printed") !== "command")
  .map(({ text }) => text);
/** The programs of the guide that print something, in their order. */
const programs = ["over-json", "validated", "gateway", "call", "mocked", "map", "few"];
const printedBy = (name: string): string | undefined => printed[programs.indexOf(name)];
const folder = mkdtempSync(join(tmpdir(), "any-wsdl-"));
const commands = join(folder, "commands");
const env = { ...process.env, PATH: `${commands}:${process.env["PATH"] ?? ""}` };

/** An empty project with the packages installed; `npx` runs the commands of installed packages. */
beforeAll(() => {
  for (const path of ["commands", "node_modules/@types"]) mkdirSync(join(folder, path), { recursive: true });
  linkPackages(folder, ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
  symlinkSync(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(commands, "npx"),
    `#!/bin/sh
command=$1
shift
if [ "$command" = tsc ]; then exec "${process.execPath}" "${resolve("node_modules/typescript/bin/tsc")}" "$@"; fi
exec "${process.execPath}" "${resolve("bin")}/$command.js" "$@"
`,
  );
  chmodSync(join(commands, "npx"), 0o755);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("every snippet is a file, a command or expected output", () => {
  for (const { language, attributes } of snippets) {
    expect(["sh", "text", attributes.has("file") ? language : "a file"]).toContain(language);
  }
});

/** Starts a server of the guide; returns its address and a function that stops it. */
async function startServer(program = "serve"): Promise<{ readonly url: string; stop(): void }> {
  const server = spawn(process.execPath, [`dist/${program}.js`], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((done, failed) => {
    server.stdout.once("data", (data: Buffer) => {
      done(data.toString().trim());
    });
    server.once("exit", () => {
      failed(new Error("The server of the guide did not start."));
    });
  });
  return { url, stop: () => void server.kill() };
}

test("the guide leads from the WSDL to a successful call", async () => {
  for (const { attributes, text } of snippets) {
    const file = attributes.get("file");
    if (file !== undefined) writeFileSync(join(folder, file), text);
  }
  for (const [at, { language, text }] of snippets.entries()) {
    if (language !== "sh") continue;
    const { stdout } = await run("sh", ["-euc", text], { cwd: folder, env }).catch((error: unknown) => {
      throw new Error(`${text}${JSON.stringify(error)}`);
    });
    const next = snippets[at + 1];
    if (next?.attributes.get("printed") === "command") expect(stdout).toBe(next.text);
  }
  const server = await startServer();
  try {
    for (const name of programs) {
      const { stdout } = await run(process.execPath, [`dist/${name}.js`, server.url], { cwd: folder });
      expect(stdout).toBe(printedBy(name));
    }
    expect(printed).toHaveLength(programs.length);
    const wsdl = await (await fetch(`${server.url}?wsdl`)).text();
    expect(wsdl).toContain(`location="${server.url}"`);
  } finally {
    server.stop();
  }
});

test("the guide serves the service inside an existing server", async () => {
  const server = await startServer("mounted");
  try {
    const { stdout } = await run(process.execPath, ["dist/call.js", server.url], { cwd: folder });
    expect(stdout).toBe(printedBy("call"));
    expect(await (await fetch(new URL("/", server.url))).text()).toBe("Another page");
  } finally {
    server.stop();
  }
});

test("bundler module resolution finds the same types", async () => {
  const options = ["--noEmit", "-p", ".", "--module", "esnext", "--moduleResolution", "bundler"];
  const { stdout } = await run(join(commands, "npx"), ["tsc", ...options], { cwd: folder, env });
  expect(stdout).toBe("");
});

test("generated code needs only the package of the runtime", async () => {
  const alone = join(folder, "alone");
  linkPackages(alone, ["messenger-gen-runtime"]);
  await run("cp", ["-r", join(folder, "dist/weather"), join(folder, "package.json"), alone]);
  const script =
    'const { WeatherClient, Weather, UnimplementedWeatherService } = await import("./weather/index.js");' +
    'const { inMemoryTransport } = await import("messenger-gen-runtime");' +
    "const service = new (class extends UnimplementedWeatherService {})();" +
    "const client = new WeatherClient({ transport: inMemoryTransport(Weather, service) });" +
    'await client.getForecast({ place: "Lisbon" }).catch((error) => console.log(error.message));';
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: alone });
  expect(stdout).toBe("GetForecast is not implemented.\n");
});
