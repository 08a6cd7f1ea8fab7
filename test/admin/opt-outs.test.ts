import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CommandRunner } from "../command-runner.js";
import { newDatabase } from "../storage/new-database.js";

const database = await newDatabase();
const runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });

beforeAll(async () => {
  await runner.run(["customer", "add", "42", "--name", "Example"]);
});
afterAll(() => {
  runner.end();
});

const english = {
  customer: 42,
  number: null,
  languages: ["en"],
  stopWords: [],
  startWords: [],
  startText: null,
  helpText: null,
};

test("opt-out: set, list and remove, with what is refused", async () => {
  const steps = [
    { line: "opt-out list --json", code: 0, stdout: [] },
    {
      line: "opt-out set 42 --stop-text Stopped --json",
      code: 0,
      stdout: { ...english, stopText: "Stopped" },
    },
    {
      line: "opt-out set 42 --languages de fr --stop raus --start weiter --json",
      code: 0,
      stdout: {
        ...english,
        languages: ["de", "fr"],
        stopWords: ["raus"],
        startWords: ["weiter"],
        stopText: "Stopped",
      },
    },
    {
      line: "opt-out set 42 --languages none --stop none --start none --stop-text none --json",
      code: 0,
      stdout: { ...english, languages: [], stopText: null },
    },
    { line: "opt-out set 42 --languages xx", code: 2, stderr: /invalid language/u },
    { line: "opt-out set 42 --stop !!", code: 2, stderr: /invalid word/u },
    { line: `opt-out set 42 --stop-text ${"x".repeat(700)}`, code: 2, stderr: /invalid text/u },
    { line: "opt-out set 44", code: 1, stderr: /no customer 44/u },
    { line: "opt-out set 42 --number 12025550199", code: 1, stderr: /no number 12025550199/u },
    { line: "opt-out remove 42", code: 0 },
    { line: "opt-out remove 42", code: 1, stderr: /has no stop words/u },
  ];
  for (const { line, code, stdout, stderr } of steps) {
    const done = await runner.run(line.split(" "));
    expect([line, done.code]).toEqual([line, code]);
    if (stdout !== undefined) expect(JSON.parse(done.stdout)).toEqual(stdout);
    if (stderr !== undefined) expect(done.stderr).toMatch(stderr);
  }
});
