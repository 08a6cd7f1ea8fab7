import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { fieldsOf } from "#generator/plan/data/members.js";
import { bodyFields } from "#generator/plan/data/operations.js";
import { propertyIn, withFreeProperties } from "#generator/plan/rules/names/property-names.js";
import { exercise } from "../../../bench/conformance/exercise.js";
import { planEntry } from "../../../bench/conformance/plan-entry.js";
import { wsdl } from "../plan/contracts.js";
import { builtFolder } from "./built.js";

const scratch = mkdtempSync(join(tmpdir(), "names-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe("names in camel case", () => {
  test.each([
    [
      ["CustomerID", "data_coding", "x-y.z", "MMSId"],
      ["customerID", "dataCoding", "xYZ", "mmsId"],
    ],
    [
      ["Name", "name", "NAME"],
      ["name", "name$2", "name$3"],
    ],
    [
      ["Id", "ID", "id", "EMail", "eMail"],
      ["id", "id$2", "id$3", "eMail", "eMail$2"],
    ],
    [
      ["a_b", "aB", "a-b"],
      ["aB", "aB$2", "aB$3"],
    ],
    [
      ["Constructor", "toString", "__proto__"],
      ["constructor$", "toString$", "proto"],
    ],
    [
      ["$value", "_", "_1", "été"],
      ["$value", "_", "_1", "été"],
    ],
    [
      ["Class", "Été"],
      ["class", "été"],
    ],
  ])("%j: %j", (names, properties) => {
    const fields = withFreeProperties(names.map((name) => ({ property: propertyIn("camel", name) })));
    expect(fields.map(({ property }) => property)).toEqual(properties);
  });

  const version = (added: string): string => {
    const folder = mkdtempSync(join(scratch, "version-"));
    const types =
      `<xs:complexType name="First"><xs:sequence><xs:element name="Name" type="xs:string"/>${added}</xs:sequence></xs:complexType>` +
      '<xs:complexType name="Last"><xs:sequence><xs:element name="ID" type="xs:string"/>' +
      '<xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType>';
    const input = '<xs:element name="first" type="tns:First"/><xs:element name="last" type="tns:Last"/>';
    writeFileSync(join(folder, "service.wsdl"), wsdl({ types, input }));
    return folder;
  };

  test.each(["", '<xs:element name="Id" type="xs:string" minOccurs="0"/>'])(
    "another type with %j does not change the properties of a type",
    (added) => {
      const folder = version(added);
      const { plan } = planEntry(join(folder, "service.wsdl"), folder, false, { names: "camel" });
      const last = plan.records.find(({ type }) => type.name === "Last");
      expect(fieldsOf(last?.members ?? []).map(({ property }) => property)).toEqual(["id", "id$2"]);
    },
  );

  const parts = ["Name", "name", "NAME"]
    .map((name) => `<wsdl:part name="${name}" type="xs:string"/>`)
    .join("");
  const rpc = wsdl({})
    .replace('style="document"', 'style="rpc"')
    .replaceAll('<soap:body use="literal"/>', '<soap:body use="literal" namespace="urn:example"/>')
    .replaceAll(/(<wsdl:message name="Do(?:In|Out)">).*(<\/wsdl:message>)/g, `$1${parts}$2`);
  const http = wsdl({ parts }).replaceAll(/<wsdl:(port|binding) name="Port"[^]*?<\/wsdl:\1>/g, "");

  test.each(Object.entries({ rpc, http }))(
    "parts of one message of %s have different properties",
    (_, text) => {
      const folder = mkdtempSync(join(scratch, "parts-"));
      writeFileSync(join(folder, "service.wsdl"), text);
      const { plan } = planEntry(join(folder, "service.wsdl"), folder, false, { names: "camel" });
      const [inputs] = plan.operations.map((each) => each.http?.parameters ?? bodyFields(each.input.body));
      expect(inputs?.map(({ property }) => property)).toEqual(["name", "name$2", "name$3"]);
    },
  );
});

const folders = [
  ...["kitchen-sink", "http-binding", "http-documents", "operations", "attributes", "choice", "names"].map(
    (name) => join("test/golden", name),
  ),
  ...["names-in-other-case", "names-of-every-object", "parts-of-types", "header-and-body-of-one-message"].map(
    (name) => join("test/conformance/contracts", name),
  ),
];

test.each(folders)("%s: messages round-trip with properties in camel case", async (folder) => {
  const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
  const wsdl = join(folder, file);
  const entry = planEntry(wsdl, folder, false, { names: "camel" });
  const work = mkdtempSync(join(scratch, "messages-"));
  const scripts = builtFolder(entry.plan, `camel-${folder.replaceAll("/", "-")}`);
  expect(await exercise(entry, { wsdl, folder, scripts, work, aboutCalls: 12 })).toMatchObject({
    flaws: [],
    withoutValue: [],
  });
});
