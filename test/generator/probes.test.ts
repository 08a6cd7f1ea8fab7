import { beforeAll, describe, expect, test } from "@jest/globals";
import type { ClientOptions, ServiceFault } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { emitAll } from "#generator/emit/all.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { builtModule, builtOperations, readBack, written } from "./emit/built.js";
import { compilerErrors } from "./emit/compiled.js";
import { planFile } from "./plan/contracts.js";
import { plainXml, probes, type Probe } from "./probe-table.js";

const folder = "test/golden/kitchen-sink";
const root = `<Put xmlns="urn:example:sink" xmlns:example-other="urn:example:other" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`;

function sinkPlan(): Plan {
  const { plan, errors } = planFile(`${folder}/service.wsdl`);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

const imports = `import { Decimal, element, XsdDateTime, type CallContext, type XmlAttribute } from "messenger-gen-runtime";
import * as s from "./index.js";
export const used = [Decimal, element, XsdDateTime, s];
export type Used = XmlAttribute | CallContext;
declare const v: {
  readonly plain: s.Plain; readonly price: s.Priced; readonly open: s.Open; readonly odd: s.Odd;
  readonly attributed: s.Attributed; readonly client: s.SinkClient; readonly server: s.SinkService;
  readonly call: Parameters<s.SinkService["put"]>[1];
};
export const values = v;
`;

function probeFile({ accepted, refused = [] }: Probe): string {
  const wrong = refused.map((text, at) => `// @ts-expect-error\nexport const wrong${at} = ${text};`);
  return `${imports}${accepted}\n${wrong.join("\n")}\n`;
}

describe("types", () => {
  let errors: readonly string[] = [];
  beforeAll(() => {
    const output = emitAll(sinkPlan()).filter(({ path }) => path.endsWith(".ts"));
    const files = [
      ...output.map(({ path, text }): [string, string] => [`${folder}/output/${path}`, text]),
      ...probes.map((probe, at): [string, string] => [`${folder}/output/probe-${at}.ts`, probeFile(probe)]),
    ];
    errors = compilerErrors(new Map(files));
  });

  test("there are 41 probes, and the output itself compiles", () => {
    expect(probes).toHaveLength(41);
    expect(errors.filter((text) => !text.includes("/probe-"))).toEqual([]);
  });

  test.each(probes.map(({ name }, at) => ({ name, at })))("$name", ({ at }) => {
    expect(errors.filter((text) => text.includes(`/probe-${at}.ts`))).toEqual([]);
  });

  test("documentation becomes that of the method", () => {
    const client = emitAll(sinkPlan()).find(({ path }) => path === "client.ts")?.text ?? "";
    expect(client).toMatch(/\/\*\*\n {3}\* Stores what it is given\.\n(?: {3}\*.*\n)+ {3}\*\/\n {2}put\(/);
  });
});

describe("the wire", () => {
  let codec: MessageCodec<unknown>;
  beforeAll(async () => {
    codec = (await builtOperations(sinkPlan(), "kitchen-sink-codecs"))["Put"]?.input as MessageCodec<unknown>;
  });

  test.each(probes.flatMap(({ name, wire }) => (wire === undefined ? [] : [{ name, wire }])))(
    "$name",
    ({ wire: [content, value] }) => {
      const xml = `${root}${content}</Put>`;
      expect(readBack(codec, xml)).toEqual(value);
      expect(written(codec, value)).toBe(xml);
    },
  );

  test("simple values come back as they were", () => {
    const xml = `${root}${plainXml}</Put>`;
    expect(written(codec, readBack(codec, xml))).toBe(xml);
  });

  test("a default is read where the attribute is absent, wildcards keep what they get", () => {
    const absent = `${root}<attributed id="1"><text>t</text></attributed></Put>`;
    expect(readBack(codec, absent)).toEqual({ attributed: { id: 1, unit: "m", text: "t" } });
    const open = `${root}<open xmlns:x="urn:x" x:mark="1"><known>1</known><x:more a="b">c</x:more></open></Put>`;
    const read = readBack(codec, open);
    expect(read).toMatchObject({
      open: {
        $attributes: [{ namespace: "urn:x", name: "mark", value: "1" }],
        $any: [{ namespace: "urn:x", name: "more", children: ["c"] }],
      },
    });
    expect(readBack(codec, written(codec, read))).toEqual(read);
  });
});

interface Output {
  readonly Sink: AnyService;
  readonly SinkClient: new (
    options: ClientOptions,
  ) => Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
  readonly DeniedError: new (detail: unknown, message: string) => ServiceFault;
}

describe("calls", () => {
  test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)("over %s", async (binding) => {
    const { Sink, SinkClient, DeniedError } = (await builtModule(
      sinkPlan(),
      `sink-${binding}`,
      "index",
    )) as Output;
    const notes: unknown[] = [];
    const service = {
      put: async (
        _input: unknown,
        call: { readonly headers: { readonly Session?: { readonly token: string } } },
      ) => {
        if (call.headers.Session === undefined) throw new DeniedError({ reason: "no session" }, "Denied");
        return call.headers.Session.token.length;
      },
      note: async (input: unknown) => void notes.push(input),
      find: async ({ key }: { readonly key: number }) => `found ${key + 1}`,
    };
    const transport = inMemoryTransport(Sink, service);
    const options: ClientOptions = {
      transport,
      ...(binding === "httpGet" || binding === "httpPost" ? {} : { binding }),
    };
    const client = new SinkClient(options);
    expect(await client["find"]?.({ key: 1 }, { binding })).toBe("found 2");
    if (binding.startsWith("http")) return;
    expect(await client["put"]?.({}, { soapHeaders: { Session: { token: "abc" } } })).toBe(3);
    await expect(client["put"]?.({})).rejects.toMatchObject({
      name: "DeniedError",
      detail: { reason: "no session" },
    });
    expect(await client["note"]?.({ text: "t" })).toBeUndefined();
    expect(notes).toEqual([{ text: "t" }]);
  });
});
