import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { linkPackages } from "../linked-packages.js";
import { guideProject } from "./guide-project.js";
import { projectGuides, snippetsOf } from "./snippets.js";

const snippets = snippetsOf(projectGuides.anyWsdl);
/** What programs print, in their order. */
const printed = snippets
  .filter(({ language, attributes }) => language === "text" && attributes.get("printed") !== "command")
  .map(({ text }) => text);
/** The programs of the guide that print something, in their order. */
const programs = ["over-json", "validated", "gateway", "call", "mocked", "map", "few"];
const printedBy = (name: string): string | undefined => printed[programs.indexOf(name)];
const project = guideProject(["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);

test("every snippet is a file, a command or expected output", () => {
  for (const { language, attributes } of snippets) {
    expect(["sh", "text", attributes.has("file") ? language : "a file"]).toContain(language);
  }
});

/** Starts a server of the guide; returns its address and a function that stops it. */
async function startServer(program = "serve"): Promise<{ readonly url: string; stop(): void }> {
  const server = spawn(process.execPath, [`dist/${program}.js`], {
    cwd: project.folder,
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
  for (const snippet of snippets) project.write(snippet);
  for (const [at, { language, text }] of snippets.entries()) {
    if (language !== "sh") continue;
    const printed = await project.shell(text);
    const next = snippets[at + 1];
    if (next?.attributes.get("printed") === "command") expect(printed).toBe(next.text);
  }
  const server = await startServer();
  try {
    for (const name of programs)
      expect(await project.node(`dist/${name}.js`, server.url)).toBe(printedBy(name));
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
    expect(await project.node("dist/call.js", server.url)).toBe(printedBy("call"));
    expect(await (await fetch(new URL("/", server.url))).text()).toBe("Another page");
  } finally {
    server.stop();
  }
});

test("bundler module resolution finds the same types", async () => {
  const options = "--noEmit -p . --module esnext --moduleResolution bundler";
  expect(await project.shell(`npx tsc ${options}`)).toBe("");
});

test("generated code needs only the package of the runtime", async () => {
  linkPackages(join(project.folder, "alone"), ["messenger-gen-runtime"]);
  await project.shell("cp -r dist/weather package.json alone");
  const script =
    'const { WeatherClient, Weather, UnimplementedWeatherService } = await import("./weather/index.js");' +
    'const { inMemoryTransport } = await import("messenger-gen-runtime/testing");' +
    "const service = new (class extends UnimplementedWeatherService {})();" +
    "const client = new WeatherClient({ transport: inMemoryTransport(Weather, service) });" +
    'await client.getForecast({ place: "Lisbon" }).catch((error) => console.log(error.message));';
  const run = `cd alone; exec "${process.execPath}" --input-type=module`;
  expect(await project.shell(`${run} <<'END'\n${script}\nEND\n`)).toBe("GetForecast is not implemented.\n");
});
