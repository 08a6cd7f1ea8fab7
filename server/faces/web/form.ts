import type { IncomingMessage } from "node:http";
import { type Entity, leavesOf } from "messenger-gen-runtime/mime";

/** The values of an HTML form or of a query, each name at most once. That of a file has one character for each byte. */
export type Values = ReadonlyMap<string, string>;

/** A request without a valid form; `status` is that of the response. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  readonly status: 400 | 403 | 413 | 415 | 429 | 503;

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

/** Maximum size of a form with a file in bytes: the file of SendSms2 in a body of `largeBody`, which is base64. */
export const maxUpload = { bytes: 25_165_824 };

/** @throws BadRequest if a name occurs twice, or for too many values */
function uniqueValues(entries: Iterable<readonly [string, string]>): Values {
  const values = new Map<string, string>();
  for (const [name, value] of entries) {
    if (values.has(name) || values.size === maxForm.values)
      throw new BadRequest(400, "A value was sent twice, or there are too many values.");
    values.set(name, value);
  }
  return values;
}

/** @throws BadRequest if a name occurs twice, or for too many values */
export function valuesOf(text: string): Values {
  return uniqueValues(new URLSearchParams(text));
}

/** The name and the value of a part of `multipart/form-data` (RFC 7578). @throws BadRequest */
function valueOfPart({ fields, content }: Entity): readonly [string, string] {
  const disposition = fields.get("content-disposition") ?? "";
  const name = /^form-data;(?:.*;)? ?name="(?<name>[^"]*)"/iu.exec(disposition)?.groups?.["name"];
  if (name === undefined) throw new BadRequest(400, "The form is damaged.");
  const isFile = /; ?filename=/iu.test(disposition);
  return [
    name,
    Buffer.from(content.buffer, content.byteOffset, content.length).toString(isFile ? "latin1" : "utf8"),
  ];
}

/** @throws BadRequest */
function partValues(type: string, body: Uint8Array): Values {
  const entity = { fields: new Map([["content-type", type]]), content: body };
  const parts = leavesOf(entity, { parts: maxForm.values, depth: 1 });
  if (parts === undefined) throw new BadRequest(400, "The form is damaged.");
  return uniqueValues(parts.map(valueOfPart));
}

/** The pieces of a body. @throws Abandoned */
async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* req as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Abandoned("The form did not arrive.", { cause: error });
  }
}

const typeOf = (req: IncomingMessage): string | undefined =>
  (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();

/** Whether a form may have a file. */
export const isMultipart = (req: IncomingMessage): boolean => typeOf(req) === "multipart/form-data";

/** Reads the body of a form; the listener limits its time. `upload`: it may have a file, and at most as many bytes. @throws BadRequest, Abandoned */
export async function readForm(req: IncomingMessage, upload?: number): Promise<Values> {
  const header = req.headers["content-type"] ?? "";
  const isUpload = upload !== undefined && isMultipart(req);
  const isForm = isUpload || typeOf(req) === "application/x-www-form-urlencoded";
  if (!isForm || req.headers["content-encoding"] !== undefined)
    throw new BadRequest(415, "This is not a form of this site.");
  const most = isUpload ? upload : maxForm.bytes;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bodyOf(req)) {
    size += piece.length;
    if (size > most) throw new BadRequest(413, "The form is too large.");
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  return isUpload ? partValues(header, body) : valuesOf(body.toString("utf8"));
}

/** A value as it was typed, without spaces around it; undefined if it is empty or missing. */
export function textOf(values: Values, name: string): string | undefined {
  const text = values.get(name)?.trim();
  return text === "" ? undefined : text;
}

/** The check boxes of a field with several: the values that are ticked, with commas between them. */
export function tickedIn(
  values: Values,
  name: string,
  options: readonly (string | { readonly value: string })[] = [],
): string {
  const all = options.map((option) => (typeof option === "string" ? option : option.value));
  return all.filter((value) => values.get(`${name}.${value}`) === "on").join(",");
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
