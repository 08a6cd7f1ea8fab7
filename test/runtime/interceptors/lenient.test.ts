import { describe, expect, test } from "@jest/globals";
import type { XmlReader } from "#runtime/xml.js";
import { enumeration, type ServedOperation } from "#runtime/codec.js";
import { type Forgiven, type LenientOptions, lenientReading } from "#runtime/interceptors.js";
import { withoutBefore } from "#runtime/interceptors/lenient-texts.js";
import { answering, failure } from "../greeter-client.js";
import {
  envelope,
  Greet,
  HttpGreet,
  namespace,
  type GreeterContract,
  type GreetInput,
  type Greeting,
} from "../greeter.js";

const input = { customerID: 42, name: "Ann", loud: false };
const xsi = "http://www.w3.org/2001/XMLSchema-instance";
const greeting = (content: string, uri = namespace): string =>
  envelope(
    "soap11",
    `<GreetResponse xmlns="${uri}" xmlns:i="${xsi}"><GreetResult>${content}</GreetResult></GreetResponse>`,
  );

const tone = enumeration("Tone", { Warm: "Warm", Cold: "Cold" });

/** Greet, whose Text is an enumeration. */
const Toned: ServedOperation<typeof GreeterContract, GreetInput, Greeting, "soap11" | "soap12"> = {
  ...Greet,
  output: {
    ...(Greet.output ?? { element: undefined, write: () => undefined }),
    read: (reader: XmlReader): Greeting => {
      let Text: string | undefined;
      reader.child();
      while (reader.child()) {
        if (reader.name === "Text") Text = reader.value(tone, Text as "Warm" | undefined);
        else reader.skip();
      }
      reader.child();
      return { Text, Count: 1 };
    },
  },
};

const reading = async (text: string, options: LenientOptions = {}, operation = Greet) => {
  const heard: Forgiven[] = [];
  const { client } = answering(
    { text },
    { interceptors: [lenientReading((each) => heard.push(...each), options)] },
  );
  const result = client.call(operation, input);
  return { failure: await failure(result), result: await result.catch(() => undefined), heard };
};

const path = "Envelope.Body.GreetResponse.GreetResult";

