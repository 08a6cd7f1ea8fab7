import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const folder = "docs/reference";
const index = readFileSync(`${folder}/README.md`, "utf8");
const linked = [...index.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = ""]) => target);

test("the index of the reference names every page once, and no other", () => {
  const pages = readdirSync(folder).filter((file) => file !== "README.md");
  expect(linked.filter((target) => !target.includes("/")).toSorted()).toEqual(pages.toSorted());
  expect(linked.filter((target) => !existsSync(`${folder}/${target}`))).toEqual([]);
});
