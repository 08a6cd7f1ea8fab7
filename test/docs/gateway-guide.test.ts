import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { guideProject } from "./guide-project.js";
import { projectGuides, snippetsOf } from "./snippets.js";

const project = guideProject(["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
const { folder } = project;
/** The gateway as the guide has it. */
const origin = "http://127.0.0.1:8090";

let mock: RunningMock | undefined;
let running: Gateway | undefined;

afterAll(async () => {
  running?.child.kill();
  await mock?.close();
});

/** A command of the guide that serves, on a free port. */
interface Gateway {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly printed: string;
}

async function startServing(command: string): Promise<Gateway> {
  running?.child.kill();
  const script = `exec ${command.trim().replace("--port 8090", "--port 0")}`;
  const env = { ...project.env, WEATHER: mock?.url };
  const child = spawn("sh", ["-c", script], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  const ended = once(child, "exit").then(() => {
    throw new Error(`${command} ended: ${printed}`);
  });
  while (!/(?:openapi\.json|\/v1)\n$/.test(printed)) await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => undefined);
  return { child, origin: new URL(/http:\S+/.exec(printed)?.[0] ?? "").origin, printed };
}

test("the commands of the guide, in their order, print what it says", async () => {
  for (const snippet of snippetsOf(projectGuides.anyWsdl))
    if (snippet.attributes.get("file") === "weather.wsdl") project.write(snippet);
  const answers = join(folder, "answers.json");
  writeFileSync(answers, '{ "GetForecast": { "sky": "clear", "degrees": "21.50", "hour": ["clear"] } }');
  mock = await startMock(join(folder, "weather.wsdl"), { answers }, 0);
  let printed = "";
  for (const snippet of snippetsOf(projectGuides.gateway)) {
    const { language, text, attributes } = snippet;
    if (attributes.has("file")) project.write({ ...snippet, text: text.replace("port: 8090", "port: 0") });
    else if (language === "console") {
      running = await startServing(text);
      printed = running.printed
        .replaceAll(running.origin, origin)
        .replace(mock.url, "http://weather.example.com/Weather");
    } else if (language === "sh")
      printed = `${(await project.shell(text.replaceAll(origin, running?.origin ?? ""))).trim()}\n`;
    else {
      expect(language).toBe("text");
      expect(printed).toBe(text);
    }
  }
});
