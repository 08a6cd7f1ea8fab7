import { describe, expect, test } from "@jest/globals";
import { Server, WSDL } from "soap";
import { describeSoap } from "#host/soap/description.js";
import { HandOver, replacedProperties } from "#host/soap/hand-over.js";
import { WsdlObject } from "#host/soap/wsdl-object.js";
import { serviceIndex } from "#runtime/host.js";
import { element, envelope, Greeter } from "../../runtime/greeter.js";
import { keepingLog } from "../greeter/server.js";
import { readByNodeSoap } from "./described-wsdl.js";

const noNames = { ports: [], portTypes: new Map<string, string>(), operations: [] };
const description = describeSoap(serviceIndex(Greeter), "soap11", noNames);
const methods = { Greet: async () => ({}), HTTP_Greet: async () => ({}) };
const services = { [description.service]: { [description.port]: methods } };

/** An object that notes which of its properties are read. */
function noting<T extends object>(target: T, read: Set<string>, thisOf: "target" | "noted"): T {
  return new Proxy(target, {
    get: (object, property): unknown => {
      if (typeof property === "string") read.add(property);
      const value: unknown = Reflect.get(object, property);
      return typeof value === "function" && thisOf === "target" ? value.bind(object) : value;
    },
  });
}

/** What node-soap as it is reads of its objects, from its start to the response of a call with a header. */
async function readByServer() {
  const read = { WSDL: new Set<string>(), Server: new Set<string>() };
  const wsdl = noting(await readByNodeSoap(description), read.WSDL, "target");
  const server = new Server(null, "/", services, wsdl, { path: "/", services });
  server.addSoapHeader({ Session: "1" });
  const call = envelope("soap11", element("Greet"));
  const { body } = await Server.prototype.processRequest.call(noting(server, read.Server, "noted"), call);
  expect(body).toContain("<Session>1</Session>");
  expect(body).toContain("GreetResponse");
  return read;
}

describe("the properties of node-soap that are replaced", () => {
  test.each(replacedProperties)("its server uses $property of $of", async ({ of, property }) => {
    const read = await readByServer();
    expect([...read[of]]).toContain(property);
  });

  test("are all that its server uses of a WSDL, and what stands for it has them", async () => {
    const replaced = replacedProperties.filter(({ of }) => of === "WSDL").map(({ property }) => property);
    const { WSDL: read } = await readByServer();
    expect([...read].toSorted()).toEqual(replaced.toSorted());
    const wsdl = new WsdlObject(description, () => WSDL);
    expect(replaced.filter((property) => !(property in wsdl))).toEqual([]);
  });
});

test("only the text of the call that is handed over is read", () => {
  const wsdl = new WsdlObject(description, () => WSDL);
  expect(() => wsdl.xmlToObject("<x/>")).toThrow("Nothing is handed over.");
  const server = new Server(null, "/", services, wsdl as unknown as WSDL, { path: "/", services });
  const handOver = new HandOver(server, wsdl, { log: keepingLog(), timestamps: false });
  expect(handOver.isPlain).toBe(true);
  expect(() => wsdl.xmlToObject("<x/>")).toThrow("Only the text of an accepted request is read.");
});
