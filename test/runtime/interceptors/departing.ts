/** Calls whose responses depart from the rules. */
import type { ClientOptions, TransportResponse } from "#runtime/index.js";
import type { XmlReader } from "#runtime/xml.js";
import type { XsdType } from "#runtime/xsd.js";
import type { ServedOperation } from "#runtime/codec.js";
import type { Forgiven } from "#runtime/interceptors.js";
import { answering, failure } from "../greeter-client.js";
import { envelope, Greet, namespace, type GreeterContract, type GreetInput } from "../greeter.js";

export const input = { customerID: 42, name: "Ann", loud: false };
export const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
export const good = envelope(
  "soap11",
  `<GreetResponse xmlns="${namespace}"><GreetResult><Text>a</Text><Count>1</Count></GreetResult></GreetResponse>`,
);
export const bytes = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array =>
  Buffer.from(text, encoding);

export type Answer = Partial<TransportResponse> & { readonly text?: string };
export type Called<O> = ServedOperation<typeof GreeterContract, GreetInput, O, "soap11" | "soap12">;

/** How a call ended: its result or failure, and what was heard, by kind and text. */
export async function ended<O>(
  answer: Answer,
  options: Omit<ClientOptions, "transport">,
  operation: Called<O>,
) {
  const heard: Forgiven[] = [];
  const departures = options.departures ?? ((each: Forgiven) => heard.push(each));
  const { client } = answering(answer, { departures, ...options });
  const call = client.call(operation, input);
  return { failure: await failure(call), result: await call.catch(() => undefined), heard };
}

/** A response of Greet. */
export const response = (content: string): string =>
  envelope("soap11", `<GreetResponse xmlns="${namespace}" ${xsi}>${content}</GreetResponse>`);

const { name, documentation, bindings, action, input: asked } = Greet;
/** Greet without what it returns. */
export const base = { name, documentation, bindings, action, input: asked };

/** Greet, whose Value is of this type. */
export function valued<T>(type: XsdType<T>): Called<{ readonly Value: T | undefined }> {
  return {
    ...base,
    output: {
      element: { namespace, name: "GreetResponse" },
      write: () => undefined,
      read: (r: XmlReader) => {
        let Value: T | undefined;
        while (r.child()) {
          if (r.namespace === namespace && r.name === "Value") Value = r.value(type, Value);
          else r.skip();
        }
        return { Value: Value ?? r.absent("Value", type) };
      },
    },
  };
}

/** Greet without a result, and without a response. */
export const Tell: Called<unknown> = { ...base, output: undefined };
export const Leave: Called<undefined> = {
  ...base,
  output: {
    element: { namespace, name: "LeaveResponse" },
    isEmpty: true,
    read: (r: XmlReader) => {
      while (r.child()) r.skip();
      return undefined;
    },
    write: () => undefined,
  },
};
