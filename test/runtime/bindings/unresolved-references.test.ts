/** Responses with references that cannot be replaced: errors, however much a client accepts. */
import { describe, expect, test } from "@jest/globals";
import type { ClientOptions } from "#runtime/index.js";
import type { XmlReader } from "#runtime/xml.js";
import { string, withoutReferences } from "#runtime/codec.js";
import { lenientReading } from "#runtime/interceptors.js";
import { base, ended, Leave, type Called } from "../interceptors/departing.js";
import { envelope, namespace } from "../greeter.js";

/** Greet with any number of texts, each of which may be empty. */
const Texts: Called<readonly string[]> = {
  ...base,
  output: {
    element: { namespace, name: "GreetResponse" },
    write: () => undefined,
    read: (r: XmlReader) => {
      const texts: string[] = [];
      while (r.child()) {
        if (r.name === "Text") texts.push(r.value(string, undefined) ?? "");
        else r.skip();
      }
      return texts;
    },
  },
};
const Encoded = { ...Texts, encoded: withoutReferences };
const z = 'xmlns:z="http://schemas.microsoft.com/2003/10/Serialization/"';
const result = (content: string): string =>
  `<n:GreetResponse xmlns:n="${namespace}">${content}</n:GreetResponse>`;
const long = "x".repeat(1_000_000);

const clients: readonly Omit<ClientOptions, "transport">[] = [
  {},
  { departures: "refuse" },
  { interceptors: [lenientReading(() => undefined)] },
  { deviating: undefined },
];

describe("references in a response that cannot be replaced", () => {
  test.each<[string, Called<readonly string[]>, string, string]>([
    ["to nothing", Encoded, result('<n:Text href="#a"/>'), "Nothing has the id a that is referred to."],
    [
      "to nothing, from the result itself",
      Encoded,
      `<n:GreetResponse xmlns:n="${namespace}" href="#a"/>`,
      "Nothing has the id a that is referred to.",
    ],
    [
      "to nothing, beside one that is there",
      Encoded,
      `${result('<n:Text href="#a"/><n:Text href="#b"/>')}<m id="a">A</m>`,
      "Nothing has the id b that is referred to.",
    ],
    [
      "to nothing, below an element of another namespace",
      Encoded,
      result('<o:Text xmlns:o="urn:o">A</o:Text><n:Text href="#a"/>'),
      "Nothing has the id a that is referred to.",
    ],
    [
      "in a circle",
      Encoded,
      result('<n:Text href="#a"/><n:New id="a"><k href="#b"/></n:New><n:New id="b"><k href="#a"/></n:New>'),
      "References go round in a circle.",
    ],
    [
      "to themselves",
      Encoded,
      result('<n:Text href="#a"/><n:New id="a"><k href="#a"/></n:New>'),
      "References go round in a circle.",
    ],
    [
      "that change a prefix",
      Encoded,
      result('<n:Text href="#a"/><k id="a" xmlns:n="urn:2"/>'),
      'The prefix "n" changes its meaning in a reference.',
    ],
    [
      "that grow",
      Encoded,
      result(`<n:Text id="a">${long}</n:Text>${'<n:Text href="#a"/>'.repeat(10)}`),
      "References make the message too large.",
    ],
    [
      "of WCF to nothing",
      Texts,
      result(`<n:Text ${z} z:Ref="a"/>`),
      "Nothing has the id a that is referred to.",
    ],
    [
      "of WCF in a circle",
      Texts,
      result(`<n:Text ${z} z:Id="a"><n:Text z:Ref="a"/></n:Text>`),
      "References go round in a circle.",
    ],
    [
      "of WCF that grow",
      Texts,
      result(`<n:Text ${z} z:Id="a">${long}</n:Text>${`<n:Text ${z} z:Ref="a"/>`.repeat(10)}`),
      "References make the message too large.",
    ],
  ])("%s", async (_title, operation, content, want) => {
    const text = envelope("soap11", content);
    for (const client of clients) {
      // References of WCF are one of the departures.
      if (operation === Texts && "deviating" in client) continue;
      const { failure, heard } = await ended({ text }, client, operation);
      expect([failure, heard]).toEqual([`Protocol: ${want}`, []]);
    }
  });

  test("leave code and reason of a fault", async () => {
    const fault = `<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Client</faultcode><faultstring>No</faultstring><detail><d href="#a"/></detail></s:Fault>`;
    const text = envelope("soap11", fault);
    expect((await ended({ status: 500, text }, {}, Encoded)).failure).toBe("fault InvalidValue: No");
  });
});

describe("an empty result", () => {
  const left = envelope("soap11", `<LeaveResponse xmlns="${namespace}"/>`);
  const empty = envelope("soap11", "");
  test.each<[string, Called<unknown>, number, string, string, readonly string[]]>([
    ["without content, status 202", Leave, 202, left, "no error", []],
    ["without content, status 201", Leave, 201, left, "no error", []],
    ["without content, status 500", Leave, 500, left, "Protocol: A result with the HTTP status 500", []],
    ["without content, in an empty Body", Leave, 202, empty, "no error", ["body"]],
    ["an empty Body", Texts, 200, empty, "no error", ["body"]],
    ["an empty Body, status 202", Texts, 202, empty, "Protocol: soap:Body is empty", []],
    [
      "an empty Body of another version",
      Texts,
      200,
      envelope("soap12", ""),
      "Protocol: soap:Body is empty",
      [],
    ],
    [
      "an empty Body beside a reference to nothing",
      Encoded,
      200,
      envelope("soap11", "", '<e:Header><a href="#a"/></e:Header>'),
      "Protocol: Nothing has the id a that is referred to.",
      [],
    ],
  ])("%s", async (_title, operation, status, text, want, kinds) => {
    const { failure, heard } = await ended({ status, text }, {}, operation);
    expect([failure, heard.map(({ kind }) => kind)]).toEqual([want, kinds]);
    const refused = await ended({ status, text }, { departures: "refuse" }, operation);
    expect(refused.failure === "no error").toBe(want === "no error" && kinds.length === 0);
  });
});
