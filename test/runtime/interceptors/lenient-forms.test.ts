/** Documents that depart from the contract: what lenient reading makes of them. */
import { describe, expect, test } from "@jest/globals";
import type { XmlReader } from "#runtime/xml.js";
import type { XsdType } from "#runtime/xsd.js";
import {
  boolean,
  dateTime,
  decimal,
  double,
  enumeration,
  int,
  readDerived,
  soapHeaders,
  withoutReferences,
} from "#runtime/codec.js";
import {
  type Forgiven,
  type ForgivenKind,
  type Interceptor,
  type LenientOptions,
  lenientReading,
} from "#runtime/interceptors.js";
import { envelope, Greet, namespace } from "../greeter.js";

import { absentAttribute, readAttribute } from "#runtime/xml/read-attributes.js";
import { answering, failure } from "../greeter-client.js";
import { base, type Called, ended, good, input, response } from "./departing.js";

/** Greet with a record that has a derived one. */
const Typed: Called<unknown> = {
  ...base,
  output: {
    element: { namespace, name: "GreetResponse" },
    prefixes: [{ prefix: "o", namespace: "urn:o" }],
    write: () => undefined,
    read: (r: XmlReader) => {
      const read = (reader: XmlReader) => {
        const found: Record<string, number | undefined> = {};
        while (reader.child()) {
          const isOwn = reader.namespace === namespace && reader.name === "Legs";
          if (isOwn || (reader.namespace === "urn:o" && reader.name === "Age"))
            found[reader.name] = reader.value(int, found[reader.name]);
          else reader.skip();
        }
        return found;
      };
      const types = [{ type: { namespace, name: "Animal" }, read }];
      let animal: unknown;
      while (r.child()) {
        if (r.namespace === namespace && r.name === "Animal")
          animal = readDerived(r, types, { namespace, name: "Animal" }, undefined);
        else r.skip();
      }
      return animal;
    },
  },
};

describe("names that are not those of the contract", () => {
  const at = "Envelope.Body.GreetResponse.Animal";
  const animal = (content: string, attributes = ""): string =>
    response(`<Animal ${attributes} xmlns:o="urn:o">${content}</Animal>`);
  test.each<[string, string, unknown, readonly Partial<Forgiven>[], string]>([
    [
      "a type that is not known",
      animal("<Legs>4</Legs>", 'i:type="Cat"'),
      { Legs: 4 },
      [{ kind: "type", path: at, text: "Cat" }],
      "does not belong",
    ],
    [
      "a type with a prefix that is not declared",
      animal("<Legs>4</Legs>", 'i:type="q:Dog"'),
      { Legs: 4 },
      [{ kind: "type", path: at, text: "q:Dog" }],
      "does not belong",
    ],
    [
      "a type whose children are kept",
      animal("<Legs>4</Legs><Lives>9</Lives>", 'i:type="Cat"'),
      { Legs: 4 },
      [{ kind: "type" }, { kind: "unknown", path: `${at}.Lives` }],
      "does not belong",
    ],
    [
      "a child without a namespace",
      animal('<Legs xmlns="">4</Legs>'),
      { Legs: 4 },
      [{ kind: "namespace", path: `${at}.Legs`, text: "" }],
      `Legs came in no namespace, expected ${namespace}`,
    ],
    [
      "a child in a namespace that the contract does not have",
      animal('<Legs xmlns="urn:x">4</Legs>'),
      { Legs: 4 },
      [{ kind: "namespace", text: "urn:x" }],
      `Legs came in namespace urn:x, expected ${namespace}`,
    ],
    [
      "a child in another one that it has",
      animal("<o:Legs>4</o:Legs>"),
      { Legs: 4 },
      [{ kind: "namespace", text: "urn:o" }],
      "Legs came in namespace urn:o",
    ],
    [
      "a child in that of its parent",
      animal("<Age>3</Age>"),
      { Age: 3 },
      [{ kind: "namespace", text: namespace }],
      `Age came in namespace ${namespace}, expected urn:o`,
    ],
    [
      "children in two namespaces",
      animal('<Legs xmlns="">4</Legs><Age>3</Age>'),
      { Legs: 4, Age: 3 },
      [{ kind: "namespace" }, { kind: "namespace" }],
      "Legs came in no namespace",
    ],
    [
      "a record in another namespace",
      response('<Animal xmlns=""><Legs>4</Legs></Animal>'),
      {},
      [{ kind: "namespace", path: at }, { kind: "namespace" }],
      "Animal came in no namespace",
    ],
    [
      "the element of Body",
      envelope("soap11", '<GreetResponse><Animal xmlns=""/></GreetResponse>'),
      {},
      [{ kind: "namespace" }, { kind: "namespace" }],
      "GreetResponse came in no namespace",
    ],
  ])("%s", async (_title, text, want, forgiven, strict) => {
    const heard: Forgiven[] = [];
    const options = { interceptors: [lenientReading((each) => heard.push(...each))] };
    const { result } = await ended({ text }, options, Typed);
    if (text.includes("<Legs>4</Legs></Animal>") && _title.startsWith("a record"))
      expect(result).toEqual({ Legs: 4 });
    else expect(result).toEqual(want);
    expect(heard).toEqual(forgiven.map((each) => expect.objectContaining(each)));
    expect((await ended({ text }, {}, Typed)).failure).toContain(strict);
  });

  test("an unknown element of no declared name is skipped, in both", async () => {
    const text = animal('<Legs>4</Legs><Tail xmlns="urn:x">1</Tail>');
    expect((await ended({ text }, {}, Typed)).result).toEqual({ Legs: 4 });
  });

  test("an element of a foreign namespace beside the declared one is skipped", async () => {
    const text = animal('<Legs xmlns="urn:x">1</Legs><Legs>4</Legs>');
    expect(
      (await ended({ text }, { interceptors: [lenientReading(() => undefined)] }, Typed)).result,
    ).toEqual({ Legs: 4 });
  });
});

