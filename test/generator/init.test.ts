import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import type { ContractConfig } from "#generator/config/config.js";
import { askContract } from "#generator/config/questions.js";
import { projectGuides, snippetsOf } from "../docs/snippets.js";
import { testWithPeer } from "../peers.js";
import { generatorBin, runGenerator } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const url = "https://example.com/shop?wsdl";
const scaffold = { implementation: "server/operations", test: "test/operations", runner: "node" } as const;

/** The answers of a person, and what the terminal shows. */
async function asked(
  lines: readonly string[],
  wsdls: readonly string[] = [],
  given: Partial<ContractConfig> = {},
) {
  let shown = "";
  const output = new Writable({
    write: (text: Buffer, _, done) => {
      shown += text.toString();
      done();
    },
  });
  const input = new PassThrough();
  input.end(lines.map((line) => `${line}\n`).join(""));
  return { contract: await askContract(wsdls, given, { input, output }), shown };
}

describe("the contract of the answers", () => {
  test.each<
    readonly [string, readonly string[], readonly string[], Partial<ContractConfig>, Partial<ContractConfig>]
  >([
    ["defaults", ["package.json", "", "", "", ""], [], {}, { wsdl: "package.json", out: "generated" }],
    [
      "both sides",
      ["package.json", "", "", "both", "", "", "", ""],
      [],
      {},
      { wsdl: "package.json", out: "generated", scaffold },
    ],
    [
      "a URL, for a client",
      [url, "src/shop", "camel", "contracts", "client", "functions"],
      [],
      {},
      {
        wsdl: url,
        out: "src/shop",
        names: "camel",
        allowNetwork: true,
        save: "contracts",
        client: "functions",
      },
    ],
    [
      "documents that are not kept",
      [url, "", "", "-", "client", ""],
      [],
      {},
      { wsdl: url, out: "generated", allowNetwork: true },
    ],
    [
      "a server with its tests",
      ["package.json", "", "", "server", "src", "tests", "vitest"],
      [],
      {},
      {
        wsdl: "package.json",
        out: "generated",
        scaffold: { implementation: "src", test: "tests", runner: "vitest" },
      },
    ],
    [
      "only what is not given",
      ["client"],
      [url],
      { out: "src", names: "contract", save: "kept", allowPrivateNetwork: true, client: "class" },
      { wsdl: [url], out: "src" },
    ],
  ])("%s", async (_, lines, wsdls, given, wanted) => {
    expect((await asked(lines, wsdls, given)).contract).toEqual(wanted);
  });
});

test("an answer that cannot be is asked for again", async () => {
  const lines = ["", "nowhere.wsdl", "https://", "package.json", "", "Camel", "camel", "client", "class"];
  const { contract, shown } = await asked(lines);
  expect(contract).toMatchObject({ wsdl: "package.json", names: "camel" });
  expect(shown.match(/(?<= {2})\S.*(?=\n)/g)).toEqual([
    "A contract needs a WSDL.",
    "nowhere.wsdl is neither a file nor a URL with http or https.",
    "https:// is neither a file nor a URL with http or https.",
    "Answer with one of contract, camel.",
  ]);
});

test("the questions are those of the guide", async () => {
  const snippets = snippetsOf(projectGuides.generatorInAProject);
  const session = snippets.find(({ attributes }) => attributes.get("printed") === "terminal")?.text ?? "";
  const turns = session.split("\n").flatMap((line): readonly (readonly [string, string])[] => {
    const at = line.lastIndexOf(": ") + 2;
    return at < 2 ? [] : [[line.slice(0, at), line.slice(at)]];
  });
  const answers = turns.map(([, answer]) => answer.replace("shop.wsdl", "package.json"));
  const { contract, shown } = await asked(answers);
  expect(shown).toBe(turns.map(([question]) => question).join(""));
  expect(contract).toEqual({ wsdl: "package.json", out: "src/shop", client: "functions" });
});

test("answers that end early are none", async () => {
  expect((await asked(["package.json", ""])).contract).toBeUndefined();
});

/** `init` at a terminal whose lines these are. */
async function initialized(lines: readonly string[], folder: string): Promise<string> {
  const command = `"${process.execPath}" "${generatorBin}" init`;
  const answers = lines.map((line) => `${line}\\n`).join("");
  const script = `printf '${answers}' | script -qec '${command}' /dev/null`;
  return (await promisify(execFile)("sh", ["-c", script], { cwd: folder, timeout: 100_000 })).stdout;
}

testWithPeer("script", "init asks at a terminal, and its file generates", async () => {
  const folder = folderWith({ "shop.wsdl": wsdlOf({}) });
  const shown = await initialized(["shop.wsdl", "src/shop", "", "client", "functions"], folder);
  expect(shown).toContain("WSDL, a path or a URL: ");
  expect(shown).toContain("messenger-gen.config.mjs written");
  expect(readFileSync(join(folder, "messenger-gen.config.mjs"), "utf8")).toContain(`    {
      wsdl: "shop.wsdl",
      out: "src/shop",
      client: "functions",
    },`);
});

test("init asks nothing without a terminal", async () => {
  const folder = folderWith({ "shop.wsdl": wsdlOf({}) });
  const { code, stdout, stderr } = await runGenerator(folder, "init");
  expect([code, stdout, stderr]).toEqual([1, "", "error: missing required argument 'wsdl'\n"]);
  expect(await runGenerator(folder, "init", "shop.wsdl")).toMatchObject({
    code: 0,
    stdout: "messenger-gen.config.mjs written\n",
  });
});
