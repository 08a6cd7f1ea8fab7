import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";

const folder = "templates/web/assets/";
const styles = readdirSync(folder).filter((name) => name.endsWith(".css"));
const textOf = (name: string): string => readFileSync(`${folder}${name}`, "utf8");
const tokens = textOf("tokens.css");

type Scheme = "light" | "dark";

/** The value of a color token. */
function colorOf(name: string, scheme: Scheme): string {
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`, "u").exec(tokens) ?? [];
  return scheme === "light" ? light : dark;
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["surface", "sunken", "canvas"];
const tones = ["ok", "warn", "bad", "info", "mute", "accent"];

/** Pairs of a color and its ground, with the contrast that WCAG AA asks for. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...["text", "text-2", "text-3", "accent"].flatMap((name) =>
    grounds.map((ground) => [name, ground, 4.5] as const),
  ),
  ...tones.flatMap((name) => [
    [name, `${name}-bg`, 4.5] as const,
    [name, "surface", 4.5] as const,
    [name, "sunken", 4.5] as const,
  ]),
  ["on-button", "primary", 4.5],
  ["on-button", "danger", 4.5],
  ["on-mark", "mark", 4.5],
  ["line-strong", "surface", 3],
  ...["c-in", "c-ok", "c-warn", "c-bad", "c-mute"].map((name) => [name, "surface", 3] as const),
];

describe("colors", () => {
  for (const scheme of ["light", "dark"] as const)
    test.each(pairs)(`${scheme}: %s on %s has a contrast of at least %d`, (name, ground, least) => {
      expect(contrast(colorOf(name, scheme), colorOf(ground, scheme))).toBeGreaterThanOrEqual(least);
    });
});

describe("styles", () => {
  const literal =
    /#[0-9a-f]{3,8}\b|\brgb|\bhsl|font(-size)?:\s*[\d.]|box-shadow:(?! var\(| -1px)|border-radius:\s*[\d.]/iu;

  test.each(styles.filter((name) => name !== "tokens.css"))(
    "%s names no color, size of type, radius or shadow of its own",
    (name) => {
      const lines = textOf(name)
        .replace(/\/\*[^]*?\*\//gu, "")
        .split("\n");
      expect(lines.filter((line) => literal.test(line.replace(/^\s*[.:#][^{]*\{/u, "")))).toEqual([]);
    },
  );

  test("every token that is used is declared, and every declared one is used", () => {
    const all = styles.map(textOf).join("\n");
    const used = new Set([...all.matchAll(/var\(--([\w-]+)/gu)].map(([, name = ""]) => name));
    const declared = new Set([...tokens.matchAll(/^\s*--([\w-]+):/gmu)].map(([, name = ""]) => name));
    expect([...used].filter((name) => !declared.has(name))).toEqual([]);
    expect([...declared].filter((name) => !used.has(name))).toEqual([]);
  });

  test("no template has a style or a script of its own", () => {
    const templates = ["web", "console", "portal"].flatMap((site) =>
      readdirSync(`templates/${site}`)
        .filter((name) => name.endsWith(".hbs"))
        .map((name) => `templates/${site}/${name}`),
    );
    const own = templates.filter((name) =>
      /style=|<style|<script(?! src)| on[a-z]+=/u.test(readFileSync(name, "utf8")),
    );
    expect(own).toEqual([]);
  });
});
