import { expect, test } from "@jest/globals";
import type { ClientOptions, Transport } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

interface Output {
  readonly Directory: AnyService;
  readonly DirectoryClient: new (options: ClientOptions) => Client;
}

const { plan, errors } = planFile("test/golden/soap-encoding/service.wsdl");
if (plan === undefined) throw new Error(errors.join("\n"));
const { Directory, DirectoryClient } = (await builtModule(plan, "encoded", "index")) as Output;

interface Input {
  readonly people?: readonly ({ readonly name?: string | null } | null)[] | null;
}

const seen: unknown[] = [];
const directory = {
  list: async ({ people, ...rest }: Input) => {
    seen.push({ people, ...rest });
    return people?.map((person) => person?.name ?? null) ?? ["none"];
  },
  move: async () => ({ moved: true, left: [] }),
};
const transport = inMemoryTransport(Directory, directory);

const people = [{ name: "Ann", age: 7, mood: "good", aliases: ["A", null] }, null, { name: "Bob" }];

test("arrays, types and nil go through both ways", async () => {
  const bodies: string[] = [];
  const recorded: Transport = {
    send: async (request) => {
      bodies.push(String(request.body));
      return transport.send(request);
    },
  };
  seen.length = 0;
  const client = new DirectoryClient({ transport: recorded });
  expect(await client["list"]?.({ people, note: "x" })).toEqual(["Ann", null, "Bob"]);
  expect(seen).toEqual([{ people: [...people.slice(0, 2), { name: "Bob" }], note: "x" }]);
  const array = 'xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="soapenc:Array"';
  expect(bodies[0]).toContain('soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"');
  expect(bodies[0]).toContain(
    `<people ${array} soapenc:arrayType="tns:Person[3]"><person xsi:type="tns:Person">`,
  );
  expect(bodies[0]).toContain('<age xsi:type="xsd:int">7</age><mood xsi:type="tns:Mood">good</mood>');
});

test("arrays over SOAP 1.2 have the attributes of its encoding", async () => {
  const bodies: string[] = [];
  const recorded: Transport = {
    send: async (request) => {
      const response = await transport.send(request);
      bodies.push(String(request.body), Buffer.from(response.body).toString());
      return response;
    },
  };
  const client = new DirectoryClient({ transport: recorded, binding: "soap12" });
  expect(await client["list"]?.({ people, note: "x" })).toEqual(["Ann", null, "Bob"]);
  const array = 'xmlns:soapenc="http://www.w3.org/2003/05/soap-encoding" xsi:type="soapenc:Array"';
  const [request = "", response = ""] = bodies;
  expect(request).toContain('soap:encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
  expect(request).toContain(`<people ${array} soapenc:itemType="tns:Person" soapenc:arraySize="3"><person`);
  expect(response).toContain(`${array} soapenc:itemType="xsd:string" soapenc:arraySize="3">`);
});

test("nil and absent accessors are written as they are given", async () => {
  seen.length = 0;
  const client = new DirectoryClient({ transport });
  const inputs = [{}, { people: null, note: null }, { people: [{}, { name: null, age: null }] }];
  for (const input of inputs) await client["list"]?.(input);
  expect(seen).toEqual(inputs);
});

const messages: readonly (readonly [string, string, string])[] = [
  [
    "references, of which one is shared",
    '<people xsi:type="e:Array" e:arrayType="t:Person[2]"><a href="#1"/><a href="#1"/></people><note xsi:type="e:string">x</note>',
    "<soap:Body>Ann Ann",
  ],
  [
    "items left out",
    '<people e:offset="[1]"><a e:position="[2]"><name>B</name></a></people><note>x</note>',
    "nil nil B",
  ],
  [
    "an index beyond all reason",
    '<people e:offset="[999999]"><a><name>B</name></a></people><note>x</note>',
    "leave out too many items",
  ],
  [
    "an index that is none",
    '<people><a e:position="[-1]"/></people><note>x</note>',
    "position of an array is not an index",
  ],
  ["an offset without an item", '<people e:offset="[999999999]"/><note>x</note>', "<soap:Body>"],
  [
    "an array inside every item, each with an offset",
    `<people>${'<a><name>B</name><aliases e:offset="[900]"><i>x</i></aliases></a>'.repeat(3)}</people><note>x</note>`,
    "leave out too many items",
  ],
  ["a nil and an absent accessor of a record", '<people><a><name n:nil="1"/></a><a/></people>', "nil nil"],
  ["a nil array", '<people n:nil="true"/><note>x</note>', "<soap:Body>none"],
  ["absent parts", "", "<soap:Body>none"],
  ["a reference to nothing", '<people href="#9"/><note>x</note>', "Nothing has the id 9"],
];

const shared = '<multiRef id="1" xsi:type="t:Person"><name>Ann</name></multiRef>';

test.each(messages)("%s", async (_, parts, wanted) => {
  const { body } = await transport.send({
    method: "POST",
    target: "",
    headers: { "content-type": "text/xml", soapaction: '"urn:list"' },
    body:
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" ' +
      'xmlns:n="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:example:encoded"><s:Body>' +
      `<t:list>${parts}</t:list>${parts.includes('"#1"') ? shared : ""}</s:Body></s:Envelope>`,
    timeout: 150_000,
    signal: undefined,
  });
  const text = new TextDecoder().decode(body);
  const names = text
    .replace(/<item[^>]*nil="true" \/>/g, "<i>nil</i> ")
    .replace(/<\/item>/g, " ")
    .replace(/<(?!soap:Body)[^>]*>/g, "");
  expect(names.trim()).toContain(wanted);
});
