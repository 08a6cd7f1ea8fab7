import { describe, expect, test } from "@jest/globals";
import { maxReferenceGrowth, withoutReferences } from "#runtime/bindings/multi-ref.js";
import { serverLimits } from "#runtime/xml/limits.js";

const envelope = (body: string, declarations = ""): string =>
  `<s:Envelope xmlns:s="urn:s"${declarations}><s:Body>${body}</s:Body></s:Envelope>`;
const expanded = (text: string): string => withoutReferences(text, { limits: serverLimits });

const cases: readonly (readonly [string, string, string])[] = [
  ["nothing refers", '<a id="1">x</a>', '<a id="1">x</a>'],
  [
    "an element of its own behind the first",
    '<op><p href="#1"/><q href="#1"></q></op><m id="1" t="x"><n>v</n></m>',
    '<op><p t="x"><n>v</n></p><q t="x"><n>v</n></q></op>',
  ],
  [
    "an element inside the first",
    '<op><p id="1">v</p><q href="#1"/></op>',
    '<op><p id="1">v</p><q>v</q></op>',
  ],
  [
    "references inside of what is referred to",
    '<op><p href="#1"/></op><m id="1"><n href="#2"/></m><m id="2">v</m>',
    "<op><p><n>v</n></p></op>",
  ],
  [
    "what is referred to takes its prefixes along",
    '<op><p href="#1"/></op><m id="1" xmlns:x="urn:x" x:type="x:T"><x:n/></m>',
    '<op><p xmlns:x="urn:x" x:type="x:T"><x:n/></p></op>',
  ],
  [
    "an attribute of its own stays",
    '<op><p t="mine" href="#1"/></op><m id="1" t="yours">v</m>',
    '<op><p t="mine">v</p></op>',
  ],
  ["the attributes of SOAP 1.2", '<op><p e:ref="#1"/></op><m e:id="1">v</m>', "<op><p>v</p></op>"],
  ["an empty element", '<op><p href="#1"/></op><m id="1"/>', "<op><p></p></op>"],
  [
    "a value that looks like a reference",
    `<op><p t=' href="#1"'/><q href="#1"/></op><m t=' id="2" xmlns:z="urn:z"' id="1">v</m>`,
    `<op><p t=' href="#1"'/><q t=' id="2" xmlns:z="urn:z"'>v</q></op>`,
  ],
  [
    "an id that only looks like one",
    `<op><p href="#1"/></op><m t=' id="9"' id="1">v</m>`,
    `<op><p t=' id="9"'>v</p></op>`,
  ],
  [
    "a prefix called id, and one called ref",
    '<op><p xmlns:ref="#1"/></op><m xmlns:id="#1">v</m>',
    '<op><p xmlns:ref="#1"/></op><m xmlns:id="#1">v</m>',
  ],
  [
    "a reference behind a value with its form",
    `<op><p t='href="#9"' href="#1"/></op><m id="1">v</m>`,
    `<op><p t='href="#9"'>v</p></op>`,
  ],
  [
    "a reference, and an id, of character references",
    '<op><p href="&#35;&#x61;"/></op><m id="&#97;">v</m>',
    "<op><p>v</p></op>",
  ],
  [
    "a value of the target with a character reference",
    '<op><p href="#1"/></op><m id="1" t="&#35;1 &lt;">v&amp;</m>',
    '<op><p t="&#35;1 &lt;">v&amp;</p></op>',
  ],
  [
    "line ends before a reference",
    '<op>\r\n\r\n<p\r\nhref="#1"/>\r\n</op>\r\n<m id="1">v\r\nw</m>',
    "<op>\n\n<p>v\nw</p>\n</op>\n",
  ],
  [
    "a target without a namespace, referred to from within one",
    '<op xmlns:a="urn:a"><a:list xmlns="urn:b"><a:p href="#1"/></a:list></op><m id="1"><n>v</n></m>',
    '<op xmlns:a="urn:a"><a:list xmlns="urn:b"><a:p xmlns=""><n>v</n></a:p></a:list></op>',
  ],
  [
    "names with characters that only JavaScript calls white space",
    '<op><p\u1680q href="#1"/></op><m\u1680 id="1" \u1680t="x">v</m\u1680>',
    '<op><p\u1680q \u1680t="x">v</p\u1680q></op>',
  ],
  [
    "one namespace written in several ways",
    '<op xmlns:x="urn:a&amp;&quot;b"><p xmlns:y="urn:y" href="#1"/></op><m id="1" xmlns:x="urn:&#97;&#x26;&#34;b" xmlns:y="urn:&#x79;"><x:n/></m>',
    '<op xmlns:x="urn:a&amp;&quot;b"><p xmlns:y="urn:y"><x:n/></p></op>',
  ],
  [
    "a namespace that is escaped where it is declared anew",
    '<op><p href="#1"/></op><m id="1" xmlns:x="urn:&lt;&apos;&#34;"><x:n/></m>',
    `<op><p xmlns:x="urn:&lt;'&quot;"><x:n/></p></op>`,
  ],
  ["text that looks like a reference", '<op><p>href="#1"</p></op>', '<op><p>href="#1"</p></op>'],
];

