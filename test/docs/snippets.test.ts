import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { freePort } from "../free-port.js";
import { startService } from "../interop/service.js";
import { isInstalled, type PeerName } from "../peers.js";
import { documents, snippetsOf, type Snippet } from "./snippets.js";
import { workplace } from "./workplace.js";

const run = promisify(execFile);
const address = "http://127.0.0.1:8080/bms/Soap/Messenger.asmx";
/** Of the admin listener. */
const adminOrigin = "http://127.0.0.1:9464";

/** Commands for a separate terminal. CI, `test/packages/release` or `serves` runs each of them. */
const interactive =
  /^(npm ci && npm (start|test)|npx --package \S+ .*|npx messenger doctor|npx messenger serve( .*)?)$/;

const commands = ["sh", "console"];

/** Languages of whole programs, and the names of their files. */
const programs: Readonly<Record<string, RegExp>> = {
  ...{ ts: /\.ts$/u, php: /\.php$/u, python: /\.py$/u, java: /\.java$/u, csharp: /\.cs$/u },
};

/** Runs the shell snippets of a document in order. The service starts at the first snippet that uses its address. */
async function runShell(snippets: readonly Snippet[]): Promise<void> {
  const { folder, env } = workplace();
  let service: Awaited<ReturnType<typeof startService>> | undefined;
  const ofOperators = snippets.some(({ text }) => text.includes(adminOrigin));
  const admin = ofOperators ? `127.0.0.1:${await freePort()}` : undefined;
  const options = admin === undefined ? [] : ["--admin", admin, "--operators", "on"];
  try {
    for (const snippet of snippets) {
      if ([new URL(address).origin, adminOrigin].some((origin) => snippet.text.includes(origin)))
        service ??= await startService(env["MESSENGER_DATABASE"] ?? "", ...options);
      const script = snippet.text
        .replaceAll(adminOrigin, `http://${admin ?? ""}`)
        .replaceAll(address, service?.url ?? address)
        .replaceAll(new URL(address).origin, new URL(service?.url ?? address).origin);
      const place = `${snippet.document}:${snippet.line}`;
      const { stdout } = await run("sh", ["-euc", script], { cwd: folder, env });
      expect(`${place} ${stdout}`).not.toMatch(/\b(?:FAILURE|Missing parameter|unknown|NotImplemented)\b/i);
    }
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true });
  }
}

function runs(snippet: Snippet): boolean {
  const peer = snippet.attributes.get("peer") as PeerName | undefined;
  return snippet.language === "sh" && isInstalled("curl") && (peer === undefined || isInstalled(peer));
}

for (const document of documents()) {
  const snippets = snippetsOf(document);
  describe(document, () => {
    test("every snippet has a language that a test runs", () => {
      const languages = [...commands, ...Object.keys(programs)];
      expect(snippets.map(({ language }) => language).filter((each) => !languages.includes(each))).toEqual(
        [],
      );
    });

    test("programs equal the files they name, which other tests run", () => {
      for (const snippet of snippets.filter(({ language }) => language in programs)) {
        const whole = snippet.attributes.get("from");
        if (whole !== undefined) {
          // A part of a generated file, which its own tests run.
          expect(whole).toMatch(/^generated\//u);
          expect(readFileSync(whole, "utf8")).toContain(snippet.text);
          continue;
        }
        expect(snippet.attributes.get("file")).toMatch(programs[snippet.language] ?? /^$/u);
        expect(snippet.text).toBe(readFileSync(snippet.attributes.get("file") ?? "", "utf8"));
      }
    });

    test("commands for a separate terminal are known", () => {
      expect(terminalLines(snippets).filter((line) => !interactive.test(line))).toEqual([]);
    });
  });
}

// Documents have nothing in common, and the commands of one wait for one another: they run side by side.
describe("shell snippets run in order, and serve becomes ready:", () => {
  test.concurrent.each(documents())("%s", async (document) => {
    const snippets = snippetsOf(document);
    await runShell(snippets.filter(runs));
    for (const line of new Set(terminalLines(snippets)))
      if (line.startsWith("npx messenger serve ")) await serves(line);
  });
});

/** Commands of a document for a separate terminal. */
function terminalLines(snippets: readonly Snippet[]): readonly string[] {
  return snippets
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => text.trim().split("\n"));
}

async function serves(line: string): Promise<void> {
  const { folder, env } = workplace();
  const service = await startService(env["MESSENGER_DATABASE"] ?? "", ...line.split(" ").slice(3));
  expect(await service.stop()).toBe(0);
  rmSync(folder, { recursive: true });
}
