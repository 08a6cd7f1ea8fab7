import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { guideProject } from "./guide-project.js";
import { projectGuides, snippetsOf } from "./snippets.js";

const project = guideProject(["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
let mock: RunningMock | undefined;

afterAll(async () => {
  await mock?.close();
});

test("the files and commands of the guide, in their order, print what it says", async () => {
  let printed = "";
  for (const snippet of snippetsOf(projectGuides.generatorInAProject)) {
    const { language, attributes, text } = snippet;
    const isFile = project.write(snippet);
    const wsdl = "shop.wsdl";
    if (attributes.get("file") === wsdl) mock = await startMock(join(project.folder, wsdl), {}, 0);
    // That of a program with packages of others: `test/interop`.
    if (isFile || attributes.has("printed")) continue;
    if (language === "sh") printed = await project.shell(text, { SHOP_URL: mock?.url });
    else if (language === "text") expect(printed).toBe(text);
    else expect(language).toBe("js");
  }
});
