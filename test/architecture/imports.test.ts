import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { documentedRows } from "../domain/documented-table.js";
import { sourceFiles, type Import, type SourceFile } from "./source-files.js";

/** One area of the source and the areas, packages and Node modules it may import besides itself. */
interface Area {
  /** Start of the paths that belong to it. */
  readonly area: string;
  /** Starts of paths in this project. */
  readonly project?: readonly string[];
  /** Package names, or `*`. */
  readonly packages?: readonly string[];
  /** `node:` modules, or `*`. */
  readonly node?: readonly string[];
}

/** The first area whose start fits a path holds it. */
const areas: readonly Area[] = [
  { area: "generator/plan/data/", project: ["generator/model/"] },
  {
    area: "generator/plan/rules/",
    project: [
      "generator/plan/data/",
      "generator/model/",
      "generator/read/",
      "generator/diagnostics",
      "runtime/xsd",
    ],
    node: ["node:crypto"],
  },
  {
    area: "generator/emit/",
    project: ["generator/plan/data/"],
    packages: ["ts-morph", "handlebars"],
    node: ["node:fs", "node:module", "node:path"],
  },
  {
    area: "generator/",
    project: ["runtime/xsd", "runtime/transport/public-address"],
    packages: ["fast-xml-parser", "commander"],
    node: ["*"],
  },
  { area: "generated/", project: ["runtime/"] },
  { area: "runtime/node.ts", project: ["runtime/"], node: ["*"] },
  { area: "runtime/transport/node.ts", project: ["runtime/"], node: ["*"] },
  { area: "runtime/transport/public-address.ts", node: ["*"] },
  { area: "runtime/" },
  { area: "server/domain/", project: ["generated/"] },
  { area: "server/mm7/", project: ["server/domain/", "runtime/"] },
  { area: "server/ports/", project: ["server/domain/", "runtime/"] },
  {
    area: "server/operations/",
    project: ["server/domain/", "server/mm7/", "server/ports/", "generated/", "runtime/"],
    node: ["node:crypto"],
  },
  {
    area: "server/storage/",
    project: ["server/ports/", "server/domain/"],
    packages: ["better-sqlite3"],
    node: ["*"],
  },
  { area: "server/credentials/", project: ["server/ports/", "server/domain/", "runtime/"], node: ["*"] },
  {
    area: "server/admin/",
    project: ["server/credentials/", "server/delivery/", "server/ports/", "server/domain/"],
    node: ["*"],
  },
  {
    area: "server/delivery/",
    project: ["server/ports/", "server/domain/", "server/mm7/", "runtime/"],
    node: ["*"],
  },
  { area: "server/http/", project: ["runtime/"], packages: ["handlebars"], node: ["*"] },
  { area: "server/soap/", project: ["server/http/", "runtime/"], packages: ["soap"], node: ["*"] },
  {
    area: "server/monitoring/",
    project: ["server/delivery/", "server/http/", "server/ports/", "server/domain/", "runtime/"],
    packages: ["pino"],
    node: ["*"],
  },
  { area: "server/host.ts", project: ["server/http/", "server/soap/", "runtime/"], node: ["*"] },
  { area: "server/", project: ["server/", "generated/", "runtime/"], packages: ["*"], node: ["*"] },
];

/** Packages and modules that one file alone may import, types aside. */
const singleFile: readonly { readonly module: string; readonly file: string }[] = [
  { module: "soap", file: "server/soap/host.ts" },
  { module: "better-sqlite3", file: "server/storage/sqlite/better-sqlite3.ts" },
  { module: "node:sqlite", file: "server/storage/sqlite/node-sqlite.ts" },
  { module: "zod", file: "server/config" },
];

const files = ["generator", "generated", "runtime", "server"].flatMap(sourceFiles);

const isOfProject = (target: string): boolean =>
  /^(generator|generated|runtime|server|test|bench)\//.test(target);

/** A folder as the page names it: inside `server/` by its last name. */
const shortened = (folder: string): string => folder.replace(/^server\/(?=.)/, "");

