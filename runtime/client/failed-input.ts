import { ClientError } from "../errors/client-error.js";

/** Notes which property of an input was read last: when writing fails, it is the one that cannot be written. */
export class ReadProperties {
  /** For example `user.CustomerID`, `items[3].price`; empty before the first property. */
  path = "";
  /** Its value. */
  value: unknown;

  /** The same value, whose properties are noted with this path before them. */
  within<T>(value: T, path = ""): T {
    if (!isRecord(value)) return value;
    // A copy: a proxy of a frozen object would have to give out the original values.
    const copy: object = Array.isArray(value)
      ? value.slice()
      : Object.assign(Object.create(Object.getPrototypeOf(value) as object | null) as object, value);
    return new Proxy(copy, { get: (_, key) => this.#read(value, key, path) }) as T;
  }

  #read(value: object, key: string | symbol, path: string): unknown {
    const found: unknown = Reflect.get(value, key);
    const isField = typeof key === "string" && (index.test(key) || !Array.isArray(value));
    if (!isField || typeof found === "function") return found;
    this.path = pathTo(path, key);
    this.value = found;
    return this.within(found, this.path);
  }
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
 * The error for an input that cannot be written, with the path of the property. It is found by writing once more.
 * @param write writes the input with its properties noted
 */
export function invalidInput(cause: unknown, write: (properties: ReadProperties) => unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  const properties = new ReadProperties();
  try {
    write(properties);
  } catch {
    // The same error again.
  }
  const path = properties.path === "" ? undefined : properties.path;
  const reason = reasonOf(cause, properties.value);
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
