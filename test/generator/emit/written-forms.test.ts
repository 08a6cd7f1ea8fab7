/** Texts of values that a contract writes in one way and a message in another. */
import { expect, test } from "@jest/globals";
import { planned, planText, wsdl } from "../plan/contracts.js";
import { builtOperations, readBack } from "./built.js";

const values = (...all: readonly string[]): string =>
  all.map((value) => `<xs:enumeration value="${value}"/>`).join("");
const type = (name: string, base: string, facets: string): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
const types =
  type("Token", "xs:token", values("very good", " bad ", "bad")) +
  type("Folded", "xs:string", '<xs:whiteSpace value="collapse"/>') +
  type("Mark", "tns:Folded", values("a b")) +
  type("Own", "xs:string", `<xs:whiteSpace value="replace"/>${values("a b")}`) +
  type("Text", "xs:string", values(" a ")) +
  type("Day", "xs:date", values("2026-01-01Z", "2026-01-02"));

const operations = await builtOperations(
  planned({
    types,
    input: ["Token", "Mark", "Own", "Text", "Day"]
      .map((name) => `<xs:element name="${name}" type="tns:${name}" minOccurs="0"/>`)
      .join(""),
  }),
  "written-forms",
);

test.each([
  ["Token", " very \n good", "very good"],
  ["Token", "bad", "bad"],
  ["Mark", " a  b ", "a b"],
  ["Own", "a\tb", "a b"],
  ["Text", " a ", " a "],
  ["Text", "a", undefined],
  ["Day", "2026-01-01+00:00", "2026-01-01Z"],
  ["Day", "2026-01-02Z", undefined],
])("an enumeration compares what its type makes of a text: %s %j", (name, text, wanted) => {
  const input = operations["Do"]?.input;
  if (input === undefined) throw new Error("no input");
  const read = (): unknown => readBack(input, `<Do xmlns="urn:example"><${name}>${text}</${name}></Do>`);
  if (wanted === undefined) expect(read).toThrow("not a value of the enumeration");
  else expect(read()).toMatchObject({ [name]: wanted });
});

test.each([
  ['type="xs:int" default="5"', "", 5],
  ['type="xs:int" default="5"', "6", 6],
  ['type="xs:token" fixed="go now"', " go  now ", "go now"],
  ['type="xs:token" fixed="go now"', "stop", undefined],
] as const)(
  "an element that is the message has its default and fixed value: %s %j",
  async (kind, text, wanted) => {
    const element = /<xs:element name="Do">.*?<\/xs:element>(?=\n<xs:element name="DoResponse")/s;
    const contract = wsdl({}).replace(element, `<xs:element name="Do" ${kind}/>`);
    const { plan, errors } = planText(contract);
    if (plan === undefined) throw new Error(errors.join("\n"));
    const input = (await builtOperations(plan, `whole-${kind.replace(/\W/g, "")}`))["Do"]?.input;
    if (input === undefined) throw new Error("no input");
    const read = (): unknown => readBack(input, `<Do xmlns="urn:example">${text}</Do>`);
    if (wanted === undefined) expect(read).toThrow("not the fixed value");
    else expect(read()).toBe(wanted);
  },
);
