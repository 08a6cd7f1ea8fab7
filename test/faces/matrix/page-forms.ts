/** Forms as a page has them, and what a browser without scripts sends for one. */

export interface PageField {
  readonly name: string;
  /** `hidden`, `select`, `textarea`, or that of the input. */
  readonly type: string;
  readonly value: string;
  readonly required: boolean;
  /** Values of a select. */
  readonly options?: readonly string[];
}

export interface PageForm {
  /** Path on the origin. */
  readonly action: string;
  readonly fields: readonly PageField[];
  readonly isUpload: boolean;
}

export type Values = Readonly<Record<string, string>>;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

const unescaped = (text: string): string =>
  text.replace(/&(?:#x(?<hex>[0-9A-Fa-f]+)|#(?<number>\d+)|(?<name>\w+));/gu, (all, hex, number, name) => {
    if (hex !== undefined) return String.fromCodePoint(parseInt(String(hex), 16));
    return number === undefined ? (entities[String(name)] ?? all) : String.fromCodePoint(Number(number));
  });

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`, "u").exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

const has = (tag: string, name: string): boolean => new RegExp(` ${name}(?:[ =>]|$)`, "u").test(tag);

function selectOf(body: string): Pick<PageField, "value" | "options"> {
  const options = [...body.matchAll(/<option[^>]*>/gu)].map(([option]) => option);
  const values = options.map((option) => attribute(option, "value") ?? "");
  const chosen = options.findIndex((option) => has(option.slice(0, -1), "selected"));
  return { value: values[Math.max(chosen, 0)] ?? "", options: values };
}

function fieldOf(tag: string, body: string): PageField {
  const kind = /^<(\w+)/u.exec(tag)?.[1] ?? "";
  const named = { name: attribute(tag, "name") ?? "", required: has(tag, "required") };
  if (kind === "select") return { ...named, type: "select", ...selectOf(body) };
  if (kind === "textarea") return { ...named, type: "textarea", value: unescaped(body.replace(/^\n/u, "")) };
  const type = attribute(tag, "type") ?? "text";
  const isOff = type === "checkbox" && !has(tag, "checked");
  return { ...named, type, value: isOff ? "" : (attribute(tag, "value") ?? "") };
}

const fieldPattern =
  /(?<input><input [^>]*>)|(?<tag><(?<kind>select|textarea) [^>]*>)(?<body>[^]*?)<\/\k<kind>>/gu;

/** The forms of a page that are posted. */
export function formsOn(page: string): readonly PageForm[] {
  return [...page.matchAll(/(?<head><form [^>]*>)(?<body>[^]*?)<\/form>/gu)].flatMap(({ groups }) => {
    const { head = "", body = "" } = groups ?? {};
    if (attribute(head, "method") !== "post") return [];
    const fields = [...body.matchAll(fieldPattern)].map(({ groups: parts }) =>
      fieldOf(parts?.["input"] ?? parts?.["tag"] ?? "", parts?.["body"] ?? ""),
    );
    const isUpload = attribute(head, "enctype") === "multipart/form-data";
    return [
      { action: attribute(head, "action") ?? "", fields: fields.filter(({ name }) => name !== ""), isUpload },
    ];
  });
}

/** What a browser sends for a form as it stands: unticked boxes and files that were not chosen are left out. */
export function valuesOf({ fields }: PageForm): Values {
  const sent = fields.filter(({ type, value }) => type !== "file" && !(type === "checkbox" && value === ""));
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]));
}

/** The links of a page to pages of its site; `base`: path of the site. */
export function linksOn(page: string, base: string): readonly string[] {
  const targets = [...page.matchAll(/<a [^>]*>/gu)].map(([tag]) => attribute(tag, "href") ?? "");
  return [...new Set(targets)].filter(
    (href) => (href === base || href.startsWith(`${base}/`)) && !href.startsWith("//"),
  );
}
