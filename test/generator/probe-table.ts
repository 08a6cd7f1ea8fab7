/** One thing a generator has to get right, as it shows in types and on the wire. */
export interface Probe {
  readonly name: string;
  /** Goals for the values of round trips (`test/generator/round-trip`). */
  readonly reached: readonly string[];
  /** Statements that compile. `s` is the output, `v` are values of its types. */
  readonly accepted: string;
  /** Expressions that do not. */
  readonly refused?: readonly string[];
  /** Content of a message `Put`, and its value. */
  readonly wire?: readonly [xml: string, value: unknown];
}

/** Every simple value; those that have a class are compared as text. */
export const plainXml =
  '<plain><must>m</must><nil xsi:nil="true" /><many>1</many><grade>very good</grade><numbers>1 2</numbers><amount>7</amount>' +
  "<big>9007199254740993</big><exact>1.10</exact><double>0.5</double><flag>true</flag><when>2026-01-31T12:00:00+02:00</when>" +
  "<octet>255</octet><bytes>AQID</bytes></plain>";

const plain = (field: string, values: readonly string[]): string =>
  values
    .map((value, at) => `export const ${field}${at}: s.Plain = { ...v.plain, ${field}: ${value} };\n`)
    .join("");

const put = (field: string, value: string): string => `export const a: s.PutInput = { ${field}: ${value} };`;
const wrongPlain = (field: string, value: string): string =>
  `{ ...v.plain, ${field}: ${value} } satisfies s.Plain`;
const wrong = (field: string, value: string): string => `{ ${field}: ${value} } satisfies s.PutInput`;

