import type { Transport, TransportRequest, TransportResponse } from "messenger-gen-runtime";

/** The boundary of a multipart message differs each time. */
function withoutChance(text: string): string {
  return text.startsWith("--") ? text.replace(/[0-9a-f]{32}/g, "chance") : text;
}

/** A transport that keeps the bodies of the last call. */
export class Recorder implements Transport {
  readonly #transport: Transport;
  request = "";
  response = "";

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { body = request.target } = request;
    this.request = withoutChance(typeof body === "string" ? body : new TextDecoder().decode(body));
    this.response = "";
    const response = await this.#transport.send(request);
    this.response = withoutChance(new TextDecoder().decode(response.body));
    return response;
  }
}
