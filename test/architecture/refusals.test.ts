import { describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { sourceFiles } from "./source-files.js";

const files = sourceFiles("server");

/** What a face says about refusals, and who may import it. */
const faces = [
  { texts: "server/faces/contract/result-texts.ts", by: ["server/faces/contract/", "server/server.ts"] },
  { texts: "server/faces/json/refusals.ts", by: ["server/faces/json/"] },
  { texts: "server/faces/json/problems.ts", by: ["server/faces/json/"] },
  { texts: "server/faces/smpp/statuses.ts", by: ["server/faces/smpp/"] },
  { texts: "server/faces/portal/refusals.ts", by: ["server/faces/portal/"] },
  { texts: "server/admin/refusal-words.ts", by: ["server/admin/", "server/faces/web/"] },
];

/** What an action has done is a text of the command; titles are those of its own page. */
const ofResults = /^(?:text|title)$/u;

function isOfResult(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return ts.isIdentifier(node.name) && ofResults.test(node.name.text);
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)
    ? /text/iu.test(node.name?.getText() ?? "")
    : (node.parent as ts.Node | undefined) !== undefined && isOfResult(node.parent);
}

/** Texts in which a customer is a part of the text: no face can write its name. */
function namedInText(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isTagged = (node.parent as ts.Node | undefined) && ts.isTaggedTemplateExpression(node.parent);
    if (ts.isTemplateExpression(node) && isTagged !== true && !isOfResult(node)) {
      const before = [node.head.text, ...node.templateSpans.slice(0, -1).map(({ literal }) => literal.text)];
      if (before.some((part) => /\bcustomer $/iu.test(part))) found.push(`${path}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  return found;
}

describe("refusals", () => {
  test.each(faces)("no other face imports $texts", ({ texts, by }) => {
    const importers = files.filter(({ imports }) => imports.some(({ target }) => target === texts));
    expect(importers.length).toBeGreaterThan(0);
    const others = importers
      .map(({ path }) => path)
      .filter((path) => !by.some((own) => path.startsWith(own)));
    expect(others).toEqual([]);
  });

  test("are names: only the face of the contract has sentences of Results", () => {
    const codes = /^[0-9]{3}\.[0-9] (?:FAILURE )?/;
    const sentences = [
      ...Object.values(resultTexts).map((text) => text.replace(codes, "")),
      "The action you requested cannot be performed",
      "Keep alive is not activated",
    ];
    const wrong = files
      .filter(({ path }) => !path.startsWith("server/faces/contract/"))
      .flatMap(({ path, text }) =>
        sentences.filter((sentence) => text.includes(sentence)).map((sentence) => `${path}: ${sentence}`),
      );
    expect(wrong).toEqual([]);
  });

  test("have their customers as parameters", () => {
    const actions = files.filter(({ path }) => /^server\/(?:actions|admin)\//u.test(path));
    const found = actions.flatMap(({ path, text }) => namedInText(path, text));
    expect(found).toEqual([]);
    const wrong =
      "throw new Refusal(`customer ${id} is not held`); expectDone(x, { thing: `number of customer ${id}` });";
    expect(namedInText("a.ts", `${wrong} const row = { text: \`customer \${id} released\` };`)).toHaveLength(
      2,
    );
  });
});
