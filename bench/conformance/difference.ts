/** The first place where a value that came back is another; undefined when it is the same. An absent member is undefined. */
export function difference(wanted: unknown, got: unknown, path = "value"): string | undefined {
  if (Object.is(wanted, got)) return undefined;
  const other = `${path}: ${shown(wanted)} became ${shown(got)}`;
  if (!isObject(wanted) || !isObject(got)) return other;
  if (wanted instanceof Uint8Array || got instanceof Uint8Array) {
    const same =
      wanted instanceof Uint8Array && got instanceof Uint8Array && Buffer.compare(wanted, got) === 0;
    return same ? undefined : other;
  }
  if (Array.isArray(wanted) !== Array.isArray(got)) return other;
  if (Array.isArray(wanted) && Array.isArray(got) && wanted.length !== got.length) return other;
  const hasText = !isPlain(wanted) && !Array.isArray(wanted);
  if (hasText)
    return wanted.constructor === got.constructor && textOf(wanted) === textOf(got) ? undefined : other;
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
    const found = difference(wanted[key], got[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function textOf(value: object): string {
  if (value instanceof Date) return value.toISOString();
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- classes of the runtime, whose state is private, have a text
  return String(value);
}

function shown(value: unknown): string {
  if (isObject(value) && !isPlain(value) && !Array.isArray(value)) return textOf(value);
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each)) as
    string | undefined;
  return (text ?? String(value)).slice(0, 120);
}
