import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { type Manifest, notesOf, type ReleaseFacts, releaseProblems, versionOf } from "./checks.js";

const sums = "SHA256SUMS";

/** The packages in the order of their dependencies: each is published behind those that it needs. */
const packages = ["runtime", "generator", "host", "generated", "server"] as const;

/** Packages of this project that are installed with one of them. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  generator: ["runtime", "generator"],
  server: ["runtime", "host", "generated", "server"],
};

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1_048_576 });

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function readFacts(): ReleaseFacts {
  return {
    manifests: [".", ...packages, "deploy/docker"].map(manifestOf),
    compose: readFileSync("deploy/docker/compose.yaml", "utf8"),
    changelog: readFileSync("CHANGELOG.md", "utf8"),
    security: readFileSync("SECURITY.md", "utf8"),
    changedFiles: lines(run("git", "status", "--porcelain")),
    tags: lines(run("git", "tag", "--list")),
  };
}

/** Makes a folder, or empties that of a former release. @throws if the folder has other content */
function empty(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const content = readdirSync(folder);
  if (content.length > 0 && !content.includes(sums)) throw new Error(`${folder} is not empty`);
  for (const name of content) rmSync(join(folder, name));
}

/** Packs the packages; returns the names of the files. The build that just ran is packed, so their own scripts are left out. */
function pack(folder: string): readonly string[] {
  return packages.map((name) => {
    const packed = run(
      "npm",
      "pack",
      "--ignore-scripts",
      "--json",
      "--pack-destination",
      folder,
      `./${name}`,
    );
    const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
    return filename;
  });
}

/**
 * Bills of materials in CycloneDX of what npm installs today for the generator, and for the service. `npm sbom` in this project would leave
 * out packages that tests use too.
 */
function writeBills(folder: string, tarballs: readonly string[], version: string): readonly string[] {
  return ["generator", "server"].map((name) => {
    const temporary = mkdtempSync(join(tmpdir(), "messenger-bill-"));
    const { name: subject } = manifestOf(name);
    const project = join(temporary, subject);
    mkdirSync(project);
    const manifest = { name: `${subject}-installed`, version, private: true };
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
    const files = tarballs.map((file) => resolve(folder, file));
    const own = files.filter((_, index) => neededBy[name]?.includes(packages[index] ?? ""));
    const flags = ["--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", project];
    run("npm", "install", ...flags, ...own);
    const bill = `${subject}.cdx.json`;
    const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--prefix", project];
    // Our own packages are named by their files.
    writeFileSync(join(folder, bill), run("npm", ...args).replaceAll(`file:${resolve(folder)}/`, "file:"));
    rmSync(temporary, { recursive: true });
    return bill;
  });
}

/** As `sha256sum` writes and checks them. */
function writeSums(folder: string, files: readonly string[]): void {
  const sums = files.map((file) => {
    const sum = createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
    return `${sum}  ${file}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

function publish(folder: string, tarballs: readonly string[], version: string): void {
  for (const file of tarballs) run("npm", "publish", "--access=public", "--provenance", join(folder, file));
  run("git", "tag", "--annotate", `v${version}`, "--message", `Messenger ${version}`);
}

function release({ dryRun = false, output }: { readonly dryRun?: boolean; readonly output: string }): void {
  const facts = readFacts();
  const version = versionOf(facts);
  const problems = releaseProblems(facts);
  for (const problem of problems) console.error(`not ready to publish: ${problem}`);
  if (problems.length > 0 && !dryRun) {
    process.exitCode = 1;
    return;
  }
  empty(output);
  const tarballs = pack(output);
  writeFileSync(join(output, "notes.md"), `${notesOf(facts.changelog, version)}\n`);
  writeSums(output, [...tarballs, ...writeBills(output, tarballs, version), "notes.md"]);
  for (const file of tarballs) console.log(join(output, file));
  if (dryRun) console.log(`Dry run of ${version}: nothing is published.`);
  else {
    publish(output, tarballs, version);
    console.log(`Published ${version}. Push the tag: git push origin v${version}`);
  }
}

new Command("release")
  .description("Pack the five packages with bills of materials, checksums and notes, and publish them")
  .option("--dry-run", "publish nothing, and only name what a release is not ready for")
  .option("--output <folder>", "folder for the files; its content is replaced", "release")
  .action(release)
  .parse();
