import { describe, expect, test } from "@jest/globals";
import {
  DetailFault,
  faultDetail,
  int,
  ServiceFault,
  UndeclaredFault,
  type NoHeaders,
  type ServedOperation,
  type XmlReader,
} from "#runtime/index.js";
import { answering } from "../greeter-client.js";
import {
  envelope,
  Greet,
  namespace,
  type GreeterContract,
  type GreetInput,
  type Greeting,
} from "../greeter.js";

import { base, input } from "../interceptors/departing.js";
describe("a fault whose declared detail deviates", () => {
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
              if (r.name === "Code") Code = r.value(int, Code);
              else r.skip();
            }
            return Code ?? r.absent("Code", int);
          },
          write: () => undefined,
        },
      },
    ],
  };
  test.each([
    ["a wrong value", "<Code>seven</Code>", /int: not/],
    ["an empty value", "<Code/>", /int: not/],
    ["a missing value", "<Other/>", /required field Code is absent/],
    ["a value given twice", "<Code>1</Code><Code>2</Code>", /given twice/],
    ["an element where text is", "<Code><x/></Code>", /holds an element/],
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
