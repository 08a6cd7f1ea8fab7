/** A line of prose of a page, with its number. */
export interface ProseLine {
  readonly line: number;
  readonly text: string;
}

/** Whether a line may belong to an indented block of code: four spaces after an empty line, and no list before it. */
function startsCode(lines: readonly string[], at: number): boolean {
  if (!lines[at]?.startsWith("    ") || lines[at - 1]?.trim() !== "") return false;
  const before = lines.slice(0, at).findLast((line) => line.trim() !== "" && !line.startsWith("    "));
  return before !== undefined && !/^\s*(?:[-*+]|\d+\.) /u.test(before) && !before.startsWith("  ");
}

/** Lines of a page that are neither code, table nor comment. */
export function proseLines(markdown: string): readonly ProseLine[] {
  const lines = markdown.split("\n");
  const prose: ProseLine[] = [];
  let inside: "fence" | "comment" | "code" | undefined;
  lines.forEach((text, at) => {
    if (inside === "code" && text.trim() !== "" && !text.startsWith("    ")) inside = undefined;
    const wasInside = inside;
    if (inside === undefined && startsCode(lines, at)) inside = "code";
    if (inside !== "comment" && /^\s*```/u.test(text)) inside = inside === "fence" ? undefined : "fence";
    else if (inside === undefined && text.startsWith("<!--")) inside = "comment";
    else if (inside === undefined && wasInside === undefined && !/^\s*(?:\||$)/u.test(text))
      prose.push({ line: at + 1, text });
    if (inside === "comment" && text.includes("-->")) inside = undefined;
  });
  return prose;
}

const example = /^```(?:sh|console|ts|js|xml|json|php|python)\b/mu;

/** Words that a reader passes before the first example of a guide; infinite without an example. */
export function wordsBeforeExample(guide: string): number {
  const shown = guide.replaceAll(/^<!--[\s\S]*?-->$/gmu, "");
  const { index } = example.exec(shown) ?? {};
  if (index === undefined) return Infinity;
  return shown
    .slice(0, index)
    .split(/\s+/u)
    .filter((word) => /\w/u.test(word)).length;
}
