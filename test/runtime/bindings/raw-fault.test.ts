import { describe, expect, test } from "@jest/globals";
import { DetailFault, faultDetail, type NoHeaders, ServiceFault, UndeclaredFault } from "#runtime/index.js";
import type { XmlReader } from "#runtime/xml.js";
import { int, type ServedOperation } from "#runtime/codec.js";
import { answering } from "../greeter-client.js";
import {
  envelope,
  Greet,
  namespace,
  type GreeterContract,
  type GreetInput,
  type Greeting,
} from "../greeter.js";

import { base, bytes, input } from "../interceptors/departing.js";

class Sold extends DetailFault<number> {}
type Fails = ServedOperation<
  typeof GreeterContract,
  GreetInput,
  Greeting,
  "soap11" | "soap12",
  NoHeaders,
  NoHeaders,
  Sold
>;
const Faulty: Fails = {
  ...base,
  output: Greet.output,
  faults: [
    {
      error: Sold,
      detail: {
        element: { namespace, name: "Sold" },
        read: (r: XmlReader) => {
          let Code: number | undefined;
          while (r.child()) {
            if (r.name === "Code" && r.namespace === namespace) Code = r.value(int, Code);
            else r.skip();
          }
          return Code ?? r.absent("Code", int);
        },
        write: () => undefined,
      },
    },
  ],
};

describe("a fault whose declared detail deviates", () => {
  test.each([
    ["a wrong value", "<Code>seven</Code>", /int: not/],
    ["an empty value", "<Code/>", /int: not/],
    ["a missing value", "<Other/>", /required field Code is absent/],
    ["a value given twice", "<Code>1</Code><Code>2</Code>", /given twice/],
    ["an element where text is", "<Code><x/></Code>", /holds an element/],
    ["a value in no namespace", '<Code xmlns="">1</Code>', /Code came in no namespace/],
    ["a value in another namespace", '<Code xmlns="urn:x">1</Code>', /Code came in namespace urn:x/],
    [
      "a type that is not known",
      '<Code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="x:y">1</Code>',
      /xsi:type/,
    ],
  ])("%s: code, reason, raw detail and cause are there", async (_title, content, cause) => {
    const text = envelope(
      "soap11",
      `<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Server</faultcode><faultstring>sold</faultstring><detail><Sold xmlns="${namespace}">${content}</Sold></detail></s:Fault>`,
    );
    const { client } = answering({ text, status: 500 }, { faultDetail });
    const error = await client.call(Faulty, input).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(UndeclaredFault);
    const { code, message, detail, path, cause: why } = error as UndeclaredFault;
    expect([code, message, path?.startsWith("Envelope.Body.Fault.detail.Sold")]).toEqual([
      "Server",
      "sold",
      true,
    ]);
    expect(JSON.stringify(detail)).toContain('"name":"Sold"');
    expect(String(why)).toMatch(cause);
    const bare = await answering({ text, status: 500 })
      .client.call(Faulty, input)
      .catch((each: unknown) => each);
    expect(bare).toBeInstanceOf(ServiceFault);
  });
});

describe("a fault that is not a whole document, or not in its place", () => {
  const whole = (content: string, start = "s:Fault"): string =>
    envelope(
      "soap11",
      `<${start} xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${content}</${start.split(" ")[0] ?? ""}>`,
    );
  const coded = "<faultcode>s:Client</faultcode><faultstring>sold</faultstring>";
  const cut = (text: string, at: string): string => text.slice(0, text.indexOf(at) + at.length);
  const long = whole(`${coded}<detail><a><b>1</b><c>2</c></a></detail>`);
  test.each<[string, string | Uint8Array, string]>([
    ["cut in the detail", cut(long, "<c>2"), "Client sold"],
    ["cut behind the reason", cut(long, "</faultstring>"), "Client sold"],
    ["cut before the end of the envelope", cut(long, "</detail>"), "Client sold"],
    ["markup in the detail", whole(`${coded}<detail><a b></detail>`), "Client sold"],
    ["an ampersand in the detail", whole(`${coded}<detail>a & b</detail>`), "Client sold"],
    ["an entity in the detail", whole(`${coded}<detail>&nbsp;</detail>`), "Client sold"],
    ["a prefix that is not declared", whole(`${coded}<detail><q:a/></detail>`), "Client sold"],
    ["a control character", whole(coded.replace("sold", "so\u000bld")), "Client so\ufffdld"],
    ["a reference to one", whole(coded.replace("sold", "so&#xB;ld")), "Client so\ufffdld"],
    [
      "bytes of another charset",
      bytes(whole(coded.replace("sold", "s\u00f6ld")), "latin1"),
      "Client s\ufffdld",
    ],
    ["in no namespace", whole(coded, 'Fault xmlns=""'), "Client sold"],
    [
      "in that of SOAP 1.2",
      whole(coded, 'f:Fault xmlns:f="http://www.w3.org/2003/05/soap-envelope"'),
      "Client sold",
    ],
    [
      "names in other case",
      whole("<faultCode>s:Client</faultCode><faultString>sold</faultString>"),
      "Client sold",
    ],
  ])("%s", async (_title, given, want) => {
    const body = typeof given === "string" ? bytes(given) : given;
    const error = await answering({ body, status: 500 }, { faultDetail })
      .client.call(Faulty, input)
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ServiceFault);
    const { code = "", message } = error as ServiceFault;
    expect(`${code} ${message}`).toBe(want);
  });

  test.each([
    ["cut in the reason", cut(long, "<faultstring>so")],
    ["cut in the code", cut(long, "<faultcode>s:C")],
    ["without a reason, and cut", whole("<faultcode>s:Client</faultcode><detail><a>").replace(/<\/.*$/, "")],
    ["no fault", envelope("soap11", "<Faults><faultcode>s:Client</faultcode>")],
  ])("%s: nothing is complete", async (_title, text) => {
    const call = answering({ text, status: 500 }, { faultDetail }).client.call(Faulty, input);
    await expect(call).rejects.toMatchObject({ name: "ClientError", code: "Protocol" });
  });
});
