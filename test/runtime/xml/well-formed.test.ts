import { describe, expect, test } from "@jest/globals";
import { textOf } from "#runtime/xml/content.js";
import { readDocument, verdict } from "./reading.js";

const astralName = "\u{10400}";
const namespaces = 'xmlns:a="urn:a" xmlns:b="urn:a"';

const accepted: readonly string[] = [
  "<a/>",
  "<a />",
  "<a></a >",
  " \n\t<a/> \n",
  '<?xml version="1.0"?><a/>',
  "<?xml version='1.0' encoding='utf-16' standalone='yes' ?><a/>",
  '<?xml version="1.7"?><a/>',
  "<!-- a --><?pi?><a/><!-- b --><?pi data ? > ?>",
  "<a>]]</a>",
  "<a>></a>",
  "<a>x<!-- < & ]]> -->y</a>",
  "<a><![CDATA[]]]]><![CDATA[>]]></a>",
  "<a><![CDATA[<!DOCTYPE a>]]></a>",
  "<a b='\"' c=\"'\"/>",
  "<a b='>' />",
  "<a b='x'\n c\t=\n'y'/>",
  `<${astralName} ${astralName}="1"/>`,
  "<a.-_9\u00b7/>",
  "<é:ü xmlns:é='urn:a'/>",
  "<a xml:lang='en' xml:anything=''/>",
  "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
  `<a ${namespaces} a:x='1' b:y='1' x='1'/>`,
  "<a xmlns='urn:a'><b xmlns=''/></a>",
  "<p:a xmlns:p='urn:a'><p:b/></p:a>",
  "<a xmlns:p='urn:a' xmlns:q='urn:b'><b xmlns:p='urn:b' p:x='1'/></a>",
  "<a>\u0009\u000a\u000d\u0085\u00a0\ud7ff\ue000\ufffd\u{10ffff}</a>",
  "<a>&#9;&#xA;&#xd;&#x10FFFF;&#0000000065;&lt;&gt;&amp;&quot;&apos;</a>",
  "<a><?xml-stylesheet x?></a>",
];

