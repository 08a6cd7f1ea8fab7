import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { planFile, planText } from "./contracts.js";

const path = "test/conformance/contracts/binding-without-port/service.wsdl";
const contract = readFileSync(path, "utf8");

interface Service {
  readonly name: string;
  readonly url: string | undefined;
  readonly operations: readonly string[];
}

function servicesOf(text: string): readonly Service[] | undefined {
  return planText(text).plan?.services.map(({ name, url, operations }) => ({
    name,
    url,
    operations: operations.map(({ method, bindings }) => `${method} over ${bindings.join(", ")}`),
  }));
}

const work = { name: "WorkService", url: "http://localhost/work", operations: ["do over soap11"] };

test("a binding without a port becomes a service of its port type, without an address", () => {
  expect(planFile(path).errors).toEqual([]);
  expect(servicesOf(contract)).toEqual([
    work,
    { name: "Watcher", url: undefined, operations: ["watch over soap12"] },
  ]);
});

test("an operation that only the binding without a port contains is generated", () => {
  const undo =
    '<wsdl:operation name="Undo"><wsdl:input message="tns:DoIn"/><wsdl:output message="tns:DoOut"/></wsdl:operation>';
  const bound = /<wsdl:operation name="Do"><soap12.*?<\/wsdl:operation>/.exec(contract)?.[0] ?? "";
  const wider = contract
    .replace('<wsdl:portType name="Worker">', `<wsdl:portType name="Worker">${undo}`)
    .replace(bound, bound + bound.replaceAll("Do", "Undo"));
  expect(servicesOf(wider)?.slice(0, 2)).toEqual([
    { ...work, operations: ["do over soap11, soap12"] },
    { name: "Worker", url: undefined, operations: ["undo over soap12", "do over soap11, soap12"] },
  ]);
});

test("a port with an undeclared binding leaves the address to the client", () => {
  const wrong = contract.replace('binding="tns:Worker"', 'binding="tns:Gone"');
  expect(servicesOf(wrong)).toEqual([
    { name: "Worker", url: undefined, operations: ["do over soap11, soap12"] },
    { name: "Watcher", url: undefined, operations: ["watch over soap12"] },
  ]);
});

test("a service that is derived has the requirements of its bindings", () => {
  const required =
    '<a:UsingAddressing xmlns:a="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"/>' +
    '<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy"><m:MTOM xmlns:m="http://www.w3.org/2007/08/soap12-mtom-policy"/></p:Policy>';
  const { plan, errors } = planText(contract.replace(/<wsdl:binding name="Watcher[^>]*>/, `$&${required}`));
  expect(errors).toEqual([]);
  expect(plan?.services.map(({ name, mtom, addressing }) => [name, mtom, addressing])).toEqual([
    ["WorkService", false, []],
    ["Watcher", true, ["soap12"]],
  ]);
});
