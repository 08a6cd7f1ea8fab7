import { describe, expect, test } from "@jest/globals";
import { bashScript, fishScript, zshScript } from "#server/cli/completion.js";
import { completionPlaces } from "#server/cli/completion-places.js";
import { messenger } from "#server/cli/main.js";
import { type PeerName, runPeer, testWithPeer } from "../peers.js";

const places = completionPlaces(await messenger());

interface Case {
  /** Complete words; the next one is empty. */
  readonly line: readonly string[];
  readonly offered: readonly string[];
  readonly notOffered: readonly string[];
}

const cases: readonly Case[] = [
  { line: [], offered: ["serve", "link", "completion", "--json"], notOffered: ["add", "help"] },
  { line: ["link"], offered: ["add", "start", "stop", "--database"], notOffered: ["serve", "--port"] },
  { line: ["serve"], offered: ["--port", "--config"], notOffered: ["link", "--version"] },
  { line: ["--database", "link", "customer"], offered: ["add", "block"], notOffered: ["stop"] },
  { line: ["serve", "--log-level"], offered: ["warn", "info"], notOffered: ["--port"] },
  { line: ["database", "restore", "--links"], offered: ["stopped", "kept"], notOffered: ["--json"] },
  { line: ["completion"], offered: ["bash", "zsh", "fish"], notOffered: ["serve"] },
  { line: ["serve", "--host"], offered: [], notOffered: ["--port", "serve"] },
];

function linesOf(name: PeerName, program: string): readonly string[] {
  // As its input: one argument of a command has at most 128 KiB. Fish reads a script from a pipe only.
  const args = name === "fish" ? ["-c", "cat | source"] : [];
  const { status, stdout, stderr } = runPeer(name, args, program);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((line) => line !== "");
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

/** Words that a shell offers after a line. */
const shells: Readonly<Record<"bash" | "zsh" | "fish", (line: readonly string[]) => readonly string[]>> = {
  bash: (line) =>
    linesOf(
      "bash",
      `${bashScript(places)}
COMP_WORDS=(messenger ${quoted(line)} ''); COMP_CWORD=${line.length + 1}; _messenger; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  zsh: (line) =>
    linesOf(
      "zsh",
      `compdef() { :; }; _files() { :; }; _describe() { print -l -- \${(P)2}; }; compadd() { shift; print -l -- "$@"; }
${zshScript(places)}
words=(messenger ${quoted(line)} ''); CURRENT=${line.length + 2}; _messenger`,
    ).map((entry) => entry.replace(/:.*/u, "")),
  fish: (line) => {
    const text = ["messenger", ...line, ""].join(" ");
    const flags = line.at(-1)?.startsWith("--") === true ? "" : `complete -C '${text}--'`;
    const offered = linesOf("fish", `${fishScript(places)}\ncomplete -C '${text}'; ${flags}\ntrue`);
    return offered.map((entry) => entry.replace(/\t.*/u, ""));
  },
};

describe.each(["bash", "zsh", "fish"] as const)("completion in %s", (shell) => {
  for (const { line, offered, notOffered } of cases)
    testWithPeer(shell, `after "${["messenger", ...line].join(" ")}"`, () => {
      const words = shells[shell](line);
      expect(words).toEqual(expect.arrayContaining([...offered]));
      expect(words.filter((word) => notOffered.includes(word))).toEqual([]);
    });
});

test("every command has a place, and every option of it is offered", async () => {
  const program = await messenger();
  const known = new Map(places.map(({ path, words }) => [path, words.map(({ word }) => word)]));
  const check = (command: typeof program, path: string): void => {
    for (const { long } of command.options) expect(known.get(path)).toContain(long);
    for (const child of command.commands) check(child, `${path} ${child.name()}`);
  };
  check(program, "messenger");
});
