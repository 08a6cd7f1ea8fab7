import { describe, expect, test } from "@jest/globals";
import {
  type BindingName,
  caller,
  ClientError,
  type ClientOptions,
  Decimal,
  element,
  type XmlContent,
  type XsdDateTime,
} from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { writeContent } from "#runtime/xml.js";
import { dateTime, decimal, int, type Operation } from "#runtime/codec.js";
import { answering, local } from "./greeter-client.js";
import { Greet, greeter, Greeter, GreeterContract, HttpGreet, type Greeting } from "./greeter.js";

interface Line {
  readonly name: string;
  readonly price: Decimal;
  readonly notes?: XmlContent;
}

interface Order {
  readonly user: { readonly CustomerID: number };
  readonly at?: XsdDateTime;
  readonly lines: readonly Line[];
}

/** Writes an order as generated codecs do. */
const Buy: Operation<typeof GreeterContract, Order, Greeting, "soap11" | "soap12"> = {
  name: "Buy",
  bindings: Greet.bindings,
  action: Greet.action,
  output: Greet.output,
  input: {
    element: Greet.input.element,
    write: (w, v) => {
      w.open("user");
      w.plain("CustomerID", int.print(v.user.CustomerID));
      w.close("user");
      if (v.at !== undefined) w.plain("at", dateTime.print(v.at));
      for (const item of v.lines) {
        w.open("line");
        w.attribute("name", item.name);
        w.plain("price", decimal.print(item.price));
        if (item.notes !== undefined) {
          w.open("notes");
          writeContent(w, item.notes);
          w.close("notes");
        }
        w.close("line");
      }
    },
  },
};

const line: Line = { name: "Ink", price: Decimal.parse("12.50") };
const order: Order = { user: { CustomerID: 42 }, lines: [line] };

const errorOf = async (call: Promise<unknown>): Promise<ClientError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
  throw new Error("No error");
};

/** An input with a value that its type does not allow, as a program in JavaScript may pass it. */
const untyped = (changed: object): Order => ({ ...order, ...changed });

describe("an input that cannot be written", () => {
  test.each<[string, Order, string | undefined, string]>([
    [
      "a number of another range",
      untyped({ user: { CustomerID: 2 ** 31 } }),
      "user.CustomerID",
      "int: out of range",
    ],
    ["null for a number", untyped({ user: { CustomerID: null } }), "user.CustomerID", "int: not an integer"],
    [
      "null for a decimal number",
      untyped({ lines: [line, { ...line, price: null }] }),
      "lines[1].price",
      "null is not a value of the type",
    ],
    [
      "no decimal number",
      untyped({ lines: [{ name: "x" }] }),
      "lines[0].price",
      "undefined is not a value of the type",
    ],
    ["null for a record", untyped({ user: null }), "user", "null is not a value of the type"],
    ["null for a list", untyped({ lines: null }), "lines", "null is not a value of the type"],
    ["null for a date", untyped({ at: null }), "at", "null is not a value of the type"],
    [
      "a name that is none, in any XML",
      untyped({ lines: [{ ...line, notes: ["a", { ...element("b"), name: "b c" }] }] }),
      "lines[0].notes[1].name",
      "Not an XML name without colon.",
    ],
    [
      "a frozen input",
      Object.freeze(untyped({ lines: Object.freeze([null]) })),
      "lines[0]",
      "null is not a value of the type",
    ],
    [
      "a character that XML does not allow",
      untyped({ lines: [{ ...line, name: "a\u0001" }] }),
      "lines[0].name",
      "string: XML has no character U+0001",
    ],
    [
      "half of a surrogate pair in any XML",
      untyped({ lines: [{ ...line, notes: [element("b", ["\ud800"])] }] }),
      "lines[0].notes[0].children[0]",
      "string: XML has no character U+D800",
    ],
  ])("%s", async (_, input, path, reason) => {
    const { client, sent } = answering({});
    const error = await errorOf(client.call(Buy, input));
    expect([error.code, error.path, error.message]).toEqual([
      "InvalidInput",
      path,
      `${path ?? ""}: ${reason}`,
    ]);
    expect(sent).toEqual([]);
  });

  test("null for the input has no path", async () => {
    const { client } = answering({});
    const error = await errorOf(client.call(Buy, null as unknown as Order));
    expect([error.code, error.path]).toEqual(["InvalidInput", undefined]);
  });

  test("an instance of a class with private fields", async () => {
    class Customer {
      readonly #id = 2 ** 31;
      get CustomerID(): number {
        return this.#id;
      }
    }
    const { client } = answering({});
    expect((await errorOf(client.call(Buy, { ...order, user: new Customer() }))).path).toBe(
      "user.CustomerID",
    );
  });

  test.each<BindingName>(["soap11", "soap12", "httpGet", "httpPost"])(
    "texts over %s: another type, and characters that XML does not allow",
    async (binding) => {
      const { client } = answering({});
      const rows: readonly (readonly [unknown, string])[] = [
        ["a\u0001", "name: string: XML has no character U+0001"],
        ["\udc00", "name: string: XML has no character U+DC00"],
        ["\uffff", "name: string: XML has no character U+FFFF"],
      ];
      for (const [name, want] of rows) {
        const input = { customerID: 42, loud: true, name: name as string };
        expect((await errorOf(client.call(HttpGreet, input, { binding }))).message).toBe(want);
      }
    },
  );

  test.each<[unknown, string]>([
    [null, "name: null is not a value of the type"],
    [7, "name: a number is not a value of the type"],
    [["x"], "name: an array is not a value of the type"],
  ])("%p for a text", async (name, want) => {
    const { client } = answering({});
    const input = { customerID: 42, loud: true, name: name as string };
    expect((await errorOf(client.call(Greet, input))).message).toBe(want);
  });
});

describe("characters that XML does not allow", () => {
  const bindings = ["soap11", "soap12", "httpGet", "httpPost"] as const;
  const greet = async (options: Omit<ClientOptions, "transport">, binding: BindingName) => {
    const input = { customerID: 42, loud: false, name: "a\ud800\u0001" };
    return local({}, options).call(HttpGreet, input, { binding });
  };

  test.each(bindings)("are U+FFFD over %s if the client replaces them", async (binding) => {
    expect(await greet({ forbiddenCharacters: "replace" }, binding)).toEqual({
      Text: "a\ufffd\ufffd",
      Count: 42,
    });
  });

  test.each(bindings)("are refused over %s otherwise", async (binding) => {
    await expect(greet({}, binding)).rejects.toMatchObject({ code: "InvalidInput", path: "name" });
  });

  test("of a response are U+FFFD, unless the service refuses them", async () => {
    const said = { greet: async () => ({ Text: "a\u0001", Count: 1 }) };
    const input = { customerID: 42, loud: false, name: "Ann" };
    expect(await local(said).call(Greet, input)).toEqual({ Text: "a\ufffd", Count: 1 });
    const options = { forbiddenCharacters: "refuse" } as const;
    const transport = inMemoryTransport(Greeter, { ...greeter, ...said }, options);
    await expect(caller(GreeterContract, { transport }).call(Greet, input)).rejects.toMatchObject({
      reason: "Internal",
    });
  });
});
