import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { LazyBytes } from "messenger-gen-runtime";
import { nodeTransport } from "messenger-gen-runtime/node";
import { emitAll } from "#generator/emit/all.js";
import { emitJson } from "#generator/emit/json.js";
import { send } from "../../host/greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type Client } from "../../host/json/shop.js";
import { compilerErrors } from "../emit/compiled.js";
import { planFile, type ContractOptions } from "../plan/contracts.js";

const wsdl = "test/generator/server-values/service.wsdl";
/** What a method returns. */
type Given = string | AsyncIterable<string> | null | undefined;

const options: ContractOptions = { lazyBytes: ["Upload", "Bind"], textPieces: ["Read", "Note"] };

describe("operations that cannot have the option are errors", () => {
  test.each<readonly [ContractOptions, string]>([
    [
      { lazyBytes: ["upload"] },
      "MG5013: lazyBytes names the operation upload, which the output does not have",
    ],
    [{ textPieces: ["Reed"] }, "MG5013: textPieces names the operation Reed, which the output does not have"],
    [{ lazyBytes: ["Read"] }, "MG5018: lazyBytes names the operation Read: its input has no xs:base64Binary"],
    [
      { lazyBytes: ["Lines"] },
      "MG5018: lazyBytes names the operation Lines: its input has no xs:base64Binary",
    ],
    [{ textPieces: ["Bind"] }, "MG5018: textPieces names the operation Bind: its result is no xs:string"],
    [{ textPieces: ["Lines"] }, "MG5018: textPieces names the operation Lines: its result is no xs:string"],
    [{ textPieces: ["Short"] }, "MG5018: textPieces names the operation Short: its result is no xs:string"],
  ])("%j", (given, want) => {
    const { plan, errors } = planFile(wsdl, given);
    expect(plan).toBe(undefined);
    expect(errors.map((each) => /(MG\d+: .*)\n/.exec(each)?.[1])).toEqual([want]);
  });
});

/** The lines of a generated file with one of these texts. */
function lines(file: string, ...texts: readonly string[]): readonly string[] {
  const plan = planFile(wsdl, options).plan;
  const text = plan && [...emitAll(plan), ...emitJson(plan)].find(({ path }) => path === file)?.text;
  return (text ?? "")
    .split("\n")
    .filter((line) => texts.some((each) => line.includes(each)))
    .map((line) => line.trim());
}

test("the server has other values, and the client the same", () => {
  expect(lines("server.ts", "CallContext): Promise<").filter((line) => !line.startsWith("async"))).toEqual([
    "upload(input: Lazy<m.UploadInput>, call: CallContext): Promise<string>;",
    "bind(input: Lazy<m.BindInput>, call: CallContext): Promise<number>;",
    "read(input: m.ReadInput, call: CallContext): Promise<string | AsyncIterable<string> | null | undefined>;",
    "title(input: m.TitleInput, call: CallContext): Promise<string>;",
    "note(input: m.NoteInput, call: CallContext): Promise<string | AsyncIterable<string>>;",
    "lines(input: m.LinesInput, call: CallContext): Promise<Streamed<readonly string[] | undefined>>;",
    "short(input: m.ShortInput, call: CallContext): Promise<string>;",
  ]);
  expect(lines("service.ts", "read: codecs", "read: lazyBytes")).toEqual([
    "read: lazyBytes(codecs.readUploadInput),",
    "read: lazyBytes(codecs.readBindInput),",
    "read: codecs.readReadInput,",
    "read: codecs.readTitleInput,",
    "read: codecs.readNoteInput,",
    "read: codecs.readLinesInput,",
    "read: codecs.readShortInput,",
  ]);
  expect(lines("codecs.ts", "AsyncIterable", "writePieces(w")).toEqual([
    "export function writeReadOutput(w: XmlWriter, v: string | AsyncIterable<string> | null | undefined): void {",
    "writePieces(w, v);",
    "export function writeNoteOutput(w: XmlWriter, v: string | AsyncIterable<string>): void {",
    "writePieces(w, v);",
    "export function writeStringAnswer(w: XmlWriter, v: string | AsyncIterable<string>): void {",
    "writePieces(w, v);",
  ]);
  for (const file of ["client.ts", "operations.ts", "messages.ts", "samples.ts"])
    expect(lines(file, "Lazy", "AsyncIterable")).toEqual([]);
});

test("the output compiles in our strict settings", () => {
  const { plan } = planFile(wsdl, options);
  const artefacts = plan === undefined ? [] : [...emitAll(plan), ...emitJson(plan)];
  const files = artefacts.flatMap(({ path, text }): [string, string][] =>
    path.endsWith(".ts") ? [[`test/generator/server-values/output/${path}`, text]] : [],
  );
  expect(compilerErrors(new Map(files))).toEqual([]);
});