describe("lenient reading", () => {
  test.each<[string, string, LenientOptions, unknown, readonly Forgiven[]]>([
    ["a good response", "<Text>a</Text><Count>1</Count>", {}, { Text: "a", Count: 1 }, []],
    ["a missing element", "<Text>a</Text>", {}, { Text: "a" }, [{ kind: "missing", path: `${path}.Count` }]],
    [
      "a nil element",
      '<Text i:nil="true"/><Count>1</Count>',
      {},
      { Count: 1 },
      [{ kind: "nil", path: `${path}.Text` }],
    ],
    [
      "an unknown element with its content",
      "<Count>1</Count><New a='1'>b</New>",
      {},
      { Count: 1 },
      [
        {
          kind: "unknown",
          path: `${path}.New`,
          element: {
            namespace,
            name: "New",
            attributes: [{ namespace: "", name: "a", value: "1" }],
            children: ["b"],
          },
        },
      ],
    ],
    [
      "text between elements",
      "<Text>a</Text> and <Count>1</Count>",
      {},
      { Text: "a", Count: 1 },
      [{ kind: "text", path, text: "and" }],
    ],
    [
      "text between and in elements that are not declared",
      "<Count>1</Count>x<New/>",
      { unknown: false },
      { Count: 1 },
      [{ kind: "text", path, text: "x" }],
    ],
    ["unknown elements unreported", "<Count>1</Count><New/>", { unknown: false }, { Count: 1 }, []],
  ])("%s", async (_title, content, options, want, forgiven) => {
    const { result, heard } = await reading(greeting(content), options);
    expect(result).toEqual(want);
    expect(heard).toEqual(forgiven);
  });

  test.each<[string, string, string, string]>([
    ["a notice", "\nNotice: undefined variable\n", "", "Notice: undefined variable"],
    [
      "a notice with markup",
      "<br />\n<b>Notice</b>: x in y<br />\n",
      "",
      "<br />\n<b>Notice</b>: x in y<br />",
    ],
    ["a notice and a declaration", 'x<?xml version="1.0"?>', "", "x"],
    ["a notice with an envelope of no SOAP", "<Envelope size='4'/>", "", "<Envelope size='4'/>"],
    ["a notice behind a comment", "<!-- a -->x", "", "<!-- a -->x"],
    ["two declarations", '<?xml version="1.0"?>x<?xml version="1.0"?>', "", '<?xml version="1.0"?>x'],
    ["a notice and a comment", "x<!-- a -->", "", "x<!-- a -->"],
    [
      "a notice, a declaration and a comment",
      'x<?xml version="1.0"?><?a?><!-- <?xml ?> -->\n',
      "",
      'x<?xml version="1.0"?><?a?><!-- <?xml ?> -->',
    ],
    ["a word behind", "", "\ndone\n", "done"],
    ["a page behind", "", "<html></html>", "<html></html>"],
    ["a zero behind", "", "0", "0"],
  ])("around the envelope: %s", async (_title, before, after, text) => {
    const whole = before + greeting("<Count>1</Count>") + after;
    const { result, heard } = await reading(whole);
    expect(result).toEqual({ Count: 1 });
    expect(heard).toEqual([{ kind: "text", path: "", text }]);
    expect((await reading(whole, { text: false })).failure).toMatch(/^Protocol: /);
  });

  const quoted = '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>';
  test.each<[string, "httpPost" | "soap11", string]>([
    ["a form with a document in CDATA", "httpPost", `<![CDATA[${quoted}]]>`],
    ["a form with an envelope in a comment", "httpPost", `<!-- ${quoted} -->`],
    ["a form with a declaration alone", "httpPost", "<![CDATA[<?xml version='1.0'?>]]>"],
    ["a form with an envelope of no SOAP", "httpPost", "<![CDATA[<Envelope size='4'/>]]>"],
    ["a form with text behind one", "httpPost", `<![CDATA[a${quoted}b]]>`],
    ["an envelope with a document in CDATA", "soap11", `<![CDATA[${quoted}]]>`],
    ["an envelope with a declaration alone", "soap11", "<![CDATA[<?xml version='1.0'?>]]>"],
  ])("%s is whole", async (_title, binding, content) => {
    const heard: Forgiven[] = [];
    const record = `<Text>${content}</Text><Count>1</Count>`;
    const text =
      binding === "soap11"
        ? envelope(
            "soap11",
            `<HTTP_GreetResponse xmlns="${namespace}"><HTTP_GreetResult>${record}</HTTP_GreetResult></HTTP_GreetResponse>`,
          )
        : `<Greeting xmlns="${namespace}">${record}</Greeting>`;
    const want = content.replace(/^<!\[CDATA\[|\]\]>$|<!--.*-->/g, "");
    const { client } = answering({ text }, { interceptors: [lenientReading((each) => heard.push(...each))] });
    expect(await client.call(HttpGreet, input, { binding })).toEqual({ Text: want, Count: 1 });
    expect(heard).toEqual([]);
  });

  test.each([
    ["a comment", "<!-- a -->"],
    ["an instruction", "<?a b?>"],
    ["a declaration, a comment and an instruction", '<?xml version="1.0"?>\n<!-- a --><?a b?>\n'],
    ["a comment behind a line feed", "\n<!-- a > b -->"],
    ["the mark of UTF-8, read as Latin-1", "\u00ef\u00bb\u00bf"],
  ])("what may stand before an envelope is no text: %s", (_title, before) => {
    const document = before + greeting("");
    expect(withoutBefore(document)).toEqual({ envelope: document, before: "" });
  });

  test("comments that do not end are a text, found in one pass", () => {
    const open = "<!-- <?xml ".repeat(100_000);
    expect(withoutBefore(open + greeting("")).before).toBe(open.trim());
  });

  test("a text that is not in its enumeration is kept", async () => {
    const { result, heard } = await reading(greeting("<Text>Mild</Text>"), {}, Toned);
    expect(result).toEqual({ Text: "Mild", Count: 1 });
    expect(heard).toEqual([{ kind: "value", path: `${path}.Text`, text: "Mild" }]);
    expect((await reading(greeting("<Text>Mild</Text>"), { value: false }, Toned)).failure).toMatch(
      /^Protocol: /,
    );
  });

  test("another namespace is read as that of the contract", async () => {
    const other = greeting("<Text>a</Text><Count>1</Count>", "urn:v2");
    expect((await reading(other, { namespace: false })).failure).toMatch(
      /^Protocol: GreetResponse came in namespace urn:v2, expected http:/,
    );
    const { result, heard } = await reading(other, { namespaces: { "urn:v2": namespace } });
    expect(result).toEqual({ Text: "a", Count: 1 });
    expect((await reading(other)).result).toEqual(result);
    expect(heard.map(({ kind, path: at }) => [kind, at])).toEqual(
      ["", ".GreetResult", ".GreetResult.Text", ".GreetResult.Count"].map((end) => [
        "namespace",
        `Envelope.Body.GreetResponse${end}`,
      ]),
    );
  });

  test.each<[string, number | undefined, number, boolean]>([
    ["1,000 deviations", undefined, 1_000, true],
    ["more than 1,000 deviations", undefined, 1_001, false],
    ["as many deviations as the limit", 3, 3, true],
    ["more deviations than the limit", 3, 4, false],
  ])("%s", async (_title, limit, count, isRead) => {
    const options = limit === undefined ? {} : { limit };
    const { failure: failed, heard } = await reading(
      greeting(`<Count>1</Count>${"<a/>".repeat(count)}`),
      options,
    );
    const most = String(limit ?? 1_000);
    expect(failed).toBe(
      isRead ? "no error" : `Protocol: The response deviates from the contract more than ${most} times.`,
    );
    expect(heard).toHaveLength(isRead ? count : 0);
  });

  test.each<[string, string, LenientOptions]>([
    [
      "an element in another namespace",
      "<Text xmlns='urn:v2'>a</Text><Count>1</Count>",
      { namespaces: { "urn:v2": namespace } },
    ],
    ["a missing element", "<Text>a</Text>", {}],
    ["a nil element", '<Text i:nil="true"/><Count>1</Count>', {}],
    ["an unknown element", "<Count>1</Count><a/>", {}],
    ["text between elements", "<Count>1</Count>and", {}],
  ])("%s counts as a deviation", async (_title, content, options) => {
    expect((await reading(greeting(content), options)).failure).toBe("no error");
    expect((await reading(greeting(content), { ...options, limit: 0 })).failure).toBe(
      "Protocol: The response deviates from the contract more than 0 times.",
    );
  });

  test("a text that is no value counts as a deviation", async () => {
    expect((await reading(greeting("<Text>Mild</Text>"), { limit: 0 }, Toned)).failure).toBe(
      "Protocol: The response deviates from the contract more than 0 times.",
    );
  });

  test.each<[string, string, LenientOptions]>([
    ["a missing element", "<Text>a</Text>", { missing: false }],
    ["a nil element", '<Text i:nil="true"/><Count>1</Count>', { nil: false }],
    ["text between elements", "<Count>1</Count>and", { text: false }],
    ["a number that is none", "<Count>one</Count>", { unreadable: false }],
    ["an element given twice", "<Count>1</Count><Count>1</Count>", { repeated: false }],
    ["broken markup", "<Count>1</Text>", {}],
  ])("%s is an error if the options do not accept it", async (_title, content, options) => {
    expect((await reading(greeting(content), options)).failure).toMatch(/^Protocol: /);
  });
});
