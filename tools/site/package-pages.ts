import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ExportedDeclarations, type JSDoc, Node, Project, SyntaxKind, ts } from "ts-morph";
import { relative } from "./links.js";
import { renderPage } from "./markdown.js";
import type { SitePage } from "./site-page.js";

/** Folders of the packages that programs import. The client has its own reference, by operation. */
const packages = ["runtime", "host", "generator", "server"];

const indexTarget = "packages.html";

/** An entry point of a package, and what it exports. */
interface EntryPoint {
  /** As it is imported: `messenger-gen-runtime/node`. */
  readonly specifier: string;
  readonly target: string;
  readonly exports: readonly Exported[];
}

interface Exported {
  readonly name: string;
  readonly description: string;
  /** TypeScript without bodies. */
  readonly declaration: string;
}

/** A page for each entry point of the packages that are compiled, from their declarations, and a list of them. */
export function packagePages(): readonly SitePage[] {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: { moduleResolution: ts.ModuleResolutionKind.NodeNext, module: ts.ModuleKind.NodeNext },
  });
  const compiled = packages.filter((folder) => existsSync(join(folder, "dist")));
  const entries = compiled.flatMap((folder) => entryPointsOf(project, folder));
  return [indexOf(entries), ...entries.map(pageOf)];
}

interface PackageManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

function entryPointsOf(project: Project, folder: string): readonly EntryPoint[] {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageManifest;
  return Object.entries(manifest.exports).flatMap(([path, place]) => {
    if (typeof place === "string") return [];
    const specifier = `${manifest.name}${path.slice(1)}`;
    const target = `packages/${specifier.replaceAll("/", "-")}.html`;
    const source = project.addSourceFileAtPath(join(folder, place.types));
    const found = [...source.getExportedDeclarations()].map(([name, declarations]) =>
      exportedOf(name, declarations),
    );
    return [{ specifier, target, exports: found.sort((a, b) => (a.name < b.name ? -1 : 1)) }];
  });
}

function exportedOf(name: string, declarations: readonly ExportedDeclarations[]): Exported {
  const documented = declarations.map(documentedNode);
  const docs = documented.flatMap((node) => (Node.isJSDocable(node) ? node.getJsDocs() : []));
  return {
    name,
    description: docs.map(descriptionOf).join("\n\n"),
    declaration: [...new Set(documented.map(declarationText))].join("\n"),
  };
}

/** The statement of a constant; its comment stands there. */
function documentedNode(declaration: ExportedDeclarations) {
  return declaration.isKind(SyntaxKind.VariableDeclaration)
    ? declaration.getVariableStatementOrThrow()
    : declaration;
}

function descriptionOf(doc: JSDoc): string {
  const tags = doc.getTags().map((tag) => {
    const name = Node.isJSDocParameterTag(tag) ? ` \`${tag.getName()}\`` : "";
    return `- **${tag.getTagName()}**${name} ${tag.getCommentText() ?? ""}`;
  });
  return [doc.getDescription().trim(), tags.join("\n")]
    .filter((text) => text !== "")
    .join("\n\n")
    .replaceAll(/\{@link ([^}]+)\}/gu, "`$1`");
}

function declarationText(node: Node): string {
  return node
    .getText()
    .replace(/^export (?:declare |default )?/u, "")
    .replaceAll(/^ *(?:#private|private .*);\n/gmu, "");
}

function indexOf(entries: readonly EntryPoint[]): SitePage {
  const rows = entries.map(
    ({ specifier, target, exports }) =>
      `| [\`${specifier}\`](${relative(indexTarget, target)}) | ${exports.length} |`,
  );
  const text = [
    "# Packages",
    "What programs import, by entry point. The client of this service is described by [operation](generated/reference.html).",
    ["| Import from | Exports |", "| --- | --- |", ...rows].join("\n"),
  ];
  return Object.assign(
    { target: indexTarget, title: "Packages" },
    renderPage(`${text.join("\n\n")}\n`, (link) => link),
  );
}

function pageOf({ specifier, target, exports }: EntryPoint): SitePage {
  const sections = exports.map(({ name, description, declaration }) =>
    [`## \`${name}\``, description, `\`\`\`ts\n${declaration}\n\`\`\``]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  const rendered = renderPage(`# \`${specifier}\`\n\n${sections.join("\n\n")}\n`, (link) => link);
  // Searches find the names: the texts of all declarations would triple the index.
  const places = rendered.places.map((place) => ({ ...place, text: "" }));
  return Object.assign({ target, title: specifier }, rendered, { places });
}
