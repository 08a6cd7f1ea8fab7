import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const folder = "docs/reference";
const index = readFileSync(`${folder}/README.md`, "utf8");
const linked = [...index.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = ""]) => target);

test("the reference index links every page exactly once", () => {
  const pages = readdirSync(folder).filter((file) => file !== "README.md");
  expect(linked.filter((target) => !target.includes("/")).toSorted()).toEqual(pages.toSorted());
  expect(linked.filter((target) => !existsSync(`${folder}/${target}`))).toEqual([]);
});
