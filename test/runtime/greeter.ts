/** A small service as the generator would write it: two records, a list of operations, all four bindings. */
import type { CallContext, ServiceDescriptor } from "#runtime/index.js";
import type { XmlReader, XmlWriter } from "#runtime/xml.js";
import {
  boolean,
  type FormReader,
  type FormWriter,
  httpGet,
  httpPost,
  int,
  type ServedOperation,
  type ServiceContract,
  soap11,
  soap12,
  string,
} from "#runtime/codec.js";

export const namespace = "http://example.com/greeter/";
const xsiNamespaces =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

export interface GreetInput {
  readonly customerID: number;
  readonly name?: string | undefined;
  readonly loud: boolean;
}

export interface Greeting {
  readonly Text?: string | undefined;
  readonly Count: number;
}

function readGreetInput(r: XmlReader): GreetInput {
  let customerID: number | undefined;
  let name: string | undefined;
  let loud: boolean | undefined;
  while (r.child()) {
    if (r.namespace === namespace) {
      switch (r.name) {
        case "customerID":
          customerID = r.value(int, customerID);
          continue;
        case "name":
          name = r.value(string, name);
          continue;
        case "loud":
          loud = r.value(boolean, loud);
          continue;
      }
    }
    r.skip();
  }
  return {
    customerID: customerID ?? r.absent("customerID", int),
    name,
    loud: loud ?? r.absent("loud", boolean),
  };
}

function writeGreetInput(w: XmlWriter, v: GreetInput): void {
  w.plain("customerID", int.print(v.customerID));
  if (v.name !== undefined) w.text("name", v.name);
  w.plain("loud", boolean.print(v.loud));
}

function readGreeting(r: XmlReader): Greeting {
  let Text: string | undefined;
  let Count: number | undefined;
  while (r.child()) {
    if (r.namespace === namespace) {
      switch (r.name) {
        case "Text":
          Text = r.value(string, Text);
          continue;
        case "Count":
          Count = r.value(int, Count);
          continue;
      }
    }
    r.skip();
  }
  return { Text, Count: Count ?? r.absent("Count", int) };
}

function writeGreeting(w: XmlWriter, v: Greeting): void {
  if (v.Text !== undefined) w.text("Text", v.Text);
  w.plain("Count", int.print(v.Count));
}

const greetingType = { namespace, name: "Greeting" };

const greetOutput = (name: string) => ({
  element: { namespace, name: `${name}Response` },
  read(r: XmlReader): Greeting {
    let result: Greeting | undefined;
    while (r.child()) {
      if (r.namespace === namespace && r.name === `${name}Result`) {
        result = r.record(readGreeting, greetingType, result);
      } else r.skip();
    }
    return result ?? r.absentRecord(`${name}Result`);
  },
  write(w: XmlWriter, v: Greeting): void {
    w.open(`${name}Result`);
    writeGreeting(w, v);
    w.close(`${name}Result`);
  },
});

const greetInput = (name: string) => ({
  element: { namespace, name },
  read: readGreetInput,
  write: writeGreetInput,
});

/** Reached by all four bindings. */
export const HttpGreet: ServedOperation<typeof GreeterContract, GreetInput, Greeting> = {
  name: "HTTP_Greet",
  documentation: "Greets a customer.",
  bindings: { soap11, soap12, httpGet, httpPost },
  action: `${namespace}HTTP_Greet`,
  input: greetInput("HTTP_Greet"),
  output: greetOutput("HTTP_Greet"),
  form: {
    read: (f: FormReader) => ({
      customerID: f.required("customerID", int),
      name: f.optional("name", string),
      loud: f.required("loud", boolean),
    }),
    write(f: FormWriter, v: GreetInput): void {
      f.value("customerID", int, v.customerID);
      f.optional("name", string, v.name);
      f.value("loud", boolean, v.loud);
    },
  },
  answer: {
    element: { namespace, name: "Greeting" },
    read: readGreeting,
    write(w: XmlWriter, v: Greeting): void {
      w.openRoot("Greeting", namespace, xsiNamespaces);
      writeGreeting(w, v);
      w.close("Greeting");
    },
  },
};

/** Reached by SOAP only. */
export const Greet: ServedOperation<typeof GreeterContract, GreetInput, Greeting, "soap11" | "soap12"> = {
  name: "Greet",
  documentation: "",
  bindings: { soap11, soap12 },
  action: `${namespace}Greet`,
  input: greetInput("Greet"),
  output: greetOutput("Greet"),
};

/** Reached by SOAP 1.2 and HTTP GET only, without a soapAction; no input, returns any element with text, or none. */
export const Peek: ServedOperation<typeof GreeterContract, object, string, "soap12" | "httpGet"> = {
  name: "Peek",
  documentation: "",
  bindings: { soap12, httpGet },
  action: undefined,
  input: {
    element: { namespace, name: "Peek" },
    read(r: XmlReader) {
      while (r.child()) r.skip();
      return {};
    },
    write: () => undefined,
  },
  output: {
    element: { namespace, name: "PeekResponse" },
    read(r: XmlReader): string {
      let result: string | undefined;
      while (r.child()) {
        if (r.namespace === namespace && r.name === "PeekResult") result = r.value(string, result);
        else r.skip();
      }
      return result ?? "";
    },
    write(w: XmlWriter, v: string): void {
      if (v !== "") w.text("PeekResult", v);
    },
  },
  form: { read: () => ({}), write: () => undefined },
  answer: {
    element: undefined,
    empty: "",
    read: (r: XmlReader) => r.simple(string),
    write(w: XmlWriter, v: string): void {
      if (v === "") return;
      w.openRoot("any", "urn:any");
      w.characters(v);
      w.close("any");
    },
  },
};

export const GreeterContract: ServiceContract<"Greeter", typeof namespace> = { name: "Greeter", namespace };

export const Greeter: ServiceDescriptor<GreeterService> = {
  ...GreeterContract,
  documentation: "",
  operations: { greet: Greet, httpGreet: HttpGreet, peek: Peek },
};

/** The contract that every test implements or calls. */
export interface GreeterService {
  greet(input: GreetInput, call: CallContext): Promise<Greeting>;
  httpGreet(input: GreetInput, call: CallContext): Promise<Greeting>;
  peek(input: object, call: CallContext): Promise<string>;
}

const greeting = async ({ customerID, name, loud }: GreetInput): Promise<Greeting> => ({
  Text: name === undefined ? undefined : loud ? name.toUpperCase() : name,
  Count: customerID,
});

/** Responds with its input. */
export const greeter: GreeterService = { greet: greeting, httpGreet: greeting, peek: async () => "seen" };

export const envelopes = {
  soap11: "http://schemas.xmlsoap.org/soap/envelope/",
  soap12: "http://www.w3.org/2003/05/soap-envelope",
} as const;

/** A request message: `body` is the markup inside Body. */
export function envelope(version: "soap11" | "soap12", body: string, header = ""): string {
  const uri = envelopes[version];
  return `<e:Envelope xmlns:e="${uri}">${header}<e:Body>${body}</e:Body></e:Envelope>`;
}

/** The input element of an operation with good values. */
export function element(name: string): string {
  return `<${name} xmlns="${namespace}"><customerID>42</customerID><name>Ann</name><loud>false</loud></${name}>`;
}
