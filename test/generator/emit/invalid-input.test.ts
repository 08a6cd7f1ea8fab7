import { expect, test } from "@jest/globals";
import { Decimal, type ClientOptions } from "messenger-gen-runtime";
import { builtModule } from "./built.js";
import { planned } from "../plan/contracts.js";

const element = (name: string, type: string, rest = ""): string =>
  `<xs:element name="${name}" type="${type}" ${rest}/>`;
const optional = 'minOccurs="0"';
const many = 'minOccurs="0" maxOccurs="unbounded"';

const plan = planned({
  types: `
<xs:complexType name="Item"><xs:sequence>${element("price", "xs:decimal")}${element("codes", "tns:Codes", optional)}</xs:sequence>
<xs:attribute name="unit" type="xs:string"/><xs:attribute name="count" type="xs:int"/></xs:complexType>
<xs:simpleType name="Codes"><xs:list itemType="xs:int"/></xs:simpleType>
<xs:complexType name="Bundle"><xs:complexContent><xs:extension base="tns:Item"><xs:sequence>${element("content", "tns:Item", many)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Person"><xs:sequence>${element("name", "xs:string")}${element("born", "xs:dateTime", optional)}</xs:sequence></xs:complexType>
<xs:complexType name="Customer"><xs:complexContent><xs:extension base="tns:Person"><xs:choice>${element("phone", "xs:string")}${element("visits", "xs:int", 'maxOccurs="9"')}${element("friend", "tns:Person")}</xs:choice></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Note"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="rank" type="xs:byte"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Log"><xs:choice maxOccurs="unbounded">${element("text", "xs:string")}${element("item", "tns:Item")}</xs:choice></xs:complexType>
<xs:complexType name="Tags"><xs:sequence><xs:element name="tag" type="xs:token" nillable="true" ${many.replace("0", "1")}/></xs:sequence></xs:complexType>`,
  input:
    element("customer", "tns:Customer", optional) +
    element("item", "tns:Item", many) +
    element("note", "tns:Note", optional) +
    element("log", "tns:Log", optional) +
    element("tags", "tns:Tags", optional) +
    element("any", "xs:anyType", optional),
});

interface Output {
  readonly ExampleClient: new (options: ClientOptions) => {
    readonly do: (input: object) => Promise<unknown>;
  };
}

const { ExampleClient } = (await builtModule(plan, "invalid-input", "index")) as Output;

const price = Decimal.parse("1.50");
const item = { price };
async function* streamed(): AsyncGenerator<object> {
  yield item;
}
const control = "string: XML has no character U+0001";

test.each<[string, object, string]>([
  [
    "a field of a record",
    { customer: { name: null, phone: "1" } },
    "customer.name: null is not a value of the type",
  ],
  [
    "a date",
    { customer: { name: "Ann", born: 7, phone: "1" } },
    "customer.born: a number is not a value of the type",
  ],
  ["a branch of a choice", { customer: { name: "Ann", phone: "a\u0001" } }, `customer.phone: ${control}`],
  [
    "a repeated branch",
    { customer: { name: "Ann", visits: [1, 2 ** 31] } },
    "customer.visits[1]: int: out of range",
  ],
  [
    "a record in a branch",
    { customer: { name: "Ann", friend: { name: "\u0001" } } },
    `customer.friend.name: ${control}`,
  ],
  ["an item of a list", { item: [item, null] }, "item[1]: null is not a value of the type"],
  [
    "a field of an item",
    { item: [item, item, { price: 1.5 }] },
    "item[2].price: a number is not a value of the type",
  ],
  ["an attribute with a text", { item: [{ ...item, unit: "\u0001" }] }, `item[0].unit: ${control}`],
  ["an attribute with a number", { item: [{ ...item, count: 1.5 }] }, "item[0].count: int: not an integer"],
  [
    "an item of an xs:list",
    { item: [{ ...item, codes: [1, 2, "3"] }] },
    "item[0].codes[2]: int: not an integer",
  ],
  [
    "a field of a derived record",
    { item: [item, { $type: "Bundle", price, content: [item, { price: null }] }] },
    "item[1].content[1].price: null is not a value of the type",
  ],
  ["simple content", { note: { value: "\u0001" } }, `note.value: ${control}`],
  ["an attribute of simple content", { note: { value: "", rank: 128 } }, "note.rank: byte: out of range"],
  [
    "an item in order",
    { log: { $content: [{ name: "text", value: "\u0001" }] } },
    `log.$content[0].value: ${control}`,
  ],
  [
    "a record among items in order",
    {
      log: {
        $content: [
          { name: "text", value: "" },
          { name: "item", value: { price: null } },
        ],
      },
    },
    "log.$content[1].value.price: null is not a value of the type",
  ],
  ["an item of an array", { tags: [null, "a", "\u0001"] }, `tags[2]: ${control}`],
  ["a value in place of a list", { item }, "item: an array is expected"],
  ["a text in place of a list", { tags: "a" }, "tags: an array is expected"],
  ["items that arrive one by one", { item: streamed() }, "item: only responses can have streamed items"],
  ["any value", { any: { $type: "xs:int", value: 2 ** 31 } }, "any.value: int: out of range"],
])("%s that cannot be written is named", async (_, input, want) => {
  const sent: unknown[] = [];
  const transport = {
    send: async (request: unknown) => {
      sent.push(request);
      throw new Error("sent");
    },
  };
  const client = new ExampleClient({ transport });
  await expect(client.do(input)).rejects.toMatchObject({ code: "InvalidInput", message: want });
  expect(sent).toEqual([]);
});