describe("references", () => {
  test.each(cases)("%s", (_, body, wanted) => {
    const prefix = ' xmlns:e="urn:e"';
    expect(expanded(envelope(body, prefix))).toBe(envelope(wanted, prefix));
  });

  test.each([
    ["to nothing", '<op><p href="#1"/></op>', "Nothing has the id 1"],
    ["to themselves", '<op><p href="#1"/></op><m id="1"><n href="#1"/></m>', "circle"],
    [
      "to one another",
      '<op><p href="#1"/></op><m id="1"><n href="#2"/></m><m id="2"><n href="#1"/></m>',
      "circle",
    ],
    [
      "that change a prefix",
      '<x:op xmlns:x="urn:1"><x:p href="#1"/></x:op><m id="1" xmlns:x="urn:2"/>',
      "changes its meaning",
    ],
    ["in a message that is not well-formed", '<op><p href="#1"></op>', ""],
  ])("%s are refused", (_, body, message) => {
    expect(() => expanded(envelope(body))).toThrow(message);
  });

  test("that would grow without bounds are refused", () => {
    const level = (at: number): string => `<m id="${at}">${`<n href="#${at + 1}"/>`.repeat(10)}</m>`;
    const levels = Array.from({ length: 12 }, (_, at) => level(at)).join("");
    const bomb = `<op><p href="#0"/></op>${levels}<m id="12">${"x".repeat(100)}</m>`;
    expect(() => expanded(envelope(bomb))).toThrow("too large");
  });

  const half = "x".repeat(maxReferenceGrowth / 2);
  test.each([
    { name: "moved, however deep it stands", refers: '<p href="#0"/>', deep: 20, ok: true },
    { name: "copied once", refers: '<p href="#0"/><p href="#0"/>', deep: 1, ok: true },
    { name: "copied twice", refers: '<p href="#0"/><p href="#0"/><p href="#0"/>', deep: 1, ok: true },
    { name: "copied three times", refers: '<p href="#0"/>'.repeat(4), deep: 1, ok: false },
  ])("may make a message longer by so much: a long text $name", ({ refers, deep, ok }) => {
    const chain = Array.from({ length: deep }, (_, at) => `<m id="${at}"><n href="#${at + 1}"/></m>`).join(
      "",
    );
    const message = envelope(`<op>${refers}</op>${chain}<m id="${deep}">${half}</m>`);
    if (ok) expect(expanded(message).length - message.length).toBeLessThanOrEqual(maxReferenceGrowth);
    else expect(() => expanded(message)).toThrow("too large");
  });

  test("that a reader could not read any more are not followed", () => {
    const eight = (at: number): string => `<m id="${at}">${`<n href="#${at + 1}"/>`.repeat(8)}</m>`;
    const nested = envelope(`<op><p href="#1"/></op>${eight(1)}${eight(2)}<m id="3"/>`);
    const read = (items: number): string => withoutReferences(nested, { limits: { ...serverLimits, items } });
    expect(() => read(60)).toThrow("References make the message too large.");
    expect(read(80)).toContain("<p><n><n></n>");
  });

  test("are followed in as many steps as there are", () => {
    const count = 20_000;
    const refers = Array.from({ length: count }, (_, at) => `<p href="#${at}"/>`).join("");
    const referred = Array.from({ length: count }, (_, at) => `<m id="${at}">v</m>`).join("");
    expect(expanded(envelope(`<op>${refers}</op>${referred}`))).toBe(
      envelope(`<op>${"<p>v</p>".repeat(count)}</op>`),
    );
  });

  const long = "x".repeat(1_000_000);
  test.each([
    ["a long attribute that is not copied", '<p href="#1" t=""/>', `<m id="1" t="${long}"/>`, '<p t=""></p>'],
    [
      "a reference to a long id",
      '<p href="#1"/>',
      `<m id="1"><n href="#${long}"/></m><m id="${long}"/>`,
      "<p><n></n></p>",
    ],
  ])("cost the same however often they copy: %s", (_, refers, referred, copied) => {
    const count = 40_000;
    expect(expanded(envelope(`<op>${refers.repeat(count)}</op>${referred}`))).toBe(
      envelope(`<op>${copied.repeat(count)}</op>`),
    );
  });

  test("ignore the content of an element that refers", () => {
    const inside = '<q href="#2"/>'.repeat(3);
    const body = `<op><p href="#1">${inside}</p><p href="#1"/></op><m id="1"><n href="#2">${inside}</n></m><m id="2">v</m>`;
    expect(expanded(envelope(body))).toBe(envelope("<op><p><n>v</n></p><p><n>v</n></p></op>"));
  });
});
