import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { explore, Words } from "#generator/commands/explore.js";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { planFile } from "./plan/contracts.js";

const wsdl = "test/host/json/library/service.wsdl";
const { plan } = planFile(wsdl);
if (plan === undefined) throw new Error("The contract has errors");
const words = new Words(plan);
const [first, second] = plan.operations;
if (first === undefined || second === undefined) throw new Error("The contract has two operations");

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock(wsdl, {}, 0);
});
afterAll(() => mock.close());

async function printed(lines: readonly string[]): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const all = text(output);
  input.end(lines.map((line) => `${line}\n`).join(""));
  await explore(wsdl, { endpoint: mock.url }, { input, output });
  output.end();
  return all;
}

describe("completion", () => {
  test("of operations and commands, in any case", () => {
    expect(words.complete(first.name.slice(0, 3).toLowerCase())[0]).toContain(first.name);
    expect(words.complete("li")).toEqual([["list"], "li"]);
    expect(words.complete("")[0]).toEqual(expect.arrayContaining([first.name, second.name, "exit"]));
  });

  test("of the sample, and of its members", () => {
    const [[line = ""]] = words.complete(`${first.name} `);
    const sample = JSON.parse(line.slice(first.name.length)) as object;
    const [member = ""] = Object.keys(sample);
    expect(words.complete(`${first.name} {"${member.slice(0, 1)}`)).toEqual([
      expect.arrayContaining([`"${member}":`]),
      `"${member.slice(0, 1)}`,
    ]);
  });

  test.each(["Gone ", "Gone {", `${first.name} {`])("of %s: none", (line) => {
    expect(words.complete(line)).toEqual([[], line]);
  });
});

test("the prompt describes operations, calls them, and says what is wrong", async () => {
  const [[call = ""]] = words.complete(`${first.name} `);
  const output = await printed([
    "help",
    "list",
    first.name,
    call,
    "Gone {}",
    `${first.name} {"gone":1}`,
    "exit",
    "list",
  ]);
  expect(output).toContain("Tab completes names");
  expect(output).toContain(`\n${second.name}\n`);
  expect(output).toContain(call);
  expect(output).toMatch(/^"string"$/m);
  expect(output).toContain('the contract has no operation "Gone"');
  expect(output).toContain("the input is refused (");
});
