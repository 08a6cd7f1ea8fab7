import { test } from "@jest/globals";
import { follow, guideProject } from "./guide-project.js";
import { projectGuides } from "./snippets.js";

const project = guideProject(["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);

test("the files and commands of the guide, in their order, print what it says", async () => {
  await follow(project, projectGuides.generatorInAProject);
});