describe("attributes as services send them", () => {
  /** Greet, whose result has an attribute of this type. */
  function attributed<T>(type: XsdType<T>): Called<{ readonly value: T | undefined }> {
    return {
      ...base,
      output: {
        element: { namespace, name: "GreetResponse" },
        write: () => undefined,
        read: (r: XmlReader) => {
          const value = readAttribute(r, type, "", "value");
          while (r.child()) r.skip();
          return { value: value ?? absentAttribute(r, "value") };
        },
      },
    };
  }
  const path = "Envelope.Body.GreetResponse.@value";
  test.each<[XsdType<unknown>, string, string | undefined, ForgivenKind]>([
    [int, "", undefined, "empty"],
    [decimal, "", undefined, "empty"],
    [boolean, " ", undefined, "empty"],
    [dateTime, "", undefined, "empty"],
    [boolean, "True", "true", "form"],
    [int, "5.0", "5", "form"],
    [decimal, "1.5E-3", "0.0015", "form"],
    [dateTime, "2017-08-01 12:12:12", "2017-08-01T12:12:12", "form"],
    [double, "nan", "NaN", "form"],
    [enumeration("Tone", ["Kind", "Rude"]), "Mild", "Mild", "value"],
  ])("%o %j", async (type, text, want, kind) => {
    const heard: Forgiven[] = [];
    const lenient = (options?: LenientOptions) => ({
      interceptors: [lenientReading((each) => heard.push(...each), options)],
    });
    const answer = { text: envelope("soap11", `<GreetResponse xmlns="${namespace}" value="${text}"/>`) };
    const { result } = await ended(answer, lenient(), attributed(type));
    const { value } = result ?? {};
    expect(value === undefined ? undefined : kind === "value" ? value : type.print(value)).toBe(want);
    expect(heard).toEqual([kind === "empty" ? { kind, path } : { kind, path, text }]);
    const strict = [{}, lenient({ [kind]: false })];
    for (const options of strict)
      expect((await ended(answer, options, attributed(type))).failure).toMatch(/^Protocol: @value: /);
  });

  test("a required one that is absent", async () => {
    const answer = { text: envelope("soap11", `<GreetResponse xmlns="${namespace}"/>`) };
    const heard: Forgiven[] = [];
    const options = { interceptors: [lenientReading((each) => heard.push(...each))] };
    expect((await ended(answer, options, attributed(int))).result).toEqual({ value: undefined });
    expect(heard).toEqual([{ kind: "missing", path }]);
  });
});

