import { describe, expect, test } from "@jest/globals";
import type { ContractModel, AppliedRequirement } from "#generator/model/types.js";
import { build, defaults, type Fragments } from "./fragments.js";

const wsp = 'xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"';
const newer = 'xmlns:wsp="http://www.w3.org/ns/ws-policy"';
const optimized =
  '<o:OptimizedMimeSerialization xmlns:o="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"/>';
const mtom = '<o:MTOM xmlns:o="http://www.w3.org/2007/08/soap12-mtom-policy"/>';
const other = '<x:Signed xmlns:x="urn:example:security"/>';

const policy = (content: string, attributes = ""): string =>
  `<wsp:Policy ${wsp} ${attributes}>${content}</wsp:Policy>`;
const oneOf = (...alternatives: readonly string[]): string =>
  `<wsp:ExactlyOne>${alternatives.map((each) => `<wsp:All>${each}</wsp:All>`).join("")}</wsp:ExactlyOne>`;
const reference = (uri: string, attributes = ""): string =>
  `<wsp:PolicyReference ${wsp} URI="${uri}" ${attributes}/>`;
const id =
  'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="P"';

/** A policy of the binding, and of the WSDL. */
const bound = (content: string, more = ""): Fragments => ({ binding: content + defaults.binding, more });

const portWith = (content: string): string =>
  `<wsdl:port name="Port" binding="tns:Binding">${content}<soap:address location="http://localhost/"/></wsdl:port>`;

/** What the binding and the port require together. */
function required(model: ContractModel | undefined): Record<AppliedRequirement, boolean> {
  const all = [...(model?.bindings ?? []), ...(model?.services.flatMap(({ ports }) => ports) ?? [])];
  return {
    mtom: all.some(({ requires }) => requires.mtom),
    addressing: all.some(({ requires }) => requires.addressing),
  };
}

describe("whether policies require MTOM", () => {
  test.each<[string, Fragments, boolean]>([
    ["none", {}, false],
    ["in the binding", bound(policy(optimized)), true],
    [
      "as WS-MTOMPolicy 1.1 and WS-Policy 1.5",
      bound(`<wsp:Policy ${newer}>${oneOf(mtom)}</wsp:Policy>`),
      true,
    ],
    ["by reference", bound(reference("#P"), policy(oneOf(optimized), id)), true],
    ["by a reference inside another one", bound(policy(reference("#P")), policy(optimized, id)), true],
    [
      "in the port",
      { service: `<wsdl:port name="Port" binding="tns:Binding">${policy(mtom)}</wsdl:port>` },
      true,
    ],
    ["in each alternative", bound(policy(oneOf(optimized, mtom + other))), true],
    ["in one of two alternatives", bound(policy(oneOf(optimized, other))), false],
    ["in none of no alternatives", bound(policy(oneOf())), false],
    ["optional", bound(policy(mtom.replace("<o:MTOM", '<o:MTOM wsp:Optional="true"'))), false],
    ["about something else", bound(policy(other)), false],
    ["a policy that nothing refers to", { more: policy(optimized, id) }, false],
    ["a reference to nothing", bound(reference("#Gone")), false],
    [
      "references to itself, many times over",
      bound(
        reference("#P"),
        policy(reference("#P").repeat(50) + oneOf(...Array.from({ length: 50 }, () => reference("#P"))), id),
      ),
      false,
    ],
    ["a reference to itself", bound(reference("#P"), policy(reference("#P"), id)), false],
  ])("%s", (_, fragments, want) => {
    const { model, found } = build(fragments);
    expect(found.filter((finding) => !finding.includes("MG2048"))).toEqual([]);
    expect(required(model).mtom).toBe(want);
  });
});

const signed = "the policy requires {urn:example:security}Signed, which the client does not apply by itself";
const encrypted = signed.replace("Signed", "Encrypted");
const secret = other.replace("Signed", "Encrypted");
const wsaw = 'xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"';

const metadata = (name: string, content = ""): string =>
  `<m:${name} xmlns:m="http://www.w3.org/2007/05/addressing/metadata">${content}</m:${name}>`;
const addressed = (inside = ""): string =>
  metadata("Addressing", inside === "" ? "" : `<wsp:Policy>${inside}</wsp:Policy>`);

test.each<[string, Fragments, boolean]>([
  ["none", {}, false],
  ["UsingAddressing of the binding", bound(`<w:UsingAddressing ${wsaw}/>`), true],
  ["UsingAddressing of the port", { service: portWith(`<w:UsingAddressing ${wsaw}/>`) }, true],
  ["UsingAddressing that is not required", bound(`<w:UsingAddressing ${wsaw.replace("true", "0")}/>`), false],
  ["UsingAddressing in a policy", bound(policy(`<w:UsingAddressing ${wsaw}/>`)), true],
  ["Addressing", bound(policy(addressed())), true],
  [
    "Addressing of the port, by reference",
    { service: portWith(reference("#P")), more: policy(addressed(), id) },
    true,
  ],
  ["Addressing with anonymous responses", bound(policy(addressed(metadata("AnonymousResponses")))), true],
  ["Addressing in each alternative", bound(policy(oneOf(addressed(), addressed() + mtom))), true],
  [
    "Addressing that is optional",
    bound(policy(addressed().replace("xmlns", 'wsp:Optional="true" xmlns'))),
    false,
  ],
  ["Addressing or nothing", bound(policy(oneOf(addressed(), ""))), false],
])("whether WS-Addressing is required: %s", (_, fragments, want) => {
  const { model, found } = build(fragments);
  expect(found).toEqual([]);
  expect(required(model).addressing).toBe(want);
});

