import { readdirSync } from "node:fs";
import { join } from "node:path";

const folders = ["bench", "docs", "examples", "generated", "schema"];

/** The pages of the project in Markdown: what a reader of the repository sees. */
export const pages: readonly string[] = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["generator", "mutations", "faces/smpp"].map((name) => `test/${name}/README.md`),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(folder, file)),
  ),
];
