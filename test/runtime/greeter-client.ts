import {
  caller,
  ClientError,
  type ClientOptions,
  deviatingResponses,
  ServiceFault,
  type TransportRequest,
  type TransportResponse,
} from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { greeter, Greeter, GreeterContract, type GreeterService } from "./greeter.js";

/** A client of this implementation, in memory. */
export const local = (
  service: Partial<GreeterService> = {},
  options: Omit<ClientOptions, "transport"> = {},
) =>
  caller(GreeterContract, { transport: inMemoryTransport(Greeter, { ...greeter, ...service }), ...options });

/** A client whose calls all get this response, and its requests. */
export const answering = (
  answer: Partial<TransportResponse> & { readonly text?: string },
  options: Omit<ClientOptions, "transport"> = {},
) => {
  const sent: TransportRequest[] = [];
  const { text = "", ...rest } = answer;
  const response = {
    status: 200,
    contentType: "text/xml; charset=utf-8",
    body: new TextEncoder().encode(text),
    ...rest,
  };
  const transport = {
    send: async (request: TransportRequest) => {
      sent.push(request);
      return response;
    },
  };
  const deviating = deviatingResponses(options.departures);
  return { client: caller(GreeterContract, { transport, deviating, ...options }), sent };
};

/** How a call ended, as one line. */
export const failure = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceFault) return `fault ${error.reason}: ${error.message}`;
    if (error instanceof ClientError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
};
