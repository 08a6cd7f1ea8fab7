import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "@jest/globals";
import { snippetsOf } from "../docs/snippets.js";
import { type PackageName, packages } from "../linked-packages.js";
import { manifestProblems, testWithChecks, typeProblems } from "./package-checks.js";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "messenger-packages-"));
const names = Object.keys(packages) as PackageName[];

/** The packages as they would be published, by name. */
const tarballs = new Map<PackageName, string>();
for (const name of names) {
  // Without its script, which would compile again under the tests that run now.
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: packages[name] });
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  tarballs.set(name, join(folder, packed?.filename ?? ""));
}

/** Installs packages of this project into an empty one; returns the names of all installed packages. */
async function install(project: string, wanted: readonly PackageName[]): Promise<readonly string[]> {
  const path = join(folder, project);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), '{ "type": "module", "private": true }\n');
  const files = wanted.map((name) => tarballs.get(name) ?? "");
  const flags = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...flags, ...files], { cwd: path });
  const folders = readdirSync(join(path, "node_modules")).filter((name) => !name.startsWith("."));
  return folders
    .flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(path, "node_modules", name)).map((each) => `${name}/${each}`)
        : name,
    )
    .sort();
}

/** Whether published packages are available: checked with the smallest. */
const offline = await install("probe", ["messenger-gen-runtime", "messenger-gen-host"]).then(
  () => undefined,
  (error: unknown) => String(error),
);

/** A test that installs packages of others. */
function testOnline(title: string, body: () => Promise<void>): void {
  if (offline === undefined) test(title, body);
  else if (process.env["MESSENGER_REQUIRE_PEERS"] === "1")
    test(title, () => {
      throw new Error(offline);
    });
  else {
    const leftOut = test.skip;
    leftOut(`${title}: left out, npm cannot install packages here`, body);
  }
}

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(names)("the package %s", (name) => {
  testWithChecks("has a manifest that publint finds nothing wrong with", async () => {
    expect(await manifestProblems(tarballs.get(name) ?? "")).toEqual([]);
  });

  testWithChecks("has types that every resolution of modules finds", async () => {
    expect(await typeProblems(tarballs.get(name) ?? "")).toEqual([]);
  });

  test("contains no source, test or build file, but its license and README", async () => {
    const { stdout } = await run("tar", ["-tf", tarballs.get(name) ?? ""]);
    const files = stdout.trim().split("\n");
    expect(files).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md"]));
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.map$|tsbuildinfo|\.test\.|tsconfig/.test(file))).toEqual(
      [],
    );
  });
});

testOnline("the client depends on the runtime and nothing else", async () => {
  expect(await install("client", ["messenger-client", "messenger-gen-runtime"])).toEqual([
    "messenger-client",
    "messenger-gen-runtime",
  ]);
});

testOnline("the generator depends on neither the host nor the service", async () => {
  const brought = await install("generator", ["messenger-gen", "messenger-gen-runtime"]);
  expect(brought).toEqual(expect.arrayContaining(["messenger-gen", "ts-morph"]));
  expect(brought.filter((name) => /^(soap|pino|zod|better-sqlite3)$/.test(name))).toEqual([]);
});

testOnline("the host depends on neither the generator nor the service", async () => {
  const brought = await install("host", ["messenger-gen-host", "messenger-gen-runtime"]);
  expect(brought).toEqual(expect.arrayContaining(["messenger-gen-host", "soap"]));
  expect(brought.filter((name) => /^(ts-morph|fast-xml-parser|pino|zod|better-sqlite3)$/.test(name))).toEqual(
    [],
  );
});

const settings = {
  compilerOptions: {
    ...{ target: "es2023", lib: ["es2023", "dom"], module: "nodenext", strict: true, outDir: "dist" },
    ...{
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ["node"],
      skipLibCheck: true,
    },
  },
  include: ["**/*.ts"],
};

/** Output of the programs of the READMEs, in their order. */
const printed = {
  "values.ts": "0.10 2026-01-31T12:00:00Z 0f8fad5b-d9cb-469f-a165-70867728950e\n",
  "greet.ts": "Hello, Ada!\n",
  "generate.ts": "0\n",
  "serve.ts": "Hello, Ada!\n200\n",
  "hooks.ts": "Hello, Ada!\n401\n",
  "pieces.ts": "Hello, Bob!\n",
  "service.ts": "OK\n",
};

testOnline("the snippets of the READMEs compile and run where the packages are installed", async () => {
  await install("all", names);
  const project = join(folder, "all");
  symlinkSync(resolve("node_modules/better-sqlite3"), join(project, "node_modules/better-sqlite3"));
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  symlinkSync(resolve("node_modules/@types/node"), join(project, "node_modules/@types/node"));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(settings));
  const snippets = names.flatMap((name) => snippetsOf(join(packages[name], "README.md")));
  for (const { attributes, text } of snippets) {
    const file = attributes.get("file");
    if (file !== undefined) writeFileSync(join(project, file), text);
  }
  const isCommand = ({ language, text }: (typeof snippets)[number]): boolean =>
    language === "sh" && !text.startsWith("npm install");
  for (const { text } of snippets.filter(isCommand)) await run("sh", ["-euc", text], { cwd: project });
  const compiler = resolve("node_modules/typescript-native/bin/tsc");
  await run(process.execPath, [compiler], { cwd: project }).catch((error: unknown) => {
    throw new Error(JSON.stringify(error));
  });
  for (const [file, want] of Object.entries(printed)) {
    const program = join("dist", file.replace(/\.ts$/, ".js"));
    expect({ file, ...(await run(process.execPath, [program], { cwd: project })) }).toMatchObject({
      ...{ file, stdout: want },
    });
  }
  const shown = snippets.flatMap(({ attributes }) => attributes.get("file") ?? []);
  expect(shown.filter((file) => file.endsWith(".ts")).toSorted()).toEqual(
    [...Object.keys(printed), "send-text.ts"].toSorted(),
  );
});
