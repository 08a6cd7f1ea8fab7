import { describe, expect, test } from "@jest/globals";
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
    expect(found).toEqual([]);
    expect(model?.services.flatMap(({ ports }) => ports.map((port) => port.mtom))).toEqual([want]);
  });
});

test.each<[string, Fragments, boolean]>([
  ["of MTOM", bound(reference("#P", 'wsdl:required="true"'), policy(oneOf(optimized), id)), true],
  [
    "of MTOM and something else",
    bound(reference("#P", 'wsdl:required="true"'), policy(mtom + other, id)),
    false,
  ],
  ["of nothing", bound(reference("#Gone", 'wsdl:required="true"')), false],
])("a required policy %s is understood: %s", (_, fragments, want) => {
  const { found } = build(fragments);
  expect(found.every((finding) => !finding.includes("MG2024"))).toBe(want);
});
