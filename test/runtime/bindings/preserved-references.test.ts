import { describe, expect, test } from "@jest/globals";
import { preservedReferences } from "#runtime/bindings/preserved-references.js";

import { xsi } from "../interceptors/departing.js";
describe("preserved references of WCF", () => {
  const z = 'xmlns:z="http://schemas.microsoft.com/2003/10/Serialization/"';
  const instance = "http://www.w3.org/2001/XMLSchema-instance";
  const body = (content: string): string => `<e ${z} ${xsi}>${content}</e>`;
  test.each([
    ["a reference", '<a z:Id="1"><s>S</s></a><b z:Ref="1"/>', '<a z:Id="1"><s>S</s></a><b><s>S</s></b>'],
    [
      "that is nil",
      '<a z:Id="1"><s>S</s></a><b i:nil="true" z:Ref="1"/>',
      '<a z:Id="1"><s>S</s></a><b><s>S</s></b>',
    ],
    [
      "with the type of the object",
      '<a z:Id="1" i:type="T">x</a><b z:Ref="1" i:nil="1"></b>',
      '<a z:Id="1" i:type="T">x</a><b i:type="T">x</b>',
    ],
    ["to a text", '<a z:Id="i2">A</a><b z:Ref="i2"/>', '<a z:Id="i2">A</a><b>A</b>'],
    [
      "in an object",
      '<a z:Id="1"><c z:Id="2">C</c></a><b z:Id="3"><c z:Ref="2"/></b><d z:Ref="3"/>',
      '<a z:Id="1"><c z:Id="2">C</c></a><b z:Id="3"><c>C</c></b><d><c>C</c></d>',
    ],
    [
      "to the last one of two with the id",
      '<p><a z:Id="1">A</a><b z:Ref="1"/></p><q><a z:Id="1">B</a><b z:Ref="1"/></q>',
      '<p><a z:Id="1">A</a><b>A</b></p><q><a z:Id="1">B</a><b>B</b></q>',
    ],
    [
      "nil of an element that refers to none stays",
      '<a z:Id="1">A</a><b i:nil="true"/><c z:Ref="1"/>',
      '<a z:Id="1">A</a><b i:nil="true"/><c>A</c>',
    ],
    [
      "to a nil object",
      '<a z:Id="1" i:nil="true"/><b i:nil="true" z:Ref="1"/>',
      '<a z:Id="1" i:nil="true"/><b i:nil="true"></b>',
    ],
    [
      "that is not nil, to a nil object",
      '<a i:nil="1" z:Id="1"></a><b z:Ref="1"/>',
      '<a i:nil="1" z:Id="1"></a><b i:nil="1"></b>',
    ],
    [
      "to a nil object, with another prefix",
      `<a z:Id="1" i:nil="true"/><b xmlns:x="${instance}" z:Ref="1" x:nil="true"/>`,
      `<a z:Id="1" i:nil="true"/><b xmlns:x="${instance}" i:nil="true"></b>`,
    ],
    [
      "to a nil object with a type",
      '<a i:type="T" i:nil="true" z:Id="1"/><b z:Ref="1" i:nil="true"/>',
      '<a i:type="T" i:nil="true" z:Id="1"/><b i:type="T" i:nil="true"></b>',
    ],
    [
      "of several items to a nil object",
      '<l><a z:Id="1" i:nil="true"/><a z:Ref="1" i:nil="true"/><a z:Ref="1"/></l>',
      '<l><a z:Id="1" i:nil="true"/><a i:nil="true"></a><a i:nil="true"></a></l>',
    ],
    [
      "to a nil object and to another one",
      '<a z:Id="1" i:nil="true"/><c z:Id="2">C</c><b i:nil="true" z:Ref="2"/><b i:nil="true" z:Ref="1"/>',
      '<a z:Id="1" i:nil="true"/><c z:Id="2">C</c><b>C</b><b i:nil="true"></b>',
    ],
    [
      "to an object in which a member is nil",
      '<a z:Id="1"><s z:Id="2" i:nil="true"/></a><b i:nil="true" z:Ref="1"/><s i:nil="true" z:Ref="2"/>',
      '<a z:Id="1"><s z:Id="2" i:nil="true"/></a><b><s z:Id="2" i:nil="true"/></b><s i:nil="true"></s>',
    ],
    ["an attribute Ref of another namespace", '<a Id="1">A</a><b Ref="1"/>', '<a Id="1">A</a><b Ref="1"/>'],
  ])("%s", (_title, given, want) => {
    expect(preservedReferences(body(given), {})).toBe(body(want));
  });

  test.each([
    ["a circle", '<a z:Id="1"><b z:Ref="1"/></a>', /circle/],
    ["nothing with the id", '<a z:Id="1">A</a><b z:Ref="2"/>', /Nothing has the id/],
    ["growth", `<a z:Id="1">${"x".repeat(100_000)}</a>${'<b z:Ref="1"/>'.repeat(60)}`, /too large/],
  ])("%s is refused", (_title, given, want) => {
    expect(() => preservedReferences(body(given), {})).toThrow(want);
  });
});
