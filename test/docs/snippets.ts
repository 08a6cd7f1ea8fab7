import { readdirSync, readFileSync } from "node:fs";

/** A fenced code block of a document: language, attributes and text. */
export interface Snippet {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

const fence = /^```(\w+)((?: \w+=\S+)*)\n([\s\S]*?)^```$/gm;

export function snippetsOf(document: string): readonly Snippet[] {
  const source = readFileSync(document, "utf8");
  return [...source.matchAll(fence)].map((match) => ({
    document,
    line: source.slice(0, match.index).split("\n").length,
    language: match[1] ?? "",
    attributes: new Map(
      (match[2] ?? "")
        .trim()
        .split(" ")
        .map((pair) => splitPair(pair)),
    ),
    text: match[3] ?? "",
  }));
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** Guides whose snippets form a project of their own each. */
export const projectGuides = {
  anyWsdl: "docs/guides/any-wsdl.md",
  generatorInAProject: "docs/guides/generator-in-a-project.md",
  moving: "docs/guides/moving-to-the-generator.md",
  soapServices: "docs/guides/soap-services.md",
  deviations: "docs/guides/when-a-service-deviates.md",
  gateway: "docs/guides/gateway.md",
  scaleOut: "docs/guides/scale-out.md",
} as const;

/** README and every guide whose snippets run in this package. */
export function documents(): readonly string[] {
  const guides = readdirSync("docs/guides")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/guides/${name}`)
    .filter((path) => !Object.values<string>(projectGuides).includes(path));
  return ["README.md", ...guides.sort()];
}
