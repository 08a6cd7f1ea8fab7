/** Defects of a JSON document. Closed: each code has a row in `jsonErrorTable`, which the site puts into `docs/reference/json.md`. */
export type JsonErrorCode =
  | "NotJson"
  | "DepthLimit"
  | "MemberLimit"
  | "DuplicateMember"
  | "UnknownMember"
  | "MissingMember"
  | "WrongKind"
  | "WrongValue"
  | "WrongChoice"
  | "UnknownType";

/** What a code means. */
export interface JsonErrorForm {
  /** HTTP status of the problem: 400 for a text that is no JSON, 413 for one that is too much, 422 for a value outside the contract. */
  readonly status: 400 | 413 | 422;
  readonly meaning: string;
}

/** One row per code. */
export const jsonErrorTable: Readonly<Record<JsonErrorCode, JsonErrorForm>> = {
  NotJson: { status: 400, meaning: "The bytes are not JSON in UTF-8 (RFC 8259)" },
  DepthLimit: { status: 413, meaning: "Objects and arrays are nested too deep" },
  MemberLimit: { status: 413, meaning: "The document has too many members and items" },
  DuplicateMember: { status: 400, meaning: "An object has two members of one name" },
  UnknownMember: { status: 422, meaning: "The contract has no member of that name at that place" },
  MissingMember: { status: 422, meaning: "A required member is absent" },
  WrongKind: {
    status: 422,
    meaning: "A value of another kind: a number for a text, null where nil is not allowed",
  },
  WrongValue: {
    status: 422,
    meaning: "A value outside its type: not in the enumeration, out of range, against a pattern",
  },
  WrongChoice: { status: 422, meaning: "Members of several branches of a choice, or of none" },
  UnknownType: {
    status: 422,
    meaning: "`$type` is absent where the type is abstract, or names no type that may be there",
  },
};

/** A JSON document that is refused. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly code: JsonErrorCode;
  /** The member or item, as a JSON pointer (RFC 6901): `/user/CustomerID`; empty for the document itself. Names have at most 64 characters. */
  readonly pointer: string;
  /** The same as names of members and indexes of items. */
  readonly path: readonly (string | number)[];
  /** The error without its place; quotes at most 50 characters of input. */
  readonly detail: string;
  /** The declared name that is nearest to an unknown one; `detail` has it too. */
  readonly nearest: string | undefined;

  constructor(
    code: JsonErrorCode,
    detail: string,
    path: readonly (string | number)[] = [],
    nearest?: string,
  ) {
    const pointer = pointerTo(path);
    super(pointer === "" ? detail : `${pointer}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.pointer = pointer;
    this.path = path;
    this.nearest = nearest;
  }
}

/** Longest step of a pointer: no declared name is longer than an error should be. */
const longestStep = 64;

/** A name as an error repeats it; a longer one ends with an ellipsis. */
function shownStep(step: string | number): string {
  const text = String(step);
  if (text.length <= longestStep) return text;
  return `${text.slice(0, longestStep).replace(/[\ud800-\udbff]$/, "")}…`;
}

function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${shownStep(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
