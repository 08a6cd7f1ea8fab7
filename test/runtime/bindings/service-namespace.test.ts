import { expect, test } from "@jest/globals";
import { bindings, isRefused, serviceIndex } from "#runtime/host.js";
import { element, envelope, Greet, Greeter, namespace } from "../greeter.js";

const served = serviceIndex(Greeter, { namespace: "urn:other/" });
const greet = element("Greet");
const renamed = greet.replace(namespace, "urn:other/");

/** The input of a request to the service under another namespace, or why it is refused. */
function ask(body: string, action: string): unknown {
  const headers = { "content-type": "text/xml; charset=utf-8", soapaction: action };
  const bytes = new TextEncoder().encode(envelope("soap11", body));
  const request = { method: "POST", path: "", query: "", headers, body: bytes };
  const call = bindings.soap11.decode(request, served, {});
  return isRefused(call) ? call.fault.reason : call.input;
}

test("a service under another namespace takes that one and not its own", () => {
  expect(ask(renamed, '"urn:other/Greet"')).toEqual({ customerID: 42, name: "Ann", loud: false });
  expect(ask(renamed, `"${namespace}Greet"`)).toBe("UnknownOperation");
  expect(ask(greet, '"urn:other/Greet"')).toBe("UnknownOperation");
});

test("a service under another namespace responds in that one", () => {
  const { body } = bindings.soap11.encode(Greet, { Count: 1 }, served);
  expect(body.join("")).toContain('<GreetResponse xmlns="urn:other/"><GreetResult><Count>1</Count>');
});
