/** One thing a generator has to get right, as it shows in types and on the wire. */
export interface Probe {
  readonly name: string;
  /** Statements that compile. `s` is the output, `v` are values of its types. */
  readonly accepted: string;
  /** Expressions that do not. */
  readonly refused?: readonly string[];
  /** Content of a message `Put`, and the value it stands for. */
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
    accepted: plain("must", ['""']),
    refused: [wrongPlain("must", "undefined")],
  },
  {
    name: "minOccurs=0 is optional",
    accepted: plain("may", ["undefined", '"x"']),
    refused: [wrongPlain("may", "null")],
  },
  {
    name: "nillable admits null",
    accepted: plain("nil", ["null", "1"]),
    refused: [wrongPlain("nil", "undefined")],
  },
  {
    name: "maxOccurs above 1 is an array",
    accepted: plain("many", ['["x"]']),
    refused: [wrongPlain("many", '"x"')],
  },
  {
    name: "an enumeration is a union of literals",
    accepted: plain("grade", ['"good"', "s.Grade.good"]),
    refused: [wrongPlain("grade", '"bad"')],
  },
  {
    name: "values with a space and the empty one",
    accepted: plain("grade", ['"very good"', '""', 's.Grade["very good"]']),
    refused: [wrongPlain("grade", '"very  good"')],
  },
  { name: "xs:list", accepted: plain("numbers", ["[1, 2]"]), refused: [wrongPlain("numbers", '["1"]')] },
  { name: "xs:union", accepted: plain("amount", ["1", '"good"']), refused: [wrongPlain("amount", '"1"')] },
  {
    name: "xs:long loses nothing",
    accepted: plain("big", ["9007199254740993n"]),
    refused: [wrongPlain("big", "1")],
  },
  {
    name: "xs:decimal loses nothing",
    accepted: plain("exact", ['Decimal.parse("1.10")']),
    refused: [wrongPlain("exact", "1.1")],
  },
  {
    name: "double and boolean",
    accepted: plain("double", ["0.5"]) + plain("flag", ["false"]),
    refused: [wrongPlain("flag", '"true"')],
  },
  {
    name: "dateTime is what the runtime returns",
    accepted: plain("when", ['XsdDateTime.parse("2026-01-31T12:00:00Z")']),
    refused: [wrongPlain("when", "new Date()")],
  },
  {
    name: "unsignedByte is a number",
    accepted: plain("octet", ["255"]),
    refused: [wrongPlain("octet", '"255"')],
  },
  {
    name: "base64Binary is bytes",
    accepted: plain("bytes", ["Uint8Array.of(1)"]),
    refused: [wrongPlain("bytes", '"AQID"')],
  },
  {
    name: "an abstract base is a union of what is derived",
    accepted: put("shape", '{ $type: "Circle", label: "c", radius: 1 }'),
    refused: [wrong("shape", '{ label: "c" }'), wrong("shape", '{ $type: "Circle", label: "c", side: 1 }')],
    wire: [
      '<shape xsi:type="Circle"><label>c</label><radius>1</radius></shape>',
      { shape: { $type: "Circle", label: "c", radius: 1 } },
    ],
  },
  {
    name: "an extension has the fields of its base",
    accepted: 'export const a: s.Square = { label: "q", side: 1 };',
    refused: ["{ side: 1 } satisfies s.Square"],
  },
  {
    name: "the text of simple content",
    accepted: put("price", '{ value: Decimal.zero, currency: "EUR" }'),
    refused: [wrong("price", '{ currency: "EUR" }')],
  },
  {
    name: "an attribute of simple content",
    accepted: "export const a: string = v.price.currency;",
    refused: [wrong("price", "{ value: Decimal.zero }")],
  },
  {
    name: "a type may hold itself",
    accepted: put("tree", "{ value: 1, child: [{ value: 2 }] }"),
    wire: [
      "<tree><value>1</value><child><value>2</value><child><value>3</value></child></child></tree>",
      { tree: { value: 1, child: [{ value: 2, child: [{ value: 3 }] }] } },
    ],
  },
  {
    name: "mixed content keeps its text",
    accepted: put("prose", '{ $content: ["a ", { name: "b", value: "c" }, " d"] }'),
    wire: ["<prose>a <b>c</b> d</prose>", { prose: { $content: ["a ", { name: "b", value: "c" }, " d"] } }],
  },
  {
    name: "xs:any is kept",
    accepted: put("open", '{ known: 1, $any: [element("x")] }'),
    refused: [wrong("open", "{ known: 1, $any: [1] }")],
  },
  {
    name: "xs:anyAttribute is kept",
    accepted: "export const a: readonly XmlAttribute[] | undefined = v.open.$attributes;",
  },
  {
    name: "a choice holds one of its branches",
    accepted: put("way", '{ phone: "1" }'),
    refused: [wrong("way", '{ phone: "1", street: "s", town: "t" }'), wrong("way", "{}")],
    wire: ["<way><phone>1</phone></way>", { way: { phone: "1" } }],
  },
  {
    name: "a branch may be a sequence",
    accepted: put("way", '{ street: "s", town: "t" }'),
    refused: [wrong("way", '{ street: "s" }')],
    wire: ["<way><street>s</street><town>t</town></way>", { way: { street: "s", town: "t" } }],
  },
  {
    name: "a repeated choice keeps the order",
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
    accepted: put("grouped", '{ first: "1", second: "2" }'),
    refused: [wrong("grouped", '{ first: "1" }')],
    wire: ["<grouped><first>1</first><second>2</second></grouped>", { grouped: { first: "1", second: "2" } }],
  },
  {
    name: "names with a dash and with a dot",
    accepted: 'export const a: string = v.odd["a-b"] + v.odd["a.b"];',
  },
  {
    name: "members called class, constructor and __proto__",
    accepted: "export const a: string = v.odd.class + v.odd.constructor$ + v.odd.__proto__$;",
    wire: [
      "<odd><a-b>1</a-b><a.b>2</a.b><class>3</class><constructor>4</constructor><__proto__>5</__proto__></odd>",
      { odd: { "a-b": "1", "a.b": "2", class: "3", constructor$: "4", __proto__$: "5" } },
    ],
  },
  {
    name: "an anonymous type has a stable name",
    accepted: "export const a: s.HolderInner = { x: 1 };",
    wire: ["<holder><inner><x>1</x></inner></holder>", { holder: { inner: { x: 1 } } }],
  },
  {
    name: "types of one name in two namespaces",
    accepted: 'export const a: s.Twin = { name: "n" };\nexport const b: s.exampleOther.Twin = { weight: 1 };',
    refused: [wrong("twin", "{ weight: 1 }"), wrong("otherTwin", '{ name: "n" }')],
    wire: [
      "<twin><name>n</name></twin><otherTwin><example-other:weight>2</example-other:weight></otherTwin>",
      { twin: { name: "n" }, otherTwin: { weight: 2 } },
    ],
  },
  {
    name: "a reference to an element",
    accepted: put("shared", '{ first: "1", second: "2" }'),
    refused: [wrong("shared", '"x"')],
    wire: ["<shared><first>1</first><second>2</second></shared>", { shared: { first: "1", second: "2" } }],
  },
  {
    name: "a required attribute is required",
    accepted: put("attributed", '{ id: 1, text: "t" }'),
    refused: [wrong("attributed", '{ text: "t" }')],
  },
  {
    name: "an optional attribute has its type, and its default when read",
    accepted: "export const a: string | undefined = v.attributed.unit;",
    wire: [
      '<attributed id="1" unit="m"><text>t</text></attributed>',
      { attributed: { id: 1, unit: "m", text: "t" } },
    ],
  },
  {
    name: "attributes of a group",
    accepted: put("attributed", '{ id: 1, text: "t", color: "red", size: 2 }'),
    refused: [wrong("attributed", '{ id: 1, text: "t", size: "2" }')],
    wire: [
      '<attributed id="1" unit="km" color="red" size="2"><text>t</text></attributed>',
      { attributed: { id: 1, unit: "km", color: "red", size: 2, text: "t" } },
    ],
  },
  {
    name: "a typed header",
    accepted: 'export const a = v.client.put({}, { Session: { token: "t" } });',
    refused: ["v.client.put({}, { Session: { token: 1 } })"],
  },
  {
    name: "a class for each fault",
    accepted: 'export const a: string = new s.DeniedError({ reason: "r" }, "Denied").detail.reason;',
    refused: ['new s.DeniedError({ cause: "r" }, "Denied")'],
  },
  {
    name: "one-way has no answer",
    accepted: 'export const a: Promise<void> = v.client.note({ text: "t" });',
  },
  {
    name: "the port of SOAP 1.2 can be chosen",
    accepted: 'export const a = v.client.put({}, {}, { binding: "soap12" });',
    refused: ['v.client.put({}, {}, { binding: "httpGet" })'],
  },
  {
    name: "HTTP GET and POST",
    accepted:
      'export const a: Promise<string> = v.client.find({ key: 1 }, { binding: "httpGet" });\nexport const b = v.client.find({ key: 1 }, { binding: "httpPost" });',
  },
  { name: "documentation is carried over", accepted: "export const a = v.client.put;" },
  {
    name: "a server interface",
    accepted:
      "export const a: Promise<number> = v.server.put({}, v.call);\nexport class Mine extends s.UnimplementedSinkService {}",
    refused: ["{} satisfies s.SinkService"],
  },
];
