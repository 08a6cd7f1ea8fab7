import { describe, expect, test } from "@jest/globals";
import { readServedWsdl } from "#host/documents/served-wsdl.js";
import type { WsdlNames } from "#host/documents/wsdl-names.js";
import { describeSoap, type DescribedOperation } from "#host/soap/description.js";
import { definitionsOf, type BindingObject, type Definitions } from "#host/soap/wsdl-object.js";
import { Diagnostics } from "#generator/diagnostics.js";
import { liveContract, type LiveOptions } from "#generator/live/contract.js";
import { type AnyOperation, type AnyService, serviceIndex } from "#runtime/host.js";
import { soap11, soap12 } from "#runtime/codec.js";
import { optionsOf } from "../../generator/plan/contracts.js";
import { fixtures } from "../../generator/round-trip/fixtures.js";
import { readByNodeSoap } from "./described-wsdl.js";

const versions = ["soap11", "soap12"] as const;
type Version = (typeof versions)[number];

/** What node-soap's server looks operations up in, as plain data. */
function lookUps({ services, bindings, messages }: Definitions) {
  const bindingNames = Object.keys(bindings);
  const ports = Object.entries(services).flatMap(([service, { ports: own }]) =>
    Object.entries(own).map(([port, { binding }]) => ({ service, port, ...bound(binding) })),
  );
  return { bindingNames, ports, messages: Object.keys(messages) };
}

function bound({ style, methods, topElements }: BindingObject) {
  return {
    style,
    methods: Object.entries(methods).map(([name, { soapAction, input, output, style: own }]) => ({
      name,
      style: own,
      soapAction,
      input: [input.$name, input.targetNamespace],
      output: [output.$name, output.targetNamespace],
    })),
    topElements: Object.entries(topElements).map(([element, { methodName, outputName }]) => [
      element,
      methodName,
      outputName,
    ]),
  };
}

const contracts = [...fixtures, { name: "schema", wsdl: "schema/messenger.wsdl" }];

/** Contracts that the class cannot read. */
const unreadable = ["names-of-every-object"];

/** Milliseconds of the processor in which node-soap has the description of any contract, code that runs for the first time included. */
const longest = 200;

describe("node-soap has of a contract what it reads in a WSDL of the same names", () => {
  test.each(contracts)("$name", async ({ name, wsdl }) => {
    const options = optionsOf(wsdl) as Omit<LiveOptions, "wsdl">;
    const contract = await liveContract({ ...options, wsdl }, new Diagnostics());
    const { names } = readServedWsdl(wsdl);
    for (const { service } of contract?.services ?? []) {
      for (const version of versions) {
        const begun = process.cpuUsage();
        const description = describeSoap(serviceIndex(service), version, names);
        const definitions = definitionsOf(description);
        const { user, system } = process.cpuUsage(begun);
        expect((user + system) / 1_000).toBeLessThan(longest);
        if (unreadable.includes(name) && description.operations.length > 0) {
          await expect(readByNodeSoap(description)).rejects.toThrow("Cannot read properties of undefined");
          continue;
        }
        const read = await readByNodeSoap(description);
        const { messages, ...want } = lookUps(read.definitions as unknown as Definitions);
        const { messages: given, ...found } = lookUps(definitions);
        expect(found).toEqual(want);
        // node-soap has each message by its element too.
        expect(messages).toEqual(expect.arrayContaining(given));
      }
    }
  });
});

/** An operation of a made-up service, by what its description depends on. */
interface Given {
  readonly method?: string;
  readonly name: string;
  readonly action?: string;
  /** Input element; `namespace}name` for another namespace, absent for a message with several elements, or none. */
  readonly element?: string;
  readonly oneWay?: true;
}

const namespace = "urn:example:shop";

function elementOf(text: string) {
  const [uri = "", name = text] = text.split("}");
  return { namespace: text.includes("}") ? uri : namespace, name };
}

function serviceOf(given: readonly Given[]): AnyService {
  const operations = given.map(({ method, name, action, element, oneWay }): [string, AnyOperation] => [
    method ?? name,
    {
      name,
      documentation: "",
      bindings: { soap11, soap12 },
      action,
      input: {
        element: element === undefined ? undefined : elementOf(element),
        read: () => ({}),
        write: () => undefined,
      },
      output: oneWay
        ? undefined
        : { element: elementOf(`${name}Response`), read: () => ({}), write: () => undefined },
    },
  ]);
  return { name: "Shop", namespace, documentation: "", operations: Object.fromEntries(operations) };
}