/** Places and messages of the warnings about policies. */
test.each<[string, Fragments, readonly string[]]>([
  ["an assertion", bound(policy(other)), [`12:17 MG2048 ${signed}`]],
  ["several", bound(policy(other + secret)), [encrypted, signed]],
  [
    "the same in two places",
    { ...bound(policy(other)), service: policy(other) + defaults.service },
    [signed],
  ],
  ["an optional one", bound(policy(other.replace("/>", ' wsp:Optional="true"/>'))), []],
  ["the alternative with the fewest", bound(policy(oneOf(other + secret, secret))), [encrypted]],
  ["an alternative without any", bound(policy(oneOf(other, ""))), []],
  ["MTOM or something else", bound(policy(oneOf(other, optimized))), []],
  ["beside MTOM", bound(policy(mtom + other)), [signed]],
  ["by reference", bound(reference("#P"), policy(oneOf(other), id)), [signed]],
  [
    "by an attribute",
    {
      portType: defaults.portType.replace("<wsdl:operation", `<wsdl:operation ${wsp} wsp:PolicyURIs="#P #Q"`),
      more: policy(other, id),
    },
    [signed],
  ],
  ["nothing refers to it", { more: policy(other, id) }, []],
  ["UsingPolicy that is required", bound(`<wsp:UsingPolicy ${wsp} wsdl:required="true"/>`), []],
  ["UsingAddressing that is required", bound(`<w:UsingAddressing ${wsaw}/>`), []],
  [
    "UsingAddressing of another version that is required",
    bound(`<w:UsingAddressing ${wsaw.replace("2006/05", "2005/02")}/>`),
    ["MG2048 the policy requires {http://www.w3.org/2005/02/addressing/wsdl}UsingAddressing"],
  ],
  [
    "UsingAddressing that is required of the service",
    { service: `<w:UsingAddressing ${wsaw}/>${defaults.service}` },
    ["MG2048 the policy requires {http://www.w3.org/2006/05/addressing/wsdl}UsingAddressing"],
  ],
  ["Addressing and something else", bound(policy(addressed() + other)), [signed]],
  [
    "Addressing with responses over other connections",
    bound(policy(addressed(metadata("NonAnonymousResponses")))),
    ["MG2048 the policy requires {http://www.w3.org/2007/05/addressing/metadata}NonAnonymousResponses"],
  ],
  [
    "Addressing in the portType",
    { portType: policy(addressed()) + defaults.portType },
    ["MG2048 the policy requires {http://www.w3.org/2007/05/addressing/metadata}Addressing"],
  ],
  ["UsingAddressing that is not", bound(`<w:UsingAddressing ${wsaw.replace("true", "false")}/>`), []],
  ["a policy that is required", bound(policy(other, 'wsdl:required="true"')), [signed]],
  ["a required policy without an alternative", bound(policy(oneOf(), 'wsdl:required="true"')), ["MG2024"]],
  ["a required policy that is elsewhere", bound(reference("#Gone", 'wsdl:required="true"')), ["MG2024"]],
])("diagnostics of policies: %s", (_, fragments, wanted) => {
  const { found } = build(fragments);
  expect(found).toEqual(wanted.map((text) => expect.stringContaining(text)));
});

const inside = (content: string): string => other.replace("/>", `>${content}</x:Signed>`);
const nested = (content: string): string => `<wsp:Policy>${content}</wsp:Policy>`;
const part = (name: string, content = ""): string => `<x:${name}>${content}</x:${name}>`;

test.each<[string, string, readonly string[]]>([
  ["nothing", "", []],
  ["assertions of nested policies", nested(part("A") + part("B", nested(part("C")))), ["A", "B/C"]],
  ["operators", nested(`<wsp:All>${oneOf(part("A"))}</wsp:All>`), ["A"]],
  ["alternatives", nested(oneOf(part("A"), part("B"))), ["ExactlyOne/A", "ExactlyOne/B"]],
  [
    "attributes without ids, and text",
    '<x:A x:Include="always" Id="a"/><x:B> text </x:B>',
    ["A", 'A/@Include="always"', "B", 'B="text"'],
  ],
  ["another namespace", '<y:A xmlns:y="urn:example:other"><x:B/></y:A>', ["{urn:example:other}A/B"]],
  ["a policy by reference", nested(reference("#P")), ["A"]],
])("what an assertion contains: %s", (_, content, want) => {
  const { model } = build(
    bound(policy(inside(content)), policy(part("A"), `${id} xmlns:x="urn:example:security"`)),
  );
  const name = "{urn:example:security}Signed";
  expect(model?.bindings[0]?.requires.assertions).toEqual([{ name, place: "", content: want }]);
});

test("assertions have the place of their policy", () => {
  const binding = defaults.binding
    .replace("<soap:operation", `${policy(other)}<soap:operation`)
    .replace("<wsdl:input>", `<wsdl:input>${policy(secret)}`);
  const assertions = build({ binding }).model?.bindings[0]?.requires.assertions;
  expect(assertions?.map(({ place }) => place)).toEqual(["operation Send", "operation Send input"]);
});

test("references that multiply the content of an assertion are followed up to a limit", () => {
  const named = (at: number): string => id.replace('"P"', `"P${at}"`);
  const thrice = (at: number): string =>
    ["A", "B", "C"].map((name) => part(name, nested(reference(`#P${at}`)))).join("");
  const more = Array.from({ length: 30 }, (_, at) =>
    policy(thrice(at + 1), `${named(at)} xmlns:x="urn:example:security"`),
  );
  const { model } = build(bound(policy(inside(nested(reference("#P0")))), more.join("")));
  expect(model?.bindings[0]?.requires.assertions[0]?.content).toHaveLength(1_000);
});
