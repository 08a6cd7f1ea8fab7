import { expect, test } from "@jest/globals";
import { checkAction, quotedAction } from "#runtime/bindings/soap-action.js";

const action = "http://example.com/Do It";
const header = "Server did not recognize the value of HTTP Header SOAPAction: ";

const refusal = (soapAction?: string, parameter?: string): string | undefined => {
  try {
    checkAction(action, soapAction, parameter);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ["none", undefined, undefined],
  ["empty", "", undefined],
  ["empty in quotes", '""', ""],
  ["bare", action, undefined],
  ["in quotes", ` "${action}" `, undefined],
  ["percent-encoded", "http://example.com/Do%20It", undefined],
  ["parameter", undefined, action],
  ["both", `"${action}"`, action],
])("accepted: %s", (_case, soapAction, parameter) => {
  expect(refusal(soapAction, parameter)).toBeUndefined();
});

test.each([
  ["another one", '"http://example.com/Other"', undefined, `${header}http://example.com/Other.`],
  ["name only", "Do It", undefined, `${header}Do It.`],
  ["other letters", action.toUpperCase(), undefined, `${header}${action.toUpperCase()}.`],
  ["single quotes", `'${action}'`, undefined, `${header}'${action}'.`],
  ["broken percent", "%zz", undefined, `${header}%zz.`],
  ["long", "x".repeat(90), undefined, `${header}${"x".repeat(64)}....`],
  ["parameter", action, "Nope", "Unable to handle request. The action 'Nope' was not recognized."],
])("refused: %s", (_case, soapAction, parameter, want) => {
  expect(refusal(soapAction, parameter)).toBe(want);
});

test.each([
  ["", '""'],
  ["http://example.com/a", '"http://example.com/a"'],
  ['a "b"\\é', '"a%20%22b%22%5C%C3%A9"'],
  ["a%20b", '"a%20b"'],
])("%s is sent as %s and accepted", (expected, want) => {
  expect(quotedAction(expected)).toBe(want);
  expect(() => {
    checkAction(expected, want, want);
  }).not.toThrow();
});
