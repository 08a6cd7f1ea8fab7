import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { DiagnosticPrinter, styleOf } from "#generator/terminal.js";
import { testWithPeer } from "../peers.js";
import { generatorBin } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

test.each([
  [true, {}, { colours: true, frames: true, progress: true }],
  [true, { NO_COLOR: "1" }, { colours: false, frames: true, progress: true }],
  [true, { NO_COLOR: "" }, { colours: true, frames: true, progress: true }],
  [true, { TERM: "dumb" }, { colours: false, frames: true, progress: false }],
  [true, { FORCE_COLOR: "0" }, { colours: false, frames: true, progress: true }],
  [false, {}, { colours: false, frames: false, progress: false }],
  [false, { FORCE_COLOR: "1" }, { colours: true, frames: true, progress: false }],
  [false, { FORCE_COLOR: "", NO_COLOR: "1" }, { colours: true, frames: true, progress: false }],
  [false, { FORCE_COLOR: "false" }, { colours: false, frames: false, progress: false }],
])("a terminal: %j, %j", (isTTY, environment, style) => {
  expect(styleOf({ isTTY }, environment)).toEqual(style);
});

/** The lines below message and hint, for a place in a file of a text. */
function frameOf(text: string | Uint8Array, line: number, column: number): readonly string[] {
  const file = join(folderWith({ "a.wsdl": text }), "a.wsdl");
  const diagnostics = new Diagnostics();
  diagnostics.report("MG1021", { file, line, column }, {});
  const printer = new DiagnosticPrinter({ colours: false, frames: true, progress: false });
  return diagnostics.all.flatMap((each) => printer.text(each).split("\n").slice(2));
}

describe("the line of the contract", () => {
  const long = `${"a".repeat(300)}<b/>${"c".repeat(300)}`;
  test.each([
    ["a line", "<a>\n  <b/>\n</a>", 2, 3, ["   2 | <b/>", "     | ^"]],
    ["in a line", "<a><b/></a>", 1, 4, ["   1 | <a><b/></a>", "     |    ^"]],
    ["other ends of lines", "<a>\r\n<b/>\r</a>", 3, 1, ["   3 | </a>", "     | ^"]],
    ["a long line", long, 1, 301, [`   1 | ${long.slice(260, 360)}`, `     | ${" ".repeat(40)}^`]],
    ["the end of a long line", long, 1, 604, [`   1 | ${long.slice(-100)}`, `     | ${" ".repeat(99)}^`]],
    ["UTF-16", Buffer.from("\uFEFF<a/>", "utf16le"), 1, 1, ["   1 | <a/>", "     | ^"]],
    ["no text", "\u00ff", 1, 1, ["   1 | \u00ff", "     | ^"]],
    [
      "control characters",
      "<a>\t\u001b[31m\u202e<b/>",
      1,
      11,
      ["   1 | <a>  [31m <b/>", "     |           ^"],
    ],
    ["a line that is gone", "<a/>", 2, 1, []],
    ["bytes that are no text", Buffer.from([0xff, 0xff]), 1, 1, []],
  ] as const)("%s", (_, text, line, column, lines) => {
    expect(frameOf(text, line, column)).toEqual(lines);
  });

  test("none of a document of a network, of a file that is gone, and of a whole file", () => {
    const diagnostics = new Diagnostics();
    diagnostics.report("MG1021", { file: "http://www.example.com/a.wsdl", line: 1, column: 1 }, {});
    diagnostics.report("MG1021", { file: "gone.wsdl", line: 1, column: 1 }, {});
    diagnostics.reportFile("MG5001", "command line", {});
    const printer = new DiagnosticPrinter({ colours: false, frames: true, progress: false });
    for (const each of diagnostics.all) expect(printer.text(each).split("\n")).toHaveLength(2);
  });
});

describe("the command", () => {
  const contract = wsdlOf({ fields: '<xs:element name="a" type="tns:Gone"/>' });
  const [line = 0] = contract.split("\n").flatMap((each, at) => (each.includes("Gone") ? [at + 1] : []));
  const column = (contract.split("\n")[line - 1] ?? "").indexOf('<xs:element name="a"') + 1;
  const run = async (program: string, words: readonly string[], environment: NodeJS.ProcessEnv) => {
    const cwd = folderWith({ "main.wsdl": contract });
    const own = Object.entries(process.env).filter(([name]) => !name.endsWith("_COLOR"));
    const options = { cwd, env: { ...Object.fromEntries(own), TERM: "xterm", ...environment } };
    return promisify(execFile)(program, words, options).catch((error: unknown) => error);
  };
  const escaped = (text: string): string => text.replace(/[[\]{}|^$.*+?()]/g, String.raw`\$&`);
  const message = "the type {urn:example}Gone is not declared";

  test("prints two lines for a diagnostic to a pipe", async () => {
    const stderr = new RegExp(`^main.wsdl:${line}:${column} error MG2001: ${escaped(message)}\n  .*\n$`);
    expect(await run(process.execPath, [generatorBin, "main.wsdl"], {})).toMatchObject({
      stderr: expect.stringMatching(stderr),
    });
  });

  test("prints colours and the line of the contract if colours are forced", async () => {
    const start = `\u001b[1mmain.wsdl:${line}:${column}\u001b[0m \u001b[31merror MG2001\u001b[0m: ${message}\n`;
    const frame = `  \u001b[2m ${line} | \u001b[0m`;
    expect(await run(process.execPath, [generatorBin, "main.wsdl"], { FORCE_COLOR: "1" })).toMatchObject({
      stderr: expect.stringMatching(new RegExp(`^${escaped(start)}.*\n${escaped(frame)}.*\n.*\\^`)),
    });
  });

  testWithPeer("script", "on a terminal", async () => {
    const words = ["-qec", `"${process.execPath}" "${generatorBin}" main.wsdl`, "/dev/null"];
    const coloured = await run("script", words, {});
    expect(coloured).toMatchObject({ stdout: expect.stringContaining("\u001b[31merror MG2001\u001b[0m") });
    const plain = await run("script", words, { NO_COLOR: "1" });
    expect(plain).toMatchObject({ stdout: expect.stringContaining(" error MG2001: ") });
    expect(plain).toMatchObject({ stdout: expect.stringContaining(`  ${line} | `) });
  });
});
