import { describe, expect, test } from "@jest/globals";
import type { JestEnvironmentConfig } from "@jest/environment";
import { SharedEnvironment } from "../../tools/jest/environment.js";
import { markedUrl, resolve, withoutMarks } from "../../tools/jest/modules.js";

const ofTests = (path: string): string => new URL(`../${path}`, import.meta.url.split("?")[0]).href;
const ofTools = (path: string): string => ofTests(`../tools/jest/${path}`);

describe("modules", () => {
  test.each([
    {
      name: "of tests",
      url: ofTests("a.js"),
      parentURL: ofTests("b.js?file=7"),
      want: ofTests("a.js?file=7"),
    },
    { name: "of a process", url: ofTests("a.js"), parentURL: ofTests("b.js"), want: ofTests("a.js") },
    { name: "of tools", url: ofTools("a.js"), parentURL: ofTests("b.js?file=7"), want: ofTools("a.js") },
    { name: "of Node.js", url: "node:fs", parentURL: ofTests("b.js?file=7"), want: "node:fs" },
    { name: "marked", url: ofTests("a.js?file=8"), parentURL: undefined, want: ofTests("a.js?file=8") },
  ])("$name are loaded for each test file, or once", async ({ url, parentURL, want }) => {
    const next = async () => ({ url, format: "module" });
    expect(await resolve("#any", { parentURL }, next)).toEqual({ url: want, format: "module" });
  });

  test("@jest/globals are those of the test file", async () => {
    const parentURL = markedUrl(ofTests("b.js"), 7);
    const found = await resolve("@jest/globals", { parentURL }, () => Promise.reject(new Error("not asked")));
    expect(found).toEqual({ url: ofTools("globals.js?file=7"), shortCircuit: true });
  });

  test("a stack names files without marks", () => {
    expect(withoutMarks("at file:///a/b.test.js?file=12:3:4\nat c.js?file=x")).toBe(
      "at file:///a/b.test.js:3:4\nat c.js?file=x",
    );
  });
});

test("what a test file changes in the process is put back", async () => {
  const projectConfig = { globals: { sharedProcessTest: 1 }, fakeTimers: {} };
  const before = { ...process.env };
  const { console: ownConsole } = globalThis;
  const [cwd, exit] = [process.cwd(), Reflect.get(process, "exit")];
  const environment = new SharedEnvironment({ projectConfig } as unknown as JestEnvironmentConfig);
  await environment.setup();
  expect("sharedProcessTest" in globalThis).toBe(true);
  process.env["SHARED_PROCESS_TEST"] = "1";
  delete process.env["PATH"];
  process.exitCode = 3;
  process.chdir("/");
  globalThis.console = {} as Console;
  process.exit = () => undefined as never;
  await environment.teardown();
  expect("sharedProcessTest" in globalThis).toBe(false);
  expect({ ...process.env }).toEqual(before);
  expect([process.cwd(), process.exitCode, globalThis.console]).toEqual([cwd, undefined, ownConsole]);
  expect(Reflect.get(process, "exit")).toBe(exit);
});