const refused: readonly (readonly [code: string, document: string])[] = [
  ["Malformed", ""],
  ["Malformed", "   "],
  ["Malformed", "text"],
  ["Malformed", "<"],
  ["Malformed", "<a"],
  ["Malformed", "<a>"],
  ["Malformed", "<a/"],
  ["Malformed", "<a/ >"],
  ["Malformed", "< a/>"],
  ["Malformed", "<a></ a>"],
  ["Malformed", "<a></a"],
  ["Malformed", "<a></b>"],
  ["Malformed", "<a></ab>"],
  ["Malformed", "<ab></a>"],
  ["Malformed", "<a></A>"],
  ["Malformed", "<a><b></a></b>"],
  ["Malformed", "<a></a></a>"],
  ["Malformed", "<a/><b/>"],
  ["Malformed", "<a/>text"],
  ["Malformed", "text<a/>"],
  ["Malformed", "<a/>&#32;"],
  ["Malformed", "<a/><![CDATA[]]>"],
  ["Malformed", "<1a/>"],
  ["Malformed", "<-a/>"],
  ["Malformed", "<a\u00d7/>"],
  ["Malformed", "<a/b/>"],
  ["Malformed", "<a b/>"],
  ["Malformed", "<a b=/>"],
  ["Malformed", "<a b=c/>"],
  ["Malformed", "<a b='c/>"],
  ["Malformed", "<a b='<'/>"],
  ["Malformed", "<a b='x'c='y'/>"],
  ["Malformed", "<a b='1' b='2'/>"],
  ["Malformed", `<a ${namespaces} a:x='1' b:x='1'/>`],
  ["Malformed", "<a b='&'/>"],
  ["Malformed", "<a>&</a>"],
  ["Malformed", "<a>& b;</a>"],
  ["Malformed", "<a>&lt</a>"],
  ["Malformed", "<a>&#;</a>"],
  ["Malformed", "<a>&#x;</a>"],
  ["Malformed", "<a>&#12</a>"],
  ["Malformed", "<a>&#X41;</a>"],
  ["Malformed", "<a>&#4a;</a>"],
  ["Malformed", "<a>]]></a>"],
  ["Malformed", "<a>x &amp; ]]></a>"],
  ["Malformed", "<a><b/>]]></a>"],
  ["Malformed", "<!-- a -- b --><a/>"],
  ["Malformed", "<!-- a ---><a/>"],
  ["Malformed", "<!-- a"],
  ["Malformed", "<!-a--><a/>"],
  ["Malformed", "<a><![CDATA[</a>"],
  ["Malformed", "<a><![cdata[]]></a>"],
  ["Malformed", "<a><!ELEMENT b></a>"],
  ["Malformed", "<??><a/>"],
  ["Malformed", "<?a"],
  ["Malformed", "<?a><a/>"],
  ["Malformed", "<? a?><a/>"],
  ["Malformed", "<?a:b?><a/>"],
  ["Malformed", "<?a+b?><a/>"],
  ["Malformed", '\n<?xml version="1.0"?><a/>'],
  ["Malformed", '<!-- --><?xml version="1.0"?><a/>'],
  ["Malformed", '<a><?xml version="1.0"?></a>'],
  ["Malformed", '<a/><?xml version="1.0"?>'],
  ["Malformed", "<?XML version='1.0'?><a/>"],
  ["Malformed", "<?xml?><a/>"],
  ["Malformed", "<?xml ?><a/>"],
  ["Malformed", "<?xml encoding='utf-8'?><a/>"],
  ["Malformed", "<?xml encoding='utf-8' version='1.0'?><a/>"],
  ["Malformed", "<?xml version='1.0' standalone='yes' encoding='utf-8'?><a/>"],
  ["Malformed", "<?xml version='1.0' standalone='maybe'?><a/>"],
  ["Malformed", "<?xml version='1.0' encoding=''?><a/>"],
  ["Malformed", "<?xml version='1.0'encoding='utf-8'?><a/>"],
  ["Malformed", "<?xml version='2.0'?><a/>"],
  ["Malformed", "<?xml version=1.0?><a/>"],
  ["Malformed", "<?xml version='1.0'><a/>"],
  ["Malformed", "\ufeff<a/>"],
  ["Doctype", "<!DOCTYPE a><a/>"],
  ["Doctype", "<?xml version='1.0'?>\n<!-- --><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
  ["Doctype", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'"],
  ["Doctype", "<a><!DOCTYPE a></a>"],
  ["UndeclaredEntity", "<a>&nbsp;</a>"],
  ["UndeclaredEntity", "<a b='&copy;'/>"],
  ["UndeclaredEntity", "<a>&LT;</a>"],
  ["UndeclaredEntity", "<a>&__proto__;</a>"],
  ["UndeclaredEntity", "<a>&constructor;</a>"],
  ["ForbiddenCharacter", "<a>\u0000</a>"],
  ["ForbiddenCharacter", "<a b='\u0001'/>"],
  ["ForbiddenCharacter", "<a xmlns='\u0001'/>"],
  ["ForbiddenCharacter", "<a><!-- \u0008 --></a>"],
  ["ForbiddenCharacter", "<a><![CDATA[\u000b]]></a>"],
  ["ForbiddenCharacter", "<a><?b \u001f?></a>"],
  ["ForbiddenCharacter", "<a>\ufffe</a>"],
  ["ForbiddenCharacter", "<a>\uffff</a>"],
  ["ForbiddenCharacter", "<a>\ud800</a>"],
  ["ForbiddenCharacter", "<a>\ud800\ud800\udc00</a>"],
  ["ForbiddenCharacter", "<a>\udc00\ud800</a>"],
  ["ForbiddenCharacter", "<a>&#0;</a>"],
  ["ForbiddenCharacter", "<a>&#x1F;</a>"],
  ["ForbiddenCharacter", "<a>&#xD800;</a>"],
  ["ForbiddenCharacter", "<a>&#xFFFE;</a>"],
  ["ForbiddenCharacter", "<a>&#x110000;</a>"],
  ["ForbiddenCharacter", "<a>&#99999999999999999999999999;</a>"],
  ["Namespace", "<p:a/>"],
  ["Namespace", "<a p:b='1'/>"],
  ["Namespace", "<a><b xmlns:p='urn:a'/><p:c/></a>"],
  ["Namespace", "<xmlns:a xmlns:xmlns='urn:a'/>"],
  ["Namespace", "<xmlns:a/>"],
  ["Namespace", "<a xmlns:p=''/>"],
  ["Namespace", "<a xmlns:xml='urn:a'/>"],
  ["Namespace", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>"],
  ["Namespace", "<a xmlns='http://www.w3.org/XML/1998/namespace'/>"],
  ["Namespace", "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>"],
  ["Namespace", "<a xmlns='http://www.w3.org/2000/xmlns/'/>"],
  ["Namespace", "<a xmlns:p='urn:a' xmlns:p='urn:b'/>"],
  ["Namespace", "<a xmlns='urn:a' xmlns='urn:a'/>"],
  ["Malformed", "<a:b:c xmlns:a='urn:a'/>"],
  ["Malformed", "<:a/>"],
  ["Malformed", "<a:/>"],
  ["Malformed", "<a :b='1'/>"],
];

describe("well-formed documents", () => {
  test.each(accepted.map((document) => [document]))("%j is read", (document) => {
    expect(verdict(() => readDocument(document))).toBe("accepted");
  });

  test.each(refused)("%s: %j", (code, document) => {
    expect(verdict(() => readDocument(document))).toBe(code);
  });

  test("the verdict does not depend on what was read before", () => {
    for (const [code, document] of [...refused, ...refused.toReversed()]) {
      readDocument("<a xmlns='urn:a'><b>x</b><c>y</c></a>");
      expect(verdict(() => readDocument(document))).toBe(code);
    }
  });

  test.each([
    ["<a>a\r\nb\rc\nd</a>", "a\nb\nc\nd"],
    ["<a>&#13;&#xD;&#10;</a>", "\r\r\n"],
    ["<a>&amp;lt;</a>", "&lt;"],
    ["<a>x<![CDATA[ <&amp;> ]]>y</a>", "x <&amp;> y"],
    ["<a>1<!-- 2 -->3<?p 4?>5</a>", "135"],
    ["<a> \t\n </a>", " \t\n "],
    ["<a>\u{1f600}&#x1F600;</a>", "\u{1f600}\u{1f600}"],
  ])("text of %j", (document, text) => {
    expect(textOf(readDocument(document))).toBe(text);
  });

  test.each([
    ["<a b=' x\t\ny\r\nz '/>", " x  y z "],
    ["<a b='&#9;&#10;&#13;&#32;'/>", "\t\n\r "],
    ["<a b='&lt;&amp;&apos;&quot;'/>", "<&'\""],
    ["<a b='a\t&amp;\tb'/>", "a & b"],
    ['<a b="\'&#x41;"/>', "'A"],
  ])("attribute of %j", (document, value) => {
    const [element] = readDocument(`<r>${document}</r>`);
    expect(typeof element === "object" && element.attributes).toEqual([{ namespace: "", name: "b", value }]);
  });
});
