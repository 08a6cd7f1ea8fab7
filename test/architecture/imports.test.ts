import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { documentedRows } from "../domain/documented-table.js";
import { circularImports } from "./circles.js";
import { sourceFiles } from "./source-files.js";

const page = "docs/architecture.md";

/** One area of the source, and the imports that it may have besides itself. */
interface Area {
  /** Start of the paths that belong to it. */
  readonly area: string;
  /** Starts of paths in this project, names of packages, and modules of Node: `*` means all, `node:*` all of Node's. */
  readonly allowed: readonly string[];
}

/** The areas in `docs/architecture.md`, the longest start first: the first whose start fits a path holds it. */
const areas: readonly Area[] = documentedRows(page, "Folders and imports")
  .map(([area = "", , allowed = ""]) => ({ area, allowed: spansOf(allowed) }))
  .toSorted((one, other) => other.area.length - one.area.length);

function spansOf(cell: string): readonly string[] {
  return cell.includes("`")
    ? Array.from(cell.matchAll(/`([^`]+)`/g), ([, span = ""]) => span)
    : [cell].filter(isPathOrModule);
}

/** A cell that is one code span comes without its backticks. */
function isPathOrModule(cell: string): boolean {
  return /^[\w@:*/.-]+$/.test(cell) && cell !== "nothing";
}

/** Packages and modules that one file alone may import, types aside. */
const singleFile: readonly { readonly module: string; readonly file: string }[] = [
  { module: "soap", file: "host/soap/soap-server.ts" },
  { module: "better-sqlite3", file: "server/storage/sqlite/engine/better-sqlite3.ts" },
  { module: "node:sqlite", file: "server/storage/sqlite/engine/node-sqlite.ts" },
  { module: "pg", file: "server/storage/postgres/engine/connection.ts" },
  { module: "zod", file: "server/config/config" },
];

const files = ["generator", "generated", "host", "runtime", "server"].flatMap(sourceFiles);

const isOfProject = (target: string): boolean =>
  /^(generator|generated|host|runtime|server|test|bench)\//.test(target);

function areaOf(path: string): Area {
  const found = areas.find(({ area }) => path.startsWith(area));
  if (found === undefined) throw new Error(`${page} has no row for ${path}`);
  return found;
}

function covers(allowed: string, target: string): boolean {
  if (isOfProject(target)) return target.startsWith(allowed);
  if (target.startsWith("node:")) return allowed === "node:*" || allowed === target;
  return allowed === "*" || allowed === target;
}

function mayImport({ area, allowed }: Area, target: string): boolean {
  return target.startsWith(area) || allowed.some((each) => covers(each, target));
}

describe("imports", () => {
  test.each(areas)("$area imports only what $allowed allows", ({ area }) => {
    const wrong = files
      .filter(({ path }) => areaOf(path).area === area)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => !mayImport(areaOf(path), target))
          .map(({ target }) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test.each(areas)("$area may import only what it uses", ({ area, allowed }) => {
    const targets = files
      .filter(({ path }) => areaOf(path).area === area)
      .flatMap(({ imports }) => imports.map(({ target }) => target));
    expect(allowed.filter((each) => !targets.some((target) => covers(each, target)))).toEqual([]);
  });

  test.each(singleFile)("$module is imported in $file alone", ({ module, file }) => {
    const importers = files.filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target === module && !typeOnly),
    );
    expect(importers.map(({ path }) => path).filter((path) => !path.startsWith(file))).toEqual([]);
  });

  test("have no cycle of files or of folders, including type imports", () => {
    const found = circularImports([...files, ...sourceFiles("bench")]);
    expect(found).toEqual([]);
  });
});

test("a client includes no code for MIME parts unless its contract needs it", () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const bindings = "runtime/bindings/client-bindings.ts";
  const reached = new Set(["runtime/client/client.ts", "runtime/codec.ts", bindings]);
  for (const path of reached) {
    const targets = byPath.get(path)?.imports.filter(({ typeOnly }) => !typeOnly) ?? [];
    for (const { target } of targets) reached.add(target);
  }
  const carried = [...reached].filter((path) => /\/mime\/|multipart/.test(path));
  expect(carried).toEqual([]);
});

test("the domain uses no clock, no randomness and no process", () => {
  const impure =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\.|\bcrypto\b|\bfetch\(/;
  const wrong = files.filter(({ path, text }) => path.startsWith("server/domain/") && impure.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("no folder or file has a meaningless name", () => {
  const vague = /(^|\/)(src|lib|utils?|helpers?|common|misc|shared)(\/|\.ts$|$)/;
  const folders = ["generator", "generated", "runtime", "server", "templates", "test", "bench", "examples"];
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  expect(names.filter((name) => vague.test(name) && !name.includes("/golden/"))).toEqual([]);
});