const noNames: WsdlNames = { ports: [], portTypes: new Map(), operations: [] };
const shown = ({ name, input }: DescribedOperation): string => `${name}: ${input.element}`;

describe("names by which node-soap finds operations", () => {
  test.each<{ what: string; given: readonly Given[]; want: readonly string[] }>([
    { what: "one operation", given: [{ name: "Order", element: "Order" }], want: ["Order: Order"] },
    {
      what: "overloads, by their methods",
      given: [
        { method: "addNumbers", name: "add", element: "a" },
        { method: "addText", name: "add", element: "b" },
      ],
      want: ["addNumbers: a", "addText: b"],
    },
    {
      what: "operations of one element",
      given: [
        { name: "send", element: "parcel", action: "urn:send" },
        { name: "forget", element: "parcel", action: "urn:forget", oneWay: true },
      ],
      want: ["send: parcel", "forget: forget"],
    },
    {
      what: "elements of one name in two namespaces",
      given: [
        { name: "a", element: "urn:1}item" },
        { name: "b", element: "urn:2}item" },
      ],
      want: ["a: item", "b: b"],
    },
    {
      what: "an operation named as the element of another",
      given: [
        { name: "a", element: "x" },
        { name: "b", element: "x" },
        { name: "c", element: "b" },
      ],
      want: ["a: x", "b: b", "c: c"],
    },
    {
      what: "three of one element, the last named as a taken one",
      given: [
        { name: "x", element: "y" },
        { name: "y", element: "y" },
        { name: "z", element: "z" },
      ],
      want: ["x: y", "y: y$", "z: z"],
    },
    { what: "no element in Body", given: [{ name: "ping" }], want: ["ping: ping"] },
    {
      what: "names that every object has",
      given: ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"].map((name) => ({
        method: `${name}Method`,
        name,
        element: name,
      })),
      want: ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"].map(
        (name) => `${name}: ${name}`,
      ),
    },
    {
      what: "elements named as types of XML Schema",
      given: [
        { name: "a", element: "string" },
        { name: "int", element: "date" },
      ],
      want: ["a: string", "int: date"],
    },
    {
      what: "an element that node-soap takes for attributes",
      given: [{ name: "a", element: "attributes" }],
      want: ["a: a"],
    },
    {
      what: "one action of several operations",
      given: [
        { name: "a", element: "a", action: "urn:all" },
        { name: "b", element: "b", action: "urn:all" },
        { name: "c", element: "c", action: "urn:c" },
        { name: "d", element: "d" },
      ],
      want: ["a: a", "b: b", "c: c", "d: d"],
    },
    {
      what: "markup in actions",
      given: [{ name: "a", element: "a", action: `urn:"<&>'` }],
      want: ["a: a"],
    },
    { what: "other scripts", given: [{ name: "größe", element: "число" }], want: ["größe: число"] },
  ])("$what", ({ given, want }) => {
    for (const version of versions) {
      const description = describeSoap(serviceIndex(serviceOf(given)), version, noNames);
      const { operations, service, port } = description;
      expect(operations.map(shown)).toEqual(want);
      const binding = definitionsOf(description).services[service]?.ports[port]?.binding;
      const found = operations.map(({ input }) => binding?.topElements[input.element]?.methodName);
      expect(found).toEqual(operations.map(({ name }) => name));
      expect(Object.keys(binding?.methods ?? {})).toEqual(found);
    }
  });
});

test.each<[Version, object]>([
  [
    "soap11",
    { service: "Messenger", port: "MessengerSoap", binding: "MessengerSoap", portType: "MessengerSoap" },
  ],
  [
    "soap12",
    { service: "Messenger", port: "MessengerSoap12", binding: "MessengerSoap12", portType: "MessengerSoap" },
  ],
])("the names are those of the contract, in %s", async (version, want) => {
  const { Messenger } = await import("#generated/service.js");
  const names = readServedWsdl("schema/messenger.wsdl").names;
  const description = describeSoap(serviceIndex(Messenger), version, names);
  expect(description).toMatchObject({ ...want, namespace: Messenger.namespace });
  expect(description.operations).toHaveLength(36);
  expect(description.operations.find(({ name }) => name === "HTTP_SendSms")).toMatchObject({
    action: `${Messenger.namespace}HTTP_SendSms`,
    input: { name: "HTTP_SendSmsSoapIn", element: "HTTP_SendSms", namespace: Messenger.namespace },
    output: { name: "HTTP_SendSmsSoapOut", element: "HTTP_SendSmsResponse" },
  });
});
