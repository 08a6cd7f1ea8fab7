import { beforeEach, expect, test } from "@jest/globals";
import { type ClientOptions, textOf, type XmlContent } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nameIn, xmlContent } from "messenger-gen-runtime/xml";
import { Recorder } from "../../../bench/conformance/recorder.js";
import { testWithPeer } from "../../peers.js";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";
import { schemaCheck } from "./schema-files.js";

const wsdl = "test/golden/open-content/service.wsdl";

interface Output {
  readonly Example: AnyService;
  readonly ExampleClient: new (options: ClientOptions) => {
    do(input: { readonly document?: XmlContent }): Promise<XmlContent | undefined>;
  };
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Example, ExampleClient } = (await builtModule(plan, "open-content", "index")) as Output;

const topic = xmlContent(["tns1:RuleEngine/CellMotion"], { tns1: "urn:topics" });
let received: XmlContent = [];
const service = {
  do: async ({ document = [] }: { readonly document?: XmlContent }) => {
    received = document;
    return document;
  },
};
const recorder = new Recorder(inMemoryTransport(Example, service));
const client = new ExampleClient({ transport: recorder });

beforeEach(() => {
  received = [];
});

test("a topic keeps the namespace of its prefix in a request and in a response", async () => {
  const answer = (await client.do({ document: topic })) ?? [];
  for (const content of [received, answer]) {
    expect(content).toStrictEqual(topic);
    expect(nameIn(content, textOf(content))).toEqual({ namespace: "urn:topics", name: "RuleEngine" });
  }
  const inside = ' xmlns:tns1="urn:topics">tns1:RuleEngine/CellMotion</';
  expect(recorder.request).toContain(`<document${inside}document>`);
  expect(recorder.response).toContain(`<DoResult${inside}DoResult>`);
});

test("a prefix that a peer declares on Envelope keeps its namespace", async () => {
  const peer = {
    send: async (request: Parameters<Recorder["send"]>[0]) => {
      const response = await recorder.send(request);
      const body = new TextDecoder()
        .decode(response.body)
        .replace(' xmlns:tns1="urn:topics"', "")
        .replace("<soap:Envelope", '$& xmlns:tns1="urn:topics"');
      return { ...response, body: new TextEncoder().encode(body) };
    },
  };
  expect(await new ExampleClient({ transport: peer }).do({ document: topic })).toStrictEqual(topic);
});

testWithPeer("xmllint", "messages with declared prefixes are valid against the schema", async () => {
  await client.do({
    document: xmlContent(
      ["tns1:A ", { namespace: "urn:example", name: "string", attributes: [], children: ["s"] }],
      {
        tns1: "urn:topics",
      },
    ),
  });
  const check = schemaCheck(wsdl);
  const bodies = [recorder.request, recorder.response].map(
    (text) => /<soap:Body>(.*)<\/soap:Body>/s.exec(text)?.[1] ?? "",
  );
  expect(bodies.every((body) => body.includes('xmlns:tns1="urn:topics"'))).toBe(true);
  expect(bodies.map(check)).toEqual([undefined, undefined]);
});
