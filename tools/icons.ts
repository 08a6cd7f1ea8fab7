// Writes the icons of the console from the package lucide-static: node dist/tools/icons.js FOLDER, the folder of the unpacked package.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";

/** One icon, one meaning. */
const names = [
  "activity",
  "arrow-down",
  "arrow-up",
  "ban",
  "book-open",
  "calendar-clock",
  "check",
  "chevron-down",
  "chevron-right",
  "circle-alert",
  "circle-check",
  "circle-help",
  "circle-stop",
  "circle-x",
  "clock",
  "coins",
  "copy",
  "database",
  "download",
  "eye",
  "hourglass",
  "inbox",
  "info",
  "key-round",
  "layout-dashboard",
  "list",
  "log-in",
  "log-out",
  "map-pinned",
  "megaphone",
  "menu",
  "message-square-text",
  "moon",
  "network",
  "pause",
  "plus",
  "refresh-cw",
  "rotate-ccw",
  "route",
  "scroll-text",
  "search",
  "send",
  "settings",
  "sun",
  "triangle-alert",
  "undo-2",
  "user",
  "users",
  "webhook",
  "x",
] as const;

/** The shapes of an icon, without the element around them. */
function shapesOf(folder: string, name: string): string {
  const file = readFileSync(join(folder, "icons", `${name}.svg`), "utf8");
  const shapes = /<svg[^>]*>(?<shapes>[^]*)<\/svg>/u.exec(file)?.groups?.["shapes"];
  if (shapes === undefined) throw new Error(`${name}.svg has no shapes`);
  return shapes.trim().replace(/\s*\n\s*/gu, "");
}

const target = "server/faces/web/icons.ts";
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node dist/tools/icons.js FOLDER");
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
const rows = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(shapesOf(folder, name))},`);
const text = `// Written by tools/icons.ts from lucide-static ${version}: do not edit. Licenses: templates/web/LICENSE-icons.

/** Shapes of the icons, in a square of 24. */
export const icons = {
${rows.join("\n")}
} as const;

export type IconName = keyof typeof icons;
`;
writeFileSync(target, await format(text, { parser: "typescript", printWidth: 110 }));
writeFileSync("templates/web/LICENSE-icons", readFileSync(join(folder, "LICENSE"), "utf8"));
