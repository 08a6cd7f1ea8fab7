import { test } from "@jest/globals";
import { follow, guideProject } from "./guide-project.js";
import { projectGuides } from "./snippets.js";

const project = guideProject(["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);

test("the programs of messenger-gen print what the guide says", async () => {
  await follow(project, projectGuides.moving);
});
