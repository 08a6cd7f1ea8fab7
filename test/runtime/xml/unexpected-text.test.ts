import { describe, expect, test } from "@jest/globals";
import type { ReaderOptions } from "#runtime/xml/reader-options.js";
import { placeOf } from "#runtime/xml/errors.js";
import { mixedChild } from "#runtime/xml/read-content.js";
import type { XmlReader } from "#runtime/xml/reader.js";
import { string } from "#runtime/xsd/primitives.js";
import { errorOf, reading, verdict } from "./reading.js";

/** Reads the texts of `a` and `b`; skips other elements. */
function readTexts(r: XmlReader): string[] {
  const found: string[] = [];
  while (r.child()) {
    if (r.name === "a" || r.name === "b") found.push(r.value(string, undefined) ?? "");
    else r.skip();
  }
  return found;
}

const texts = (content: string, options?: ReaderOptions): string[] =>
  reading(`<User>${content}</User>`, readTexts, options);

const [a, b] = ["<a>1</a>", "<b>2</b>"];

describe("text between the elements of a type that is not mixed", () => {
  test.each([
    ["before the first one", `text ${a}${b}`, "text"],
    ["between two", `${a}and ${b}`, "and"],
    ["behind the last one", `${a}${b}\n  end `, "end"],
    ["a reference", `${a}&amp;${b}`, "&"],
    ["a CDATA section", `${a} <![CDATA[more]]>${b}`, "more"],
    ["behind a comment", `${a}<!-- --> on${b}`, "on"],
    ["alone", "text", "text"],
  ])("is refused: %s", (_, content, text) => {
    const error = errorOf(() => texts(content));
    expect([error.code, error.path]).toEqual(["UnexpectedText", "User"]);
    expect(error.message).toBe(`User has the text "${text}" where only elements may be.`);
  });

  test.each([
    ["white space", `\n ${a}\t${b}\r\n`],
    ["references to white space", `&#32;${a}&#xA;${b}`],
    ["CDATA sections of white space", `<![CDATA[ ]]>${a}<![CDATA[]]>${b}`],
    ["comments and processing instructions", `<!--x-->${a}<?x y?> ${b}<!--x--> `],
    ["text in elements that are skipped", `${a}<c>x<d>y</d>z</c>${b}`],
  ])("may be %s", (_, content) => {
    expect(texts(content)).toEqual(["1", "2"]);
  });

  test("is refused behind tags that were read before", () => {
    for (let count = 0; count < 5; count++) texts(a + b);
    for (const content of [`${a}x${b}`, `${a}${b}x`, `x${a}${b}`])
      expect(verdict(() => texts(content))).toBe("UnexpectedText");
  });

  test("is refused at its place", () => {
    const error = errorOf(() => texts(`\n ${a}\n  text\n`));
    expect(placeOf(error)).toBe("line 3, column 3");
  });

  test("is skipped in lenient reading", () => {
    const content = `x ${a}&amp;<!-- --><![CDATA[more]]>${b} z`;
    expect(texts(content, { lenient: true })).toEqual(["1", "2"]);
  });

  test("is content of a mixed type", () => {
    const content: unknown[] = [];
    reading(`<User>x ${a}y${b}</User>`, (r) => {
      while (mixedChild(r, content)) r.skip();
    });
    expect(content).toEqual(["x ", "y"]);
  });
});
