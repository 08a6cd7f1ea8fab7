import { ClientError } from "../errors/client-error.js";

/** A property that is read: `user.CustomerID`, `items[3].price`. */
type Note = (path: string, value: unknown) => void;

/** The same value; each of its properties that is read is noted, with this path before it. */
export function noting<T>(note: Note, value: T, path = ""): T {
  if (!isRecord(value)) return value;
  // A copy: a proxy of a frozen object would have to give out the original values.
  const copy: object = Array.isArray(value)
    ? value.slice()
    : Object.assign(Object.create(Object.getPrototypeOf(value) as object | null) as object, value);
  const get = (_: object, key: string | symbol): unknown => {
    const found: unknown = Reflect.get(value, key);
    const isField = typeof key === "string" && (index.test(key) || !Array.isArray(value));
    if (!isField || typeof found === "function") return found;
    const inside = pathTo(path, key);
    note(inside, found);
    return noting(note, found, inside);
  };
  return new Proxy(copy, { get }) as T;
}

/** True for arrays and objects with fields, not for values: numbers and dates print themselves, bytes and iterables have no fields. */
function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return Array.isArray(value) || !("toJSON" in value || Symbol.iterator in value);
}

const index = /^[0-9]+$/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function pathTo(path: string, key: string): string {
  if (index.test(key)) return `${path}[${key}]`;
  if (!identifier.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/**
 * The error for an input that cannot be written, with the path of the property. It is found by writing once more: the property that is
 * read last is the one that cannot be written.
 * @param write writes the input with its properties noted
 */
export function invalidInput(cause: unknown, write: (note: Note) => unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  let path: string | undefined;
  let value: unknown;
  try {
    write((...last) => ([path, value] = last));
  } catch {
    // The same error again.
  }
  const reason = reasonOf(cause, value);
  return new ClientError("InvalidInput", path === undefined ? reason : `${path}: ${reason}`, { path, cause });
}

/** A TypeError is that of a codec, to which a value of another type was passed. */
function reasonOf(cause: unknown, value: unknown): string {
  if (cause instanceof TypeError) return `${kindOf(value)} is not a value of the type`;
  return cause instanceof Error ? cause.message : "The input cannot be written";
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
