/** Fields of the text of a receipt (SMPP 3.4, appendix B), which every vendor writes a little differently. */
export interface ReceiptText {
  readonly id: string | undefined;
  readonly sub: number | undefined;
  readonly dlvrd: number | undefined;
  /** `YYYY-MM-DDTHH:MM:SS`, without a zone. */
  readonly submitDate: string | undefined;
  readonly doneDate: string | undefined;
  readonly stat: string | undefined;
  readonly err: string | undefined;
  /** The whole text. */
  readonly text: string;
  /** True for a text that is nothing but a receipt, with an id, a state and a date. */
  readonly isWhole: boolean;
}

/** Keys in any case, with or without the space in `submit date`; a space may follow the colon, or the sign that some write for it. */
const keys =
  /(?<![a-z0-9])((?:msg|message)?id|sub|dlvrd|submit ?date|done ?date|stat(?:us|e)?|err(?:or)?|text)[:=][ \t]?/gi;

/** What vendors call the keys of the specification; the key itself counts first. */
const spellings: Readonly<Partial<Record<Key, readonly string[]>>> = {
  id: ["msgid", "messageid"],
  stat: ["status", "state"],
  err: ["error"],
};

/** Longest text that is looked at: keys beyond it belong to the text of a message. */
const longest = 1_024;

type Key = "id" | "sub" | "dlvrd" | "submitdate" | "donedate" | "stat" | "err";

interface Fields {
  readonly values: ReadonlyMap<string, string>;
  /** True if there is nothing beside keys and their values. */
  readonly isWhole: boolean;
}

/** Whether a text has nothing but values of other keys, which vendors add. */
function hasOnlyKeys(text: string): boolean {
  return text.split(/[\s,;]+/u).every((word) => word === "" || /^[a-z]\w{0,30}[:=]/iu.test(word));
}

/** A value, in quotes or not. */
const valueForm = /^(["']?)([^\s,;"'\p{Cc}]*)\1\p{Cc}*/u;

/** The first value of each key; everything after `text` is the message and contains no keys. */
function fieldsOf(text: string): Fields {
  const found = [...text.slice(0, longest).matchAll(keys)];
  const values = new Map<string, string>();
  let isWhole = text.slice(0, found[0]?.index).trim() === "";
  for (const [index, match] of found.entries()) {
    const key = (match[1] ?? "").toLowerCase().replace(" ", "");
    if (key === "text" && valueOf(values, "id") !== undefined && valueOf(values, "stat") !== undefined) break;
    const rest = text.slice(match.index + match[0].length, found[index + 1]?.index ?? longest);
    const [written = "", , value = ""] = valueForm.exec(rest) ?? [];
    isWhole &&= hasOnlyKeys(rest.slice(written.length));
    if (!values.has(key)) values.set(key, value);
  }
  return { values, isWhole };
}

function valueOf(values: ReadonlyMap<string, string>, key: Key): string | undefined {
  const found = [key, ...(spellings[key] ?? [])].map((name) => values.get(name));
  return found.find((value) => value !== undefined && value !== "");
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,5}$/.test(text) ? Number(text) : undefined;
}

/** `YYMMDDhhmm`, with seconds, or with the century and seconds; only zeros mean none. */
function dateOf(text: string | undefined): string | undefined {
  const digits = text?.length === 14 ? text.slice(2) : text;
  const [, year, month, day, hour, minute, second = "00"] =
    /^(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(digits ?? "") ?? [];
  if (year === undefined) return undefined;
  return `20${year}-${month ?? ""}-${day ?? ""}T${hour ?? ""}:${minute ?? ""}:${second}`;
}

/** Missing or unreadable fields are undefined. */
export function readReceiptText(text: string): ReceiptText {
  const { values, isWhole } = fieldsOf(text);
  const value = (key: Key): string | undefined => valueOf(values, key);
  const hasDate = [value("submitdate"), value("donedate")].some((date) => /^\d{10,14}$/u.test(date ?? ""));
  return {
    id: value("id"),
    sub: numberOf(value("sub")),
    dlvrd: numberOf(value("dlvrd")),
    submitDate: dateOf(value("submitdate")),
    doneDate: dateOf(value("donedate")),
    stat: value("stat"),
    err: value("err"),
    text,
    isWhole: isWhole && hasDate && value("id") !== undefined && value("stat") !== undefined,
  };
}
