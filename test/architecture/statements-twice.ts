import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const drivers = { sqlite: "server/storage/sqlite", postgres: "server/storage/postgres" };

/** A statement, with all that may differ between the two databases made the same. */
function normalized(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/ FOR (NO KEY )?(UPDATE|SHARE)( OF \w+)?( SKIP LOCKED)?/gu, "")
    .replace(/::\w+(\[\])?/gu, "")
    .replace(/\+?(\$\w+|\?)/gu, "?")
    .replace(/\bifnull\(/gu, "coalesce(")
    .replace(/\bgreatest\(/gu, "max(")
    .replace(/\bleast\(/gu, "min(")
    .replace(/IS NOT DISTINCT FROM/gu, "IS")
    .replace(/(= ANY|IN) ?\(.*?\)/gu, "IN (?)")
    .replace(/[`"' ]/gu, "")
    .toLowerCase();
}

/** Statements in the source of a driver, without its schema: literals that begin as a statement does. */
function statementsOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".ts") && !each.includes("schema/"))) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(folder, file), "utf8"),
      ts.ScriptTarget.ES2022,
      true,
    );
    const walk = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const text = node.getText(source);
        if (/^.\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s/u.test(text)) found.set(normalized(text), text);
      }
      ts.forEachChild(node, walk);
    };
    walk(source);
  }
  return found;
}

/** Statements that stand in both drivers, but for placeholders, casts, locks and names of functions. */
export function statementsTwice(): readonly string[] {
  const [one, other] = [statementsOf(drivers.sqlite), statementsOf(drivers.postgres)];
  return [...one.keys()].filter((key) => other.has(key)).map((key) => one.get(key) ?? "");
}

if (process.argv[1]?.endsWith("statements-twice.js") === true) {
  const twice = statementsTwice();
  for (const text of twice) console.log(text);
  console.log(`${twice.length} statements in both drivers`);
}
