import { expect, test } from "@jest/globals";
import type { ClientOptions } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nameLimit } from "#generator/model/draft.js";
import { planText } from "../plan/contracts.js";
import { builtModule } from "./built.js";

const long = (letter: string): string => letter.repeat(nameLimit);
const [operation, part, element, attribute] = ["O", "p", "e", "a"].map(long);
const uri = `urn:${"other".repeat(100)}`;

/** Every name as long as it may be, and a namespace whose prefix would be longer still. */
const contract = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" xmlns:o="${uri}" targetNamespace="urn:example">
<wsdl:types><xs:schema targetNamespace="${uri}" elementFormDefault="qualified" attributeFormDefault="qualified">
<xs:complexType name="T"><xs:sequence><xs:element name="${element}" type="xs:int"/></xs:sequence><xs:attribute name="${attribute}" type="xs:int"/></xs:complexType>
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="${part}" type="o:T"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="${part}" type="o:T"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="${operation}"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="${operation}"><soap:operation soapAction=""/>
<wsdl:input><soap:body use="literal" namespace="${uri}"/></wsdl:input><wsdl:output><soap:body use="literal" namespace="${uri}"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="B" binding="tns:B"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

interface Output {
  readonly S: AnyService;
  readonly SClient: new (
    options: ClientOptions,
  ) => Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
}

test("the longest names that are generated are read", async () => {
  const { plan, errors } = planText(contract);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const { S, SClient } = (await builtModule(plan, "long-names", "index")) as Output;
  const method = plan.services[0]?.operations[0]?.method ?? "";
  const transport = inMemoryTransport(S, {
    [method]: async (given: Readonly<Record<string, unknown>>) => given[part ?? ""],
  });
  const value = { [attribute ?? ""]: 1, [element ?? ""]: 2 };
  expect(await new SClient({ transport })[method]?.({ [part ?? ""]: value })).toEqual(value);
});
