import { afterAll, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import { printJson, type JsonMessage } from "messenger-gen-runtime/json";
import { Diagnostics } from "#generator/diagnostics.js";
import {
  liveContract,
  operationNamed,
  type LiveContract,
  type LiveOptions,
} from "#generator/live/contract.js";
import { fixtures } from "../round-trip/fixtures.js";
import { optionsOf } from "../plan/contracts.js";

const servers: RunningServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

type Samples = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

async function live(wsdl: string): Promise<LiveContract> {
  const diagnostics = new Diagnostics();
  const options = optionsOf(wsdl) as Omit<LiveOptions, "wsdl">;
  const contract = await liveContract({ ...options, wsdl }, diagnostics);
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics.all));
  return contract;
}

const contracts = [...fixtures, { name: "library", wsdl: "test/host/json/library/service.wsdl" }];

describe.each(contracts)("the contract $name", ({ wsdl }) => {
  test("serves its samples to its client, without a file", async () => {
    const { services, load } = await live(wsdl);
    for (const { plan, service, json, connect } of services) {
      // The samples are values of the operations.
      const samples = load("samples")[plan.samplesConstant] as Samples;
      const methods = Object.keys(service.operations);
      const given = new Map<string, unknown>();
      const implementation = Object.fromEntries(
        methods.map((method) => [
          method,
          async (input: unknown) => {
            given.set(method, input);
            return samples[method]?.output;
          },
        ]),
      );
      const server = await serve<object>({
        service,
        implementation,
        wsdl,
        host: "127.0.0.1",
        port: 0,
        mounts: [{ path: "/service", compatibility: "strict" }],
      });
      servers.push(server);
      const client = connect({ url: server.url, addressing: false });
      for (const [method, { input, output }] of Object.entries(samples)) {
        const messages = json[method]?.[0]?.messages;
        const asJson = (message: unknown, value: unknown): unknown =>
          message === undefined ? [] : [JSON.parse(printJson(message as JsonMessage<unknown>, value) || "0")];
        const result = await client[method]?.(input);
        // Values may have more than the samples: attributes with a fixed value.
        expect(asJson(messages?.input, given.get(method))).toMatchObject(
          asJson(messages?.input, input) as object,
        );
        expect(asJson(messages?.output, result)).toMatchObject(asJson(messages?.output, output) as object);
      }
    }
  });
});

test("operations are found by their names and methods", async () => {
  const { services } = await live("test/golden/operations/service.wsdl");
  const calculator = services.find(({ plan }) => plan.name === "Calculator")?.plan;
  if (calculator === undefined) throw new Error("There is no service");
  expect(
    ["add", "addText", "Add", "constructor"].map((name) => operationNamed(calculator, name)?.method),
  ).toEqual(["add", "addText", undefined, undefined]);
});

test("a contract with errors is undefined, and its errors are reported", async () => {
  const diagnostics = new Diagnostics();
  expect(await liveContract({ wsdl: "test/golden/gone.wsdl" }, diagnostics)).toBeUndefined();
  expect(diagnostics.all).toEqual([expect.objectContaining({ code: "MG1001" })]);
});