/** The folders of this project that a cell of the page names. */
const foldersIn = (cell = ""): readonly string[] =>
  Array.from(cell.matchAll(/[\w-]+\/[\w/-]*/g), ([folder]) => folder).toSorted();

function areaOf(path: string): Area {
  const found = areas.find(({ area }) => path.startsWith(area));
  if (found === undefined) throw new Error(`${path} belongs to no area`);
  return found;
}

function mayImport({ area, project = [], packages = [], node = [] }: Area, target: string): boolean {
  if (isOfProject(target)) return [area, ...project].some((start) => target.startsWith(start));
  const allowed = target.startsWith("node:") ? node : packages;
  return allowed.includes("*") || allowed.includes(target);
}

describe("imports", () => {
  test.each(areas)("$area imports only what is below it", ({ area }) => {
    const wrong = files
      .filter(({ path }) => areaOf(path).area === area)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => !mayImport(areaOf(path), target))
          .map(({ target }) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test.each(areas)("$area may import nothing that it does not", ({ area, project = [], packages = [] }) => {
    const targets = files
      .filter(({ path }) => areaOf(path).area === area)
      .flatMap(({ imports }) => imports.map(({ target }) => target));
    const starts = [...project, ...packages].filter((start) => start !== "*");
    expect(starts.filter((start) => !targets.some((target) => target.startsWith(start)))).toEqual([]);
  });

  test("are those of docs/architecture.md", () => {
    const rows = documentedRows("docs/architecture.md", "Folders and imports");
    const documented = new Map(rows.map(([folder, , allowed]) => [folder, foldersIn(allowed)]));
    const folders = areas.filter(({ area }) => area.endsWith("/"));
    expect(folders.map(({ area }) => [area, documented.get(shortened(area))])).toEqual(
      folders.map(({ area, project = [] }) => [
        area,
        project
          .filter((start) => start !== area)
          .map(shortened)
          .toSorted(),
      ]),
    );
  });

  test.each(singleFile)("$module is imported in $file alone", ({ module, file }) => {
    const importers = files.filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target === module && !typeOnly),
    );
    expect(importers.map(({ path }) => path).filter((path) => !path.startsWith(file))).toEqual([]);
  });

  test("have no cycle", () => {
    expect(cycles(files, ({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  test("of the generator have no cycle, those of types included", () => {
    expect(
      cycles(
        files.filter(({ path }) => path.startsWith("generator/")),
        () => true,
      ),
    ).toEqual([]);
  });
});

/** Cycles of the imports that count, each as the path from a file to itself. */
function cycles(all: readonly SourceFile[], counts: (each: Import) => boolean): readonly string[] {
  const byPath = new Map(all.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) found.push([...trail.slice(start), path].join(" -> "));
    if (start !== -1 || done.has(path)) return;
    const targets = byPath.get(path)?.imports.filter(counts) ?? [];
    for (const { target } of targets) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of all) walk(path, []);
  return found;
}

test("a client carries no code for MIME parts unless its contract brings it along", () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(["runtime/client.ts", "runtime/codec.ts"]);
  for (const path of reached) {
    const targets = byPath.get(path)?.imports.filter(({ typeOnly }) => !typeOnly) ?? [];
    for (const { target } of targets) reached.add(target);
  }
  const carried = [...reached].filter((path) => /\/mime\/|multipart/.test(path));
  expect(carried).toEqual(["runtime/mime/joined-bytes.ts"]);
});

test("the domain knows no clock, no chance and no process", () => {
  const impure =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\.|\bcrypto\b|\bfetch\(/;
  const wrong = files.filter(({ path, text }) => path.startsWith("server/domain/") && impure.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("no folder or file has a name that says nothing", () => {
  const vague = /(^|\/)(src|lib|utils?|helpers?|common|misc|shared)(\/|\.ts$|$)/;
  const folders = ["generator", "generated", "runtime", "server", "templates", "test", "bench", "examples"];
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  expect(names.filter((name) => vague.test(name) && !name.includes("/golden/"))).toEqual([]);
});