describe("over a network", () => {
  let server: RunningServer;
  let client: Client;
  /** With MTOM. */
  let optimized: Client;
  let json: Client;
  /** What `read` and `note` return. */
  let text: () => Given;

  const kind = (bytes: Uint8Array | LazyBytes | undefined): string =>
    bytes instanceof LazyBytes ? `lazy ${Buffer.from(bytes.decode()).toString("hex")}` : hex(bytes);
  const hex = (bytes: Uint8Array | undefined): string =>
    bytes === undefined ? "absent" : `bytes ${Buffer.from(bytes).toString("hex")}`;

  interface Upload {
    readonly content?: Uint8Array | LazyBytes;
    readonly stamp?: Uint8Array;
  }
  interface Book {
    readonly page: readonly { readonly scan: Uint8Array | LazyBytes }[];
  }

  beforeAll(async () => {
    const { plan } = planFile(wsdl, options);
    const { Archive } = await builtServices(plan ?? planOf(wsdl), "server-values");
    const Made = Archive?.client["ArchiveClient"];
    if (Archive === undefined || Made === undefined) throw new Error("There is no service");
    server = await serveJson(Archive, wsdl, {
      upload: async ({ content, stamp }: Upload) => `${kind(content)}, ${hex(stamp)}`,
      bind: async ({ page }: Book) => page.filter(({ scan }) => scan instanceof LazyBytes).length,
      read: async () => text(),
      note: async () => text(),
      title: async () => "whole",
      lines: async () => [],
      short: async () => "x",
    });
    const base = new URL(server.url).origin;
    const transport = nodeTransport({ url: `${base}/shop` });
    client = new Made({ transport });
    optimized = new Made({ transport, mtom: true });
    json = Object.fromEntries(
      ["Upload", "Bind", "Read", "Note"].map((name) => [
        name,
        async (input: unknown) =>
          JSON.parse(
            (
              await send(server, {
                path: `${jsonPath}/${name}`,
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(input),
              })
            ).body,
          ) as unknown,
      ]),
    );
  });
  afterAll(() => server.close());

  const bytes = Uint8Array.of(1, 2, 3);

  test.each(["soap11", "soap12"])("bytes arrive undecoded: %s", async (binding) => {
    const input = { name: "a", content: bytes, stamp: Uint8Array.of(4) };
    expect(await client["upload"]?.(input, { binding })).toBe("lazy 010203, bytes 04");
  });

  test("bytes that are a MIME part arrive as they are", async () => {
    const content = new Uint8Array(1_000).fill(7);
    expect(await optimized["upload"]?.({ name: "a", content })).toBe(`bytes ${"07".repeat(1_000)}, absent`);
  });

  test("bytes that are absent, and those in records", async () => {
    expect(await client["upload"]?.({ name: "a" })).toBe("absent, absent");
    const page = [{ scan: bytes }, { scan: bytes }];
    expect(await client["bind"]?.({ title: "a", page })).toBe(2);
  });

  test("bytes over JSON arrive decoded", async () => {
    expect(await json["Upload"]?.({ name: "a", content: "AQID" })).toBe("bytes 010203, absent");
    expect(await json["Bind"]?.({ title: "a", page: [{ scan: "AQID" }] })).toBe(0);
  });

  const long = "0123456789".repeat(30_000);
  async function* cut(whole: string, size: number): AsyncGenerator<string, void> {
    for (let at = 0; at < whole.length; at += size) yield await Promise.resolve(whole.slice(at, at + size));
  }

  test.each<readonly [string, () => Given, unknown]>([
    ["whole", () => "a<b", "a<b"],
    ["empty", () => "", ""],
    ["in pieces", () => cut("a<b", 1), "a<b"],
    ["no piece", () => cut("", 1), ""],
    ["long, in pieces", () => cut(long, 7_001), long],
  ])("a text is %s", async (_, given, want) => {
    text = given;
    expect(await client["read"]?.({ name: "a" }, { binding: "soap11" })).toBe(want);
    expect(await client["read"]?.({ name: "a" }, { binding: "soap12" })).toBe(want);
    expect(await client["read"]?.({ name: "a" }, { binding: "httpGet" })).toBe(want);
    expect(await client["note"]?.("a")).toBe(want);
    expect(await json["Read"]?.({ name: "a" })).toBe(want);
    expect(await json["Note"]?.("a")).toBe(want);
  });

  test.each([null, undefined])("no text: %s", async (given) => {
    text = () => given;
    expect(await client["read"]?.({ name: "a" })).toBe(given);
  });

  test("an operation without the option shares the document of a response", async () => {
    expect(await client["title"]?.({ name: "a" }, { binding: "httpGet" })).toBe("whole");
  });
});
