import { describe, expect, test } from "@jest/globals";
import { UndeclaredFault } from "#runtime/index.js";
import { bindings } from "#runtime/host.js";
import { xmlContent } from "#runtime/xml.js";
import { envelopes } from "../greeter.js";

describe("the prefixes in the text of a detail that no operation declares", () => {
  const detail = (version: keyof typeof envelopes, namespaces: Readonly<Record<string, string>>): string => {
    const fault = new UndeclaredFault(xmlContent(["soap:A t:B"], namespaces), "no");
    const [, found = ""] =
      /(<(?:detail|soap:Detail).*)<\/soap:Fault>/s.exec(
        [...bindings[version].encodeFault(fault).body].join(""),
      ) ?? [];
    return found;
  };

  test.each([
    ["soap11", "urn:s", '<detail xmlns:t="urn:t" xmlns:soap="urn:s">soap:A t:B</detail>'],
    [
      "soap12",
      envelopes.soap12,
      `<soap:Detail xmlns:t="urn:t" xmlns:soap="${envelopes.soap12}">soap:A t:B</soap:Detail>`,
    ],
  ] as const)("are declared in %s", (version, soap, markup) => {
    expect(detail(version, { t: "urn:t", soap })).toBe(markup);
  });

  test("are refused where they change the name of the detail itself", () => {
    expect(() => detail("soap12", { t: "urn:t", soap: "urn:s" })).toThrow(RangeError);
  });
});