describe("blocks of Header in other namespaces", () => {
  const Headed = {
    ...Greet,
    headers: {
      format: soapHeaders,
      input: {},
      output: {
        session: {
          element: { namespace, name: "Session" },
          write: () => undefined,
          read: (r: XmlReader) => {
            let id: number | undefined;
            while (r.child()) {
              if (r.namespace === namespace && r.name === "Id") id = r.value(int, id);
              else r.skip();
            }
            return id;
          },
        },
      },
    },
  };
  const answer = (header: string) => ({
    text: good.replace(
      /<[^<]*Body>/,
      (body) => `<s:Header xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}</s:Header>${body}`,
    ),
  });
  const own = `xmlns="${namespace}"`;
  test.each<[string, string, unknown, string]>([
    ["as declared", `<Session ${own}><Id>7</Id></Session>`, 7, "no error"],
    [
      "a block in no namespace",
      `<Session><Id ${own}>7</Id></Session>`,
      7,
      "Protocol: Session came in no namespace",
    ],
    [
      "a child in no namespace",
      `<Session ${own}><Id xmlns="">7</Id></Session>`,
      7,
      "Protocol: Id came in no namespace",
    ],
    [
      "a child in another one",
      `<Session ${own}><Id xmlns="urn:x">7</Id></Session>`,
      7,
      "Protocol: Id came in namespace urn:x",
    ],
    ["both in no namespace", "<Session><Id>7</Id></Session>", 7, "Protocol: Session came in no namespace"],
    [
      "a block of another specification",
      '<Session xmlns="urn:x"><Id>7</Id></Session>',
      undefined,
      "no error",
    ],
  ])("%s", async (_title, header, want, strict) => {
    const seen: unknown[] = [];
    const call = async (interceptors: readonly Interceptor[]) => {
      const onHeaders = ({ session }: { readonly session?: number | undefined }) => seen.push(session);
      const { client } = answering(answer(header));
      return failure(client.call(Headed as never, input, { interceptors, onHeaders } as never));
    };
    expect((await call([])).slice(0, strict.length)).toBe(strict);
    expect(await call([lenientReading(() => undefined)])).toBe("no error");
    expect(seen.at(-1)).toBe(want);
  });
});

describe("characters in messages whose elements refer to others", () => {
  test.each([
    ["a reference", "<multiRef id='a'>a&#xB;b</multiRef>"],
    ["the character itself", "<multiRef id='a'>a\u000bb</multiRef>"],
    [
      "in an element that nothing refers to",
      "<multiRef id='a'>a&#1;b</multiRef><multiRef id='b'>\u0001</multiRef>",
    ],
  ])("%s", async (_title, multiRef) => {
    const Encoded = { ...Greet, encoded: withoutReferences };
    const content = `<n:GreetResponse xmlns:n="${namespace}"><n:GreetResult><n:Text href="#a"/><n:Count>1</n:Count></n:GreetResult></n:GreetResponse>${multiRef}`;
    const text = envelope("soap11", content);
    const options = { interceptors: [lenientReading(() => undefined)] };
    expect((await ended({ text }, options, Encoded)).result).toEqual({ Text: "a\ufffdb", Count: 1 });
    expect((await ended({ text }, {}, Encoded)).failure).toMatch(/^Protocol: A character that XML 1.0/);
  });
});

describe("characters that XML 1.0 does not allow", () => {
  test.each([
    ["a reference", "<Text>a&#xB;b</Text><Count>1</Count>", 1],
    ["a decimal reference", "<Text>a&#11;b</Text><Count>1</Count>", 1],
    ["the character itself", "<Text>a\u000bb</Text><Count>1</Count>", 1],
    ["several", "<Text>a\u0001b</Text><Count>1</Count><New>\u0002&#3;</New>", 3],
    ["in an attribute", "<Text>a\ufffdb</Text><Count>1</Count><New a='\u0001'/>", 1],
    ["half of a pair", "<Text>a&#xD800;b</Text><Count>1</Count>", 1],
  ])("%s", async (_title, content, count) => {
    const heard: Forgiven[] = [];
    const text = `<?xml version="1.1"?>${envelope("soap11", `<GreetResponse xmlns="${namespace}"><GreetResult>${content}</GreetResult></GreetResponse>`)}`;
    const options = { interceptors: [lenientReading((each) => heard.push(...each), { unknown: false })] };
    expect((await ended({ text }, options, Greet)).result).toEqual({ Text: "a\ufffdb", Count: 1 });
    expect(heard.map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => "character"));
    expect((await ended({ text }, {}, Greet)).failure).toMatch(/^Protocol: A character that XML 1.0/);
  });
});
