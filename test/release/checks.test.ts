import { describe, expect, test } from "@jest/globals";
import { notesOf, type ReleaseFacts, releaseProblems } from "../../tools/release/checks.js";

const places = {
  repository: { url: "git+https://code.test/m.git" },
  bugs: { url: "https://code.test/m/issues" },
};

const ready: ReleaseFacts = {
  manifests: [
    { name: "messenger", version: "1.2.0", private: true },
    { name: "messenger-gen-runtime", version: "1.2.0", ...places },
    {
      ...places,
      name: "messenger-server",
      version: "1.2.0",
      dependencies: { "messenger-gen-runtime": "1.2.0", soap: "^1.0.0" },
    },
  ],
  compose: "services:\n  messenger:\n    image: messenger:1.2.0\n",
  changelog:
    "# Changelog\n\n## 1.2.0 (2030-01-31)\n\n- New.\n\n### Parts\n\n- Others.\n\n## 1.1.0 (2029-12-01)\n\n- Old.\n",
  security: "Write to security@code.test.",
  changedFiles: [],
  tags: ["v1.1.0"],
};

describe("a release is not ready", () => {
  test.each<{
    readonly title: string;
    readonly change: Partial<ReleaseFacts>;
    readonly want: readonly string[];
  }>([
    { title: "never, if all is well", change: {}, want: [] },
    {
      title: "if a package has another version, or needs one",
      change: {
        manifests: [
          { name: "messenger", version: "1.2.0", private: true },
          { name: "messenger-gen-runtime", version: "1.1.9", ...places },
          {
            name: "messenger-server",
            version: "1.2.0",
            ...places,
            dependencies: { "messenger-gen-runtime": "1.1.9" },
          },
        ],
      },
      want: [
        "messenger-gen-runtime has version 1.1.9 instead of 1.2.0",
        "messenger-server depends on messenger-gen-runtime 1.1.9 instead of 1.2.0",
      ],
    },
    {
      title: "if the image has another version",
      change: { compose: "image: messenger:1.2.0-rc1\n" },
      want: ["deploy/docker/compose.yaml does not name the image messenger:1.2.0"],
    },
    {
      title: "if the changelog has no date",
      change: { changelog: "## 1.2.0 (unreleased)\n" },
      want: ['CHANGELOG.md has no heading "## 1.2.0 (YYYY-MM-DD)"'],
    },
    {
      title: "if files are changed",
      change: { changedFiles: [" M README.md", "?? x"] },
      want: ["2 files are changed and not committed"],
    },
    {
      title: "if nobody can find its repository, or report a defect",
      change: {
        manifests: [
          { name: "messenger", version: "1.2.0", private: true },
          { name: "messenger-gen-runtime", version: "1.2.0", bugs: places.bugs },
          { name: "messenger-gen", version: "1.2.0", ...places, bugs: { url: "https://example.com/issues" } },
        ],
        security: "Write to security@example.com.",
      },
      want: [
        "messenger-gen-runtime does not say where its repository is",
        "messenger-gen does not say where its issues are",
        "SECURITY.md does not say where vulnerabilities are reported",
      ],
    },
    { title: "a second time", change: { tags: ["v1.2.0"] }, want: ["the tag v1.2.0 exists already"] },
  ])("$title", ({ change, want }) => {
    expect(releaseProblems({ ...ready, ...change })).toEqual(want);
  });
});

test("the notes are the section of the version", () => {
  expect(notesOf(ready.changelog, "1.2.0")).toBe("- New.\n\n### Parts\n\n- Others.");
  expect(notesOf(ready.changelog, "1.1.0")).toBe("- Old.");
  expect(notesOf(ready.changelog, "1.3.0")).toBe("");
});
