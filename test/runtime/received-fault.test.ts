import { describe, expect, test } from "@jest/globals";
import { type ClientOptions, element, faultDetail, ServiceFault, UndeclaredFault } from "#runtime/index.js";
import { xmlContent } from "#runtime/xml.js";
import { answering, local } from "./greeter-client.js";
import { envelope, Greet } from "./greeter.js";

const input = { customerID: 42, name: "Ann", loud: true };

async function faultOf(
  version: "soap11" | "soap12",
  inner: string,
  options: Omit<ClientOptions, "transport"> = { faultDetail },
): Promise<ServiceFault> {
  const namespace = version === "soap11" ? soap11 : soap12;
  const text = envelope(version, `<f:Fault xmlns:f="${namespace}">${inner}</f:Fault>`);
  const { client } = answering({ text, status: 500 }, options);
  try {
    await client.call(Greet, input, { binding: "soap11" });
  } catch (error) {
    if (error instanceof ServiceFault) return error;
    throw error;
  }
  throw new Error("no fault");
}

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

describe("SOAP 1.1", () => {
  const fault =
    "<faultcode>f:Client.Login</faultcode><faultstring> wrong password </faultstring><faultactor>urn:node</faultactor>" +
    '<detail>see <x xmlns="urn:x" xmlns:q="urn:q" type="q:Row" n="1">a</x></detail>';

  test("code, actor and a detail that is not declared", async () => {
    const found = await faultOf("soap11", fault);
    expect(found).toBeInstanceOf(UndeclaredFault);
    expect(found).toMatchObject({
      reason: "InvalidValue",
      message: "wrong password",
      code: "Client.Login",
      actor: "urn:node",
      role: undefined,
      subcodes: [],
      subcode: undefined,
      detail: [
        "see ",
        element("x", ["a"], {
          namespace: "urn:x",
          attributes: { type: "q:Row", n: "1" },
          namespaces: { q: "urn:q" },
        }),
      ],
    });
  });

  test("prefixes in the text of a detail that is not declared", async () => {
    const inner =
      '<faultcode>f:Server</faultcode><faultstring>no</faultstring><detail xmlns:q="urn:q" xmlns:r="urn:r">q:A<x/>r:B</detail>';
    const found = await faultOf("soap11", inner);
    expect(found).toMatchObject({ code: "Server" });
    expect(found instanceof UndeclaredFault ? found.detail : undefined).toStrictEqual(
      xmlContent(["q:A", element("x"), "r:B"], { q: "urn:q", r: "urn:r" }),
    );
  });

  test("a program that does not read details gets the same without it", async () => {
    const found = await faultOf("soap11", fault, {});
    expect(found).not.toBeInstanceOf(UndeclaredFault);
    expect(found).toMatchObject({ message: "wrong password", code: "Client.Login", actor: "urn:node" });
  });

  test.each(["", "<detail/>", "<faultstring>x</faultstring><detail></detail>"])(
    "no detail: %s",
    async (inner) => {
      expect(await faultOf("soap11", inner)).not.toBeInstanceOf(UndeclaredFault);
    },
  );
});

test("SOAP 1.2: subcodes with their namespaces, node, role and detail", async () => {
  const found = await faultOf(
    "soap12",
    '<f:Code><f:Value>f:Sender</f:Value><f:Subcode><f:Value xmlns:t="urn:t"> t:InvalidArgVal </f:Value>' +
      "<f:Subcode><f:Value>NoProfile</f:Value></f:Subcode></f:Subcode></f:Code>" +
      '<f:Reason><f:Text xml:lang="en">bad</f:Text><f:Text xml:lang="de">falsch</f:Text></f:Reason>' +
      "<f:Node>urn:node</f:Node><f:Role>urn:role</f:Role><f:Detail><y/></f:Detail>",
  );
  expect(found).toBeInstanceOf(UndeclaredFault);
  expect(found).toMatchObject({
    reason: "InvalidValue",
    message: "bad",
    code: "Sender",
    subcode: "InvalidArgVal",
    subcodes: [
      { namespace: "urn:t", name: "InvalidArgVal" },
      { namespace: "", name: "NoProfile" },
    ],
    actor: "urn:node",
    role: "urn:role",
    detail: [element("y")],
  });
});

test("the limits of a response can be set", async () => {
  const inner = `<faultstring>x</faultstring><detail>${"<a>".repeat(100)}${"</a>".repeat(100)}</detail>`;
  await expect(faultOf("soap11", inner)).rejects.toThrow("Elements are nested too deep.");
  const found = await faultOf("soap11", inner, { faultDetail, limits: { depth: 200 } });
  expect(found).toBeInstanceOf(UndeclaredFault);
  await expect(faultOf("soap11", inner, { limits: { items: 50 } })).rejects.toThrow("too many elements");
});

test.each(["soap11", "soap12"] as const)(
  "a server passes on a fault with its detail by %s",
  async (binding) => {
    const detail = [element("x", ["a"], { namespace: "urn:x" })];
    const refusing = async (): Promise<never> => {
      throw new UndeclaredFault(detail, "refused", { reason: "InvalidValue" });
    };
    const client = local({ greet: refusing }, { faultDetail });
    const call = client.call(Greet, input, { binding });
    await expect(call).rejects.toMatchObject({ reason: "InvalidValue", message: "refused", detail });
  },
);
