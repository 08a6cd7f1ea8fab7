import { password } from "./desk.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const mm7Schemas = {
  release5: "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-0",
  release52: "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-2",
  release6: "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
} as const;

/** A picture; its bytes are not text. */
export const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff);

export interface EnvelopeOptions {
  readonly schema?: string;
  /** Elements in place of the usual ones. */
  readonly fields?: Readonly<Record<string, string>>;
}

const usualFields = {
  MM7Version: "<MM7Version>5.3.0</MM7Version>",
  SenderIdentification:
    "<SenderIdentification><VASPID>42</VASPID><SenderAddress><ShortCode>Shop</ShortCode></SenderAddress></SenderIdentification>",
  Recipients: "<Recipients><To><Number>+12025550101</Number></To></Recipients>",
  Subject: "<Subject>Offers &amp; news</Subject>",
  Content: '<Content href="cid:content@example.com" allowAdaptations="true"/>',
};

/** The SOAP envelope of a SubmitReq. */
export function envelope({ schema = mm7Schemas.release5, fields = {} }: EnvelopeOptions = {}): string {
  const content = Object.values({ ...usualFields, ...fields }).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header>
<mm7:TransactionID xmlns:mm7="${schema}" env:mustUnderstand="1">vasp-1</mm7:TransactionID></env:Header>
<env:Body><SubmitReq xmlns="${schema}">${content}</SubmitReq></env:Body></env:Envelope>`;
}

/** Value of the header field Authorization. */
export function basic(name = "api", secret = password): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
}

const media = `Content-Type: multipart/mixed; boundary=inner
Content-ID: <content@example.com>

--inner
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-ID: <text>

Sch=C3=B6n
--inner
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-ID: <picture>

${Buffer.from(picture).toString("base64")}
--inner--
`;

export interface Mm7Options extends EnvelopeOptions {
  readonly authorization?: string;
  /** The part that the envelope refers to. */
  readonly content?: string;
}

/** A SubmitReq with its content. */
export function multipartData({
  authorization = basic(),
  content = media,
  ...rest
}: Mm7Options = {}): Uint8Array {
  const text = `Authorization: ${authorization}
Content-Type: multipart/related; type="text/xml"; start="<envelope>"; boundary="outer"

--outer
Content-Type: text/xml; charset=utf-8
Content-ID: <envelope>

${envelope(rest)}
--outer
${content}
--outer--
`;
  return bytes(text.replaceAll("\n", "\r\n"));
}

/** A SubmitReq without parts, after its header fields. */
export function plainData({ authorization = basic(), ...rest }: Mm7Options = {}): Uint8Array {
  const fields = { ...rest.fields, Content: "" };
  return bytes(`Content-Type: text/xml\nAuthorization: ${authorization}\n\n${envelope({ ...rest, fields })}`);
}
