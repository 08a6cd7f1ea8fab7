import type { Transport, TransportRequest, TransportResponse } from "messenger-gen/runtime";

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
    this.request = typeof body === "string" ? body : new TextDecoder().decode(body);
    this.response = "";
    const response = await this.#transport.send(request);
    this.response = new TextDecoder().decode(response.body);
    return response;
  }
}
