import { type Entity, readEntity } from "messenger-gen-runtime/mime";
import { readHttpMessage } from "../gateways/mm7/documents/http-message.js";
import { readSubmitRequest, type SubmitRequest } from "./mm7-submit.js";

/** An MM7 request as it would be sent over HTTP: header fields, an empty line, body. */
export interface Mm7Data {
  readonly submit: SubmitRequest;
  /** Name and password of the field Authorization; undefined without one of the scheme Basic. */
  readonly login: { readonly name: string; readonly password: string } | undefined;
  /** The content that `Content` of the request refers to; undefined without a reference. */
  readonly content: Entity | undefined;
}

/** Maximum bytes of the data: an MMS of the largest size in base64, and its envelope. */
const maxData = 2 * 1_048_576;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Credentials of the scheme Basic (RFC 7617), in UTF-8. */
function loginOf({ fields }: Entity): Mm7Data["login"] {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(fields.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(":");
    return colon === -1 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** Reads the data of SendMMS; undefined if it is not an MM7 SubmitReq, or lacks the content that it refers to. */
export function readMm7Data(data: Uint8Array, now: number): Mm7Data | undefined {
  const entity = data.length > maxData ? undefined : readEntity(data);
  const message = entity && readHttpMessage(entity);
  const submit = message && readSubmitRequest(message.document, message.charset, now);
  if (entity === undefined || message === undefined || submit === undefined) return undefined;
  const content = submit.content === undefined ? undefined : message.part(submit.content);
  if (submit.content !== undefined && content === undefined) return undefined;
  return { submit, login: loginOf(entity), content };
}