/** The generator is right when it is right about all of them. */
export const probes: readonly Probe[] = [
  {
    name: "a required element is required",
    reached: ["Plain.must present"],
    accepted: plain("must", ['""']),
    refused: [wrongPlain("must", "undefined")],
  },
  {
    name: "minOccurs=0 is optional",
    reached: ["Plain.may present", "Plain.may absent"],
    accepted: plain("may", ["undefined", '"x"']),
    refused: [wrongPlain("may", "null")],
  },
  {
    name: "nillable admits null",
    reached: ["Plain.nil nil", "Plain.nil value"],
    accepted: plain("nil", ["null", "1"]),
    refused: [wrongPlain("nil", "undefined")],
  },
  {
    name: "maxOccurs above 1 is an array",
    reached: ["Plain.many once", "Plain.many several"],
    accepted: plain("many", ['["x"]']),
    refused: [wrongPlain("many", '"x"')],
  },
  {
    name: "an enumeration is a union of literals",
    reached: ["enum Grade value 0"],
    accepted: plain("grade", ['"good"', "s.Grade.good"]),
    refused: [wrongPlain("grade", '"bad"')],
  },
  {
    name: "values with a space and the empty one",
    reached: ["enum Grade value 1", "enum Grade value 2"],
    accepted: plain("grade", ['"very good"', '""', 's.Grade["very good"]']),
    refused: [wrongPlain("grade", '"very  good"')],
  },
  {
    name: "xs:list",
    reached: ["Plain.numbers value"],
    accepted: plain("numbers", ["[1, 2]"]),
    refused: [wrongPlain("numbers", '["1"]')],
  },
  {
    name: "xs:union",
    reached: ["Plain.amount value"],
    accepted: plain("amount", ["1", '"good"']),
    refused: [wrongPlain("amount", '"1"')],
  },
  {
    name: "xs:long loses nothing",
    reached: ["Plain.big value"],
    accepted: plain("big", ["9007199254740993n"]),
    refused: [wrongPlain("big", "1")],
  },
  {
    name: "xs:decimal loses nothing",
    reached: ["Plain.exact value"],
    accepted: plain("exact", ['Decimal.parse("1.10")']),
    refused: [wrongPlain("exact", "1.1")],
  },
  {
    name: "double and boolean",
    reached: ["Plain.double value", "Plain.flag value"],
    accepted: plain("double", ["0.5"]) + plain("flag", ["false"]),
    refused: [wrongPlain("flag", '"true"')],
  },
  {
    name: "dateTime is what the runtime returns",
    reached: ["Plain.when value"],
    accepted: plain("when", ['XsdDateTime.parse("2026-01-31T12:00:00Z")']),
    refused: [wrongPlain("when", "new Date()")],
  },
  {
    name: "unsignedByte is a number",
    reached: ["Plain.octet value"],
    accepted: plain("octet", ["255"]),
    refused: [wrongPlain("octet", '"255"')],
  },
  {
    name: "base64Binary is bytes",
    reached: ["Plain.bytes value"],
    accepted: plain("bytes", ["Uint8Array.of(1)"]),
    refused: [wrongPlain("bytes", '"AQID"')],
  },
  {
    name: "an abstract base is a union of what is derived",
    reached: ["type Shape Circle", "type Shape Square"],
    accepted: put("shape", '{ $type: "Circle", label: "c", radius: 1 }'),
    refused: [wrong("shape", '{ label: "c" }'), wrong("shape", '{ $type: "Circle", label: "c", side: 1 }')],
    wire: [
      '<shape xsi:type="Circle"><label>c</label><radius>1</radius></shape>',
      { shape: { $type: "Circle", label: "c", radius: 1 } },
    ],
  },
  {
    name: "an extension has the fields of its base",
    reached: ["Circle.label present", "Square.side present"],
    accepted: 'export const a: s.Square = { label: "q", side: 1 };',
    refused: ["{ side: 1 } satisfies s.Square"],
  },
  {
    name: "the text of simple content",
    reached: ["Priced.value present"],
    accepted: put("price", '{ value: Decimal.zero, currency: "EUR" }'),
    refused: [wrong("price", '{ currency: "EUR" }')],
  },
  {
    name: "an attribute of simple content",
    reached: ["Priced.currency present"],
    accepted: "export const a: string = v.price.currency;",
    refused: [wrong("price", "{ value: Decimal.zero }")],
  },
  {
    name: "a type may hold itself",
    reached: ["Tree.child several"],
    accepted: put("tree", "{ value: 1, child: [{ value: 2 }] }"),
    wire: [
      "<tree><value>1</value><child><value>2</value><child><value>3</value></child></child></tree>",
      { tree: { value: 1, child: [{ value: 2, child: [{ value: 3 }] }] } },
    ],
  },
  {
    name: "mixed content keeps its text",
    reached: ["Prose.$content text", "Prose.$content b"],
    accepted: put("prose", '{ $content: ["a ", { name: "b", value: "c" }, " d"] }'),
    wire: ["<prose>a <b>c</b> d</prose>", { prose: { $content: ["a ", { name: "b", value: "c" }, " d"] } }],
  },
  {
    name: "xs:any is kept",
    reached: ["Open.$any element"],
    accepted: put("open", '{ known: 1, $any: [element("x")] }'),
    refused: [wrong("open", "{ known: 1, $any: [1] }")],
  },
  {
    name: "xs:anyAttribute is kept",
    reached: ["Open.$attributes present"],
    accepted: "export const a: readonly XmlAttribute[] | undefined = v.open.$attributes;",
  },
  {
    name: "a choice holds one of its branches",
    reached: ["Way.choice branch 1"],
    accepted: put("way", '{ phone: "1" }'),
    refused: [wrong("way", '{ phone: "1", street: "s", town: "t" }'), wrong("way", "{}")],
    wire: ["<way><phone>1</phone></way>", { way: { phone: "1" } }],
  },
  {
    name: "a branch may be a sequence",
    reached: ["Way.choice branch 2"],
    accepted: put("way", '{ street: "s", town: "t" }'),
    refused: [wrong("way", '{ street: "s" }')],
    wire: ["<way><street>s</street><town>t</town></way>", { way: { street: "s", town: "t" } }],
  },
  {
    name: "a repeated choice keeps the order",
    reached: ["Steps.$content left", "Steps.$content right"],
    accepted: put(
      "steps",
      '{ $content: [{ name: "left", value: 1 }, { name: "right", value: 2 }, { name: "left", value: 3 }] }',
    ),
    refused: [wrong("steps", '{ $content: [{ name: "up", value: 1 }] }')],
    wire: [
      "<steps><left>1</left><right>2</right><left>3</left></steps>",
      {
        steps: {
          $content: [
            { name: "left", value: 1 },
            { name: "right", value: 2 },
            { name: "left", value: 3 },
          ],
        },
      },
    ],
  },
  {
    name: "a reference to a group",
    reached: ["Grouped.first present"],
    accepted: put("grouped", '{ first: "1", second: "2" }'),
    refused: [wrong("grouped", '{ first: "1" }')],
    wire: ["<grouped><first>1</first><second>2</second></grouped>", { grouped: { first: "1", second: "2" } }],
  },
  {
    name: "names with a dash and with a dot",
    reached: ["Odd.a-b present", "Odd.a.b present"],
    accepted: 'export const a: string = v.odd["a-b"] + v.odd["a.b"];',
  },
  {
    name: "members called class, constructor and __proto__",
    reached: ["Odd.class present", "Odd.constructor$ present", "Odd.__proto__$ present"],
    accepted: "export const a: string = v.odd.class + v.odd.constructor$ + v.odd.__proto__$;",
    wire: [
      "<odd><a-b>1</a-b><a.b>2</a.b><class>3</class><constructor>4</constructor><__proto__>5</__proto__></odd>",
      { odd: { "a-b": "1", "a.b": "2", class: "3", constructor$: "4", __proto__$: "5" } },
    ],
  },
  {
    name: "an anonymous type has a stable name",
    reached: ["HolderInner.x present"],
    accepted: "export const a: s.HolderInner = { x: 1 };",
    wire: ["<holder><inner><x>1</x></inner></holder>", { holder: { inner: { x: 1 } } }],
  },
  {
    name: "types of one name in two namespaces",
    reached: ["Twin.name present", "Twin$exampleOther.weight present"],
    accepted: 'export const a: s.Twin = { name: "n" };\nexport const b: s.exampleOther.Twin = { weight: 1 };',
    refused: [wrong("twin", "{ weight: 1 }"), wrong("otherTwin", '{ name: "n" }')],
    wire: [
      "<twin><name>n</name></twin><otherTwin><example-other:weight>2</example-other:weight></otherTwin>",
      { twin: { name: "n" }, otherTwin: { weight: 2 } },
    ],
  },
  {
    name: "a reference to an element",
    reached: ["Put.shared present"],
    accepted: put("shared", '{ first: "1", second: "2" }'),
    refused: [wrong("shared", '"x"')],
    wire: ["<shared><first>1</first><second>2</second></shared>", { shared: { first: "1", second: "2" } }],
  },
  {
    name: "a required attribute is required",
    reached: ["Attributed.id present"],
    accepted: put("attributed", '{ id: 1, text: "t" }'),
    refused: [wrong("attributed", '{ text: "t" }')],
  },
  {
    name: "an optional attribute has its type, and its default when read",
    reached: ["Attributed.unit present"],
    accepted: "export const a: string | undefined = v.attributed.unit;",
    wire: [
      '<attributed id="1" unit="m"><text>t</text></attributed>',
      { attributed: { id: 1, unit: "m", text: "t" } },
    ],
  },
  {
    name: "attributes of a group",
    reached: ["Attributed.color present", "Attributed.size absent"],
    accepted: put("attributed", '{ id: 1, text: "t", color: "red", size: 2 }'),
    refused: [wrong("attributed", '{ id: 1, text: "t", size: "2" }')],
    wire: [
      '<attributed id="1" unit="km" color="red" size="2"><text>t</text></attributed>',
      { attributed: { id: 1, unit: "km", color: "red", size: 2, text: "t" } },
    ],
  },
  {
    name: "a typed header",
    reached: ["Session.token present"],
    accepted: 'export const a = v.client.put({}, { soapHeaders: { Session: { token: "t" } } });',
    refused: ["v.client.put({}, { soapHeaders: { Session: { token: 1 } } })"],
  },
  {
    name: "a class for each fault",
    reached: ["Denied.reason present"],
    accepted: 'export const a: string = new s.DeniedError({ reason: "r" }, "Denied").detail.reason;',
    refused: ['new s.DeniedError({ cause: "r" }, "Denied")'],
  },
  {
    name: "one-way has no answer",
    reached: ["Note.text present"],
    accepted: 'export const a: Promise<void> = v.client.note({ text: "t" });',
  },
  {
    name: "the port of SOAP 1.2 can be chosen",
    reached: ["PutResponse.stored present"],
    accepted: 'export const a = v.client.put({}, { binding: "soap12" });',
    refused: ['v.client.put({}, { binding: "httpGet" })'],
  },
  {
    name: "HTTP GET and POST",
    reached: ["Find.key present", "FindResponse.FindResult present"],
    accepted:
      'export const a: Promise<string> = v.client.find({ key: 1 }, { binding: "httpGet" });\nexport const b = v.client.find({ key: 1 }, { binding: "httpPost" });',
  },
  {
    name: "documentation is carried over",
    reached: ["Put.plain present"],
    accepted: "export const a = v.client.put;",
  },
  {
    name: "a server interface",
    reached: ["PutResponse.stored present"],
    accepted:
      "export const a: Promise<number> = v.server.put({}, v.call);\nexport class Mine extends s.UnimplementedSinkService {}",
    refused: ["{} satisfies s.SinkService"],
  },
];
