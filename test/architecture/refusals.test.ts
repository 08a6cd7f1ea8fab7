import { describe, expect, test } from "@jest/globals";
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
});
