import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Diagnostics, renderDiagnostic, type Severity } from "#generator/diagnostics.js";
import { buildModel } from "#generator/model/build.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { plan, type PlanOptions } from "#generator/plan/plan.js";
import { loadContract } from "#generator/read/load.js";

/** Content of a test contract; it has one operation, `Do`, unless `operations` is given. */
export interface Fragment {
  /** Declarations at the top of the schema. */
  readonly types?: string;
  /** Schemas beside it. */
  readonly schemas?: string;
  /** Content of the sequence of the input of `Do`. */
  readonly input?: string;
  /** Content of the sequence of the response of `Do`. */
  readonly output?: string;
  /** Names of the operations. */
  readonly operations?: readonly string[];
  readonly documentation?: string;
  readonly service?: string;
  /** Parts of the HTTP GET message; without it there is no such binding. */
  readonly parts?: string;
  /** Part of the HTTP GET response. */
  readonly answer?: string;
}

export interface Planned {
  readonly plan: Plan | undefined;
  /** Code and message of every error. */
  readonly errors: readonly string[];
  /** The same of every warning. */
  readonly warnings: readonly string[];
}

/** Options with which a contract of the tests is generated. */
export interface ContractOptions extends PlanOptions {
  /** Characters of `codecs.ts` from which it is divided. Default: as in the command. */
  readonly longest?: number;
}

/** The options of `options.json` beside a contract. */
export function optionsOf(path: string): ContractOptions {
  const options = join(dirname(path), "options.json");
  return existsSync(options) ? (JSON.parse(readFileSync(options, "utf8")) as ContractOptions) : {};
}

/** Plans a contract on disk, with its options or others. */
export function planFile(path: string, options: ContractOptions = optionsOf(path)): Planned {
  const diagnostics = new Diagnostics();
  const contract = loadContract({ wsdls: [path] }, diagnostics);
  const model = diagnostics.hasErrors ? undefined : buildModel(contract, diagnostics);
  const planned = model === undefined ? undefined : plan(model, diagnostics, options);
  const found = (wanted: Severity): readonly string[] =>
    diagnostics.all.filter(({ severity }) => severity === wanted).map((each) => renderDiagnostic(each));
  return { plan: planned, errors: found("error"), warnings: found("warning") };
}

/** Plans a contract made of a fragment. */
export function planFragment(fragment: Fragment): Planned {
  return planText(wsdl(fragment));
}

/** Plans the text of a WSDL. */
export function planText(text: string): Planned {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  try {
    const path = join(folder, "service.wsdl");
    writeFileSync(path, text);
    return planFile(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As `planFragment`, for a fragment without errors. */
export function planned(fragment: Fragment): Plan {
  const { plan: result, errors } = planFragment(fragment);
  if (result === undefined) throw new Error(errors.join("\n"));
  return result;
}

const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ' +
  'xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" ' +
  'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example"';

/** The smallest WSDL around a fragment. */
export function wsdl({
  types = "",
  input = "",
  output = "",
  operations = ["Do"],
  ...rest
}: Fragment): string {
  const {
    documentation = "",
    service = "Example",
    schemas = "",
    parts,
    answer = '<wsdl:part name="Body" element="tns:string"/>',
  } = rest;
  const each = (text: (name: string) => string): string => operations.map(text).join("\n");
  const http = (text: (name: string) => string): string => (parts === undefined ? "" : each(text));
  const doc = documentation === "" ? "" : `<wsdl:documentation>${documentation}</wsdl:documentation>`;
  return `<wsdl:definitions ${namespaces}>
<wsdl:types>${schemas}<xs:schema targetNamespace="urn:example" elementFormDefault="qualified">
${types}
<xs:element name="string" type="xs:string"/>
${each((name) => `<xs:element name="${name}">${complex(input)}</xs:element>`)}
${each((name) => `<xs:element name="${name}Response">${complex(output)}</xs:element>`)}
</xs:schema></wsdl:types>
${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="tns:${name}"/></wsdl:message>`)}
${each((name) => `<wsdl:message name="${name}Out"><wsdl:part name="p" element="tns:${name}Response"/></wsdl:message>`)}
${http((name) => `<wsdl:message name="${name}GetIn">${parts ?? ""}</wsdl:message>`)}
${http((name) => `<wsdl:message name="${name}GetOut">${answer}</wsdl:message>`)}
<wsdl:portType name="Port">${each((name) => portOperation(name, doc, `${name}In`, `${name}Out`))}</wsdl:portType>
${parts === undefined ? "" : `<wsdl:portType name="Get">${each((name) => portOperation(name, "", `${name}GetIn`, `${name}GetOut`))}</wsdl:portType>`}
<wsdl:binding name="Port" type="tns:Port">
<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each(
  (
    name,
  ) => `<wsdl:operation name="${name}"><soap:operation soapAction="urn:example#${name}" style="document"/>
<wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
)}
</wsdl:binding>
${parts === undefined ? "" : getBinding(each)}
<wsdl:service name="${service}"><wsdl:port name="Port" binding="tns:Port"><soap:address location="http://localhost/"/></wsdl:port>
${parts === undefined ? "" : '<wsdl:port name="Get" binding="tns:Get"><http:address location="http://localhost/"/></wsdl:port>'}
</wsdl:service>
</wsdl:definitions>
`;
}

function complex(content: string): string {
  return content === ""
    ? "<xs:complexType/>"
    : `<xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>`;
}

function portOperation(name: string, doc: string, input: string, output: string): string {
  return `<wsdl:operation name="${name}">${doc}<wsdl:input message="tns:${input}"/><wsdl:output message="tns:${output}"/></wsdl:operation>`;
}

function getBinding(each: (text: (name: string) => string) => string): string {
  return `<wsdl:binding name="Get" type="tns:Get"><http:binding verb="GET"/>
${each(
  (name) => `<wsdl:operation name="${name}"><http:operation location="/${name}"/>
<wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:mimeXml part="Body"/></wsdl:output></wsdl:operation>`,
)}
</wsdl:binding>`;
}
