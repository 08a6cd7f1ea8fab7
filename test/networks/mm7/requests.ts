import { namespaceOf } from "#server/networks/mm7/documents/schema.js";

/** Names of the schemas that a document has, each once. */
export function schemasIn(document = ""): readonly string[] {
  return [...new Set(document.match(/REL-[0-9]+-MM7-[0-9-]+/g))];
}

/** Requests of an MMSC. */
export interface RequestOptions {
  /** Name of the schema. */
  readonly schema?: string;
  readonly transactionId?: string;
  readonly version?: string;
}

export function request(name: string, fields: string, options: RequestOptions = {}): string {
  const { schema = "REL-6-MM7-1-4", transactionId = "tx-1", version = "6.8.0" } = options;
  const namespace = namespaceOf(schema);
  return `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header>
<TransactionID xmlns="${namespace}" SOAP-ENV:mustUnderstand="1">${transactionId}</TransactionID></SOAP-ENV:Header>
<SOAP-ENV:Body><m:${name} xmlns:m="${namespace}">${`<MM7Version>${version}</MM7Version>${fields}`.replace(/<(\/?)/g, "<$1m:")}</m:${name}>
</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}

export function reportRequest(messageId: string, mmStatus: string, options?: RequestOptions): string {
  const recipient = "<Recipient><Number>+12025550101</Number></Recipient>";
  const fields = `<MessageID>${messageId}</MessageID>${recipient}<Sender><ShortCode>Shop</ShortCode></Sender>`;
  return request(
    "DeliveryReportReq",
    `${fields}<Date>2030-01-15T12:00:00Z</Date><MMStatus>${mmStatus}</MMStatus>`,
    options,
  );
}

export interface DeliverOptions extends RequestOptions {
  readonly to?: string;
  readonly subject?: string;
}

/** The envelope of an incoming message; `href` names its content. */
export function deliverRequest(href: string | undefined, options: DeliverOptions = {}): string {
  const { to = "4242", subject = "Hi" } = options;
  const address = `<Sender><Number>+12025550101</Number></Sender><Recipients><To><ShortCode>${to}</ShortCode></To></Recipients>`;
  const content = href === undefined ? "" : `<Content href="${href}"/>`;
  return request("DeliverReq", `${address}<Subject>${subject}</Subject>${content}`, options);
}

export interface Body {
  readonly type: string;
  readonly body: Buffer;
}

/** The envelope and the parts of its content as one HTTP body. */
export function withContent(envelope: string, parts: string): Body {
  const text = `--outer\r\nContent-Type: text/xml; charset=utf-8\r\nContent-ID: <env>\r\n\r\n${envelope}\r\n--outer\r\n${parts}\r\n--outer--\r\n`;
  return {
    type: 'multipart/related; boundary="outer"; type="text/xml"; start="<env>"',
    body: Buffer.from(text),
  };
}
