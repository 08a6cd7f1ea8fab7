import { execFile } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { generate, type Stage } from "#generator/index.js";
import { ProgressLine, Stopwatch, timesText } from "#generator/progress.js";
import { testWithPeer } from "../peers.js";
import { localServer } from "../runtime/transport/local-server.js";
import { generatorBin, runGenerator } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const empty = "\r\u001b[2K";

describe("the line", () => {
  type Step = readonly [at: number, contract: string, stage: Stage, detail?: string];
  /** What a terminal gets from steps at these times in milliseconds, with the end at the last one. */
  const written = (steps: readonly Step[], columns?: number): readonly string[] => {
    const texts: string[] = [];
    let now = 0;
    const line = new ProgressLine({ columns, write: (text: string) => texts.push(text) }, () => now);
    for (const [at, ...step] of steps) {
      now = at;
      line.show(...step);
    }
    line.end();
    return texts;
  };

  test.each<readonly [string, readonly Step[], readonly string[]]>([
    [
      "nothing in two seconds",
      [
        [0, "", "read"],
        [1999, "", "write"],
      ],
      [],
    ],
    [
      "stages after two seconds, erased at the end",
      [
        [0, "", "read"],
        [2000, "", "model"],
        [2001, "", "emit", "codecs.ts"],
      ],
      [`${empty}building the model`, `${empty}generating files: codecs.ts`, empty],
    ],
    ["a contract", [[2000, "2 of 3, src/a", "plan"]], [`${empty}2 of 3, src/a: planning the output`, empty]],
    [
      "no control characters of names",
      [[2000, "1 of 2, a\u001b[31m\nb\u202e", "read"]],
      [`${empty}1 of 2, a [31m b : reading documents`, empty],
    ],
  ])("%s", (_, steps, texts) => {
    expect(written(steps)).toEqual(texts);
  });

  test("is not longer than a line of the terminal", () => {
    expect(written([[2000, "", "read", "3 fetched"]], 10)).toEqual([`${empty}reading d`, empty]);
  });
});

describe("the command", () => {
  const slow = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    await sleep(2_500);
    response.end(wsdlOf({}));
  };
  /** Runs the command in a terminal with a server that responds after two and a half seconds, and returns what it shows. */
  const shown = async (...words: readonly string[]): Promise<string> => {
    const server = await localServer((request, response) => void slow(request, response));
    try {
      const command = [process.execPath, generatorBin, server.url, "--allow-private-network"];
      const line = [...command.map((word) => `"${word}"`), ...words].join(" ");
      const options = { cwd: folderWith({}), env: { ...process.env, TERM: "xterm" }, timeout: 100_000 };
      return (await promisify(execFile)("script", ["-qec", line, "/dev/null"], options)).stdout;
    } finally {
      await server.close();
    }
  };

  testWithPeer("script", "shows a slow stage on a terminal, and erases it", async () => {
    const output = await shown();
    expect(output).toContain(`${empty}reading documents: 0 fetched`);
    expect(output.split(empty).at(-1)).toMatch(/^generated: \d+ created\r\n/);
  });

  testWithPeer("script", "shows none with --report-json", async () => {
    expect(await shown("--report-json")).toMatch(/^\{\r\n/);
  });

  testWithPeer("script", "shows none if standard error is not a terminal", async () => {
    expect(await shown("2>", "errors")).toMatch(/^generated: \d+ created\r\n/);
  });

  test("shows none on a pipe", async () => {
    const server = await localServer((request, response) => void slow(request, response));
    try {
      const run = await runGenerator(folderWith({}), server.url, "--allow-private-network");
      expect(run).toMatchObject({ code: 0, stderr: "" });
    } finally {
      await server.close();
    }
  });
});

test("the stages of a run", async () => {
  const folder = folderWith({ "a.wsdl": wsdlOf({}) });
  const stages: Stage[] = [];
  const options = { wsdl: `${folder}/a.wsdl`, out: `${folder}/out` };
  await generate({ ...options, onProgress: (stage) => stages.push(stage) });
  expect([...new Set(stages)]).toEqual(["read", "model", "plan", "emit", "print", "write"]);
  stages.length = 0;
  await generate({ ...options, onProgress: (stage) => stages.push(stage) });
  expect(stages).toEqual([]);
});

test("the time of a stage is that of all its turns", () => {
  let now = 100;
  const watch = new Stopwatch(() => now);
  const steps: readonly (readonly [number, Stage])[] = [
    [103, "read"],
    [110.4, "emit"],
    [120, "print"],
    [150, "emit"],
    [150.5, "emit"],
    [155, "write"],
  ];
  for (const [at, stage] of steps) {
    now = at;
    watch.enter(stage);
  }
  now = 200;
  expect(timesText(watch.end())).toBe("read 7 ms, emit 15 ms, print 30 ms, write 45 ms, 100 ms in all");
  expect(timesText(new Stopwatch(() => 5).end())).toBe("0 ms in all");
});

test("--verbose prints the time of each stage for each contract, and only the total if nothing is to do", async () => {
  const folder = folderWith({ "a.wsdl": wsdlOf({}) });
  const first = await runGenerator(folder, "a.wsdl", "--verbose");
  expect(first.stderr).toMatch(
    /^generated: read \d+ ms, model \d+ ms, plan \d+ ms, emit \d+ ms, print \d+ ms, write \d+ ms, \d+ ms in all\n$/,
  );
  const second = await runGenerator(folder, "a.wsdl", "--verbose", "--report-json");
  expect(second.stderr).toMatch(/^generated: \d+ ms in all\n$/);
  expect(JSON.parse(second.stdout)).toMatchObject({ outcome: "current" });
});
