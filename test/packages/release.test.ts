import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { packages } from "../linked-packages.js";

const folder = mkdtempSync(join(tmpdir(), "messenger-release-"));
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

function run(output: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const args = ["dist/tools/release/main.js", "--dry-run", "--output", output];
  return spawnSync(process.execPath, args, { encoding: "utf8", timeout: 150_000 });
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

const first = run(folder);

/** A bill of materials needs the descriptions of published packages. */
const isOffline = first.status !== 0 && process.env["MESSENGER_REQUIRE_PEERS"] !== "1";
const title = "a dry run of a release";
const declare = isOffline ? describe.skip : describe;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Pages beside the READMEs that install the packages. */
const guides = ["docs/guides/moving-to-the-generator.md"];

/** Without the packages that others may leave out, and without what npm prints. */
const quick = [
  "--ignore-scripts",
  "--omit=optional",
  "--omit=peer",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
];

/** The commands of a page that install packages, without `npm`. */
function installations(page: string): readonly string[] {
  const commands = page.replaceAll(/\\\n\s*/gu, "").matchAll(/^npm (install .*)$/gmu);
  return Array.from(commands, ([, command = ""]) => command);
}

const tarballs = ["runtime", "client", "gen", "gen-host", "server"].map((name) =>
  name === "runtime" ? `messenger-gen-runtime-${version}.tgz` : `messenger-${name}-${version}.tgz`,
);

declare(isOffline ? `${title}: left out, npm cannot install packages here` : title, () => {
  test("ends well", () => {
    expect(first).toMatchObject({ status: 0 });
  });

  test("packs the five packages, with bills of materials and notes", () => {
    expect(readdirSync(folder).sort()).toEqual(
      ["SHA256SUMS", "messenger-gen.cdx.json", "messenger-server.cdx.json", "notes.md", ...tarballs].sort(),
    );
    expect(read("notes.md")).toContain("### `messenger-gen`");
  });

  test.each(["README.md", ...Object.values(packages).map((path) => join(path, "README.md"))])(
    "has the tarballs that %s installs",
    (readme) => {
      const named = readFileSync(readme, "utf8").match(/messenger-[a-z-]+-\d[\w.-]*\.tgz/gu) ?? [];
      expect(named).not.toEqual([]);
      expect(named.filter((name) => !tarballs.includes(name))).toEqual([]);
    },
  );

  test.each([...Object.values(packages).map((path) => join(path, "README.md")), ...guides])(
    "is installed by the commands of %s, in their order",
    (page) => {
      const commands = installations(readFileSync(page, "utf8"));
      expect(commands).not.toEqual([]);
      const project = mkdtempSync(join(tmpdir(), "messenger-installs-"));
      writeFileSync(join(project, "package.json"), "{}\n");
      for (const command of commands) {
        const given = [...command.replaceAll("./release", folder).split(/\s+/u), ...quick];
        const { status, stderr } = spawnSync("npm", given, { encoding: "utf8", cwd: project });
        expect({ command, status, stderr: status === 0 ? "" : stderr }).toEqual({
          command,
          status: 0,
          stderr: "",
        });
      }
      rmSync(project, { recursive: true });
    },
  );

  test("runs the generator as the README says", () => {
    const line =
      /^npx (?<args>--package .*)$/mu.exec(readFileSync("README.md", "utf8"))?.groups?.["args"] ?? "";
    const args = line
      .replaceAll("./release", folder)
      .replace("service.wsdl", resolve("schema/messenger.wsdl"));
    const given = ["--yes", "--prefer-offline", ...args.split(" "), "--dry-run"];
    const { status, stdout, stderr } = spawnSync("npx", given, {
      encoding: "utf8",
      cwd: tmpdir(),
      timeout: 150_000,
    });
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("client.ts");
  });

  test("writes checksums of all files", () => {
    const sums = read("SHA256SUMS").trimEnd().split("\n");
    expect(sums).toHaveLength(readdirSync(folder).length - 1);
    for (const line of sums) {
      const [sum, name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ).toBe(sum);
    }
  });

  test.each([
    {
      bill: "messenger-server.cdx.json",
      has: ["soap", "pino", "messenger-gen-host"],
      hasNot: ["jest", "ts-morph", "express"],
    },
    {
      bill: "messenger-gen.cdx.json",
      has: ["ts-morph", "commander", "handlebars"],
      hasNot: ["jest", "pino"],
    },
  ])("lists in $bill what is installed with it", ({ bill, has, hasNot }) => {
    const { bomFormat, components } = JSON.parse(read(bill)) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(read(bill)).not.toContain(folder);
    expect(bomFormat).toBe("CycloneDX");
    expect(names).toEqual(expect.arrayContaining(has));
    expect(names.filter((name) => hasNot.includes(name))).toEqual([]);
  });

  test("leaves a folder with other content as it is", () => {
    const other = mkdtempSync(join(tmpdir(), "messenger-other-"));
    writeFileSync(join(other, "letter.txt"), "mine");
    expect(run(other)).toMatchObject({ status: 1, stderr: expect.stringContaining("is not empty") });
    expect(readdirSync(other)).toEqual(["letter.txt"]);
    rmSync(other, { recursive: true });
  });
});
