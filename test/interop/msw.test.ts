/** The mocks of the guide in MSW, as npm has it. */
import { expect } from "@jest/globals";
import { projectGuides, snippetsOf } from "../docs/snippets.js";
import { runGenerator } from "../generator/command.js";
import {
  compileProject,
  frameworkProject,
  guideFiles,
  printedBy,
  testWithFrameworks,
} from "./framework-project.js";

/** What the program of the guide prints. */
function printedInGuide(): string | undefined {
  const snippets = snippetsOf(projectGuides.generatorInAProject);
  return snippets.find(({ attributes }) => attributes.get("printed") === "msw")?.text;
}

const types = `
import { setupServer } from "msw/node";
import { mockShop } from "./mocked/mocks.js";

const shop = mockShop({ findItem: ({ code }) => ({ $content: [{ name: "Item", value: { name: code, price: 1 } }] }) });
setupServer(...shop.handlers, ...mockShop({}, { url: "https://example.com/Shop" }).handlers);
// @ts-expect-error: an output of another operation
mockShop({ findItem: () => ({ number: "1" }) });
`;

testWithFrameworks("MSW answers fetch in the place of a service, by the mocks of the guide", async () => {
  const folder = frameworkProject({
    files: { ...guideFiles(), "types.ts": types },
    packages: ["messenger-gen-runtime"],
    frameworks: ["msw"],
  });
  const options = ["--out", "mocked", "--mocks", "msw", "--values", "plain"];
  expect(await runGenerator(folder, "shop.wsdl", ...options)).toMatchObject({ code: 0, stderr: "" });
  await compileProject(folder);
  expect(await printedBy(folder, "msw.mjs")).toBe(printedInGuide());
});
