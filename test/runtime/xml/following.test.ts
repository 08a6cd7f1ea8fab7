import { describe, expect, test } from "@jest/globals";
import { element } from "#runtime/xml/content.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { writeNil } from "#runtime/xml/nillable.js";
import { writeElement } from "#runtime/xml/write-content.js";

describe("after an element with a text there is", () => {
  test.each<[string, (w: XmlWriter) => void]>([
    [
      "<c>2</c>",
      (w) => {
        w.text("c", "2");
      },
    ],
    [
      "<b>2</b>",
      (w) => {
        w.text("b", "2");
      },
    ],
    [
      "<d />",
      (w) => {
        w.text("d", "");
      },
    ],
    [
      '<n xsi:nil="true" />',
      (w) => {
        writeNil(w, "n");
      },
    ],
    [
      "t&amp;",
      (w) => {
        w.characters("t&");
      },
    ],
    [
      "<x />",
      (w) => {
        w.raw("<x />");
      },
    ],
    [
      "",
      (w) => {
        w.raw("");
      },
    ],
    [
      '<o k="v">3</o>',
      (w) => {
        w.open("o");
        w.attribute("k", "v");
        w.characters("3");
        w.close("o");
      },
    ],
    [
      "<o><b>4</b></o>",
      (w) => {
        w.open("o");
        w.text("b", "4");
        w.close("o");
      },
    ],
    [
      '<e xmlns="urn:e" />',
      (w) => {
        writeElement(w, element("e", [], { namespace: "urn:e" }));
      },
    ],
  ])("%s", (want, write) => {
    for (const end of ["", "<b>5</b>"]) {
      const w = new XmlWriter();
      w.open("a");
      w.text("b", "1");
      write(w);
      if (end !== "") w.text("b", "5");
      w.close("a");
      expect(w.toString()).toBe(`<a><b>1</b>${want}${end}</a>`);
    }
  });
});
