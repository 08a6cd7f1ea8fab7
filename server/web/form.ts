import type { IncomingMessage } from "node:http";

/** The values of an HTML form or of a query, each name at most once. */
export type Values = ReadonlyMap<string, string>;

/** A request without a valid form; `status` is that of the response. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  readonly status: 400 | 403 | 413 | 415;

  constructor(status: BadRequest["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** The browser went away, or its time was over, before the end of its form. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/** Maximum size of a form in bytes, and of its values in number. */
export const maxForm = { bytes: 65_536, values: 100 };

/** @throws BadRequest if a name occurs twice, or for too many values */
export function valuesOf(text: string): Values {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name) || values.size === maxForm.values)
      throw new BadRequest(400, "A value was sent twice, or there are too many values.");
    values.set(name, value);
  }
  return values;
}

/** The pieces of a body. @throws Abandoned */
async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* req as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Abandoned("The form did not arrive.", { cause: error });
  }
}

/** Reads the body of a form; the listener limits its time. @throws BadRequest, Abandoned */
export async function readForm(req: IncomingMessage): Promise<Values> {
  const type = (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded" || req.headers["content-encoding"] !== undefined)
    throw new BadRequest(415, "This is not a form of this site.");
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bodyOf(req)) {
    size += piece.length;
    if (size > maxForm.bytes) throw new BadRequest(413, "The form is too large.");
    pieces.push(piece);
  }
  return valuesOf(Buffer.concat(pieces).toString("utf8"));
}

/** A value as it was typed, without spaces around it; undefined if it is empty or missing. */
export function textOf(values: Values, name: string): string | undefined {
  const text = values.get(name)?.trim();
  return text === "" ? undefined : text;
}

/** The given values under their names; empty ones are absent. */
export function textsOf<Name extends string>(
  values: Values,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textOf(values, name);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}
