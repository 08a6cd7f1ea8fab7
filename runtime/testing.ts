/** What tests of programs call in place of a service: mocks, and an implementation in the same process. */
import { MockedService, type Mock, type MockHandlers, type MockOptions } from "./dispatch/mock.js";
import { fetchHandler } from "./fetch-handler.js";
import type { ServiceDescriptor } from "./service/service.js";

export { inMemoryTransport, type InMemoryTransportOptions } from "./dispatch/in-memory.js";
export {
  mockService,
  mockTransport,
  type Mock,
  type MockCall,
  type MockHandlers,
  type MockOptions,
  type MockSamples,
  type MockTransport,
} from "./dispatch/mock.js";

/** Options of `mockHost`. */
export interface MockHostOptions<Implementation> extends MockOptions<Implementation> {
  /** Address of the service (default: that in the contract). */
  readonly url?: string | URL;
}

/** A mock that answers requests to its service. */
export interface MockHost<Implementation> extends Mock<Implementation> {
  /** Matches the URLs of the service, without their queries. */
  readonly urls: RegExp;
  /** The response to a request at one of them; an error of the network where a handler throws a `ClientError`. */
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * A mock of a service as `mockService` makes it, with its responses to requests over SOAP and HTTP.
 *
 * @throws TypeError when neither the options nor the contract have an address
 */
export function mockHost<Implementation>(
  service: ServiceDescriptor<Implementation>,
  handlers: MockHandlers<NoInfer<Implementation>> = {},
  options: MockHostOptions<NoInfer<Implementation>> = {},
): MockHost<Implementation> {
  const { url = service.url } = options;
  if (url === undefined)
    throw new TypeError(`The contract of ${service.name} has no address: give the mock a url`);
  const { origin, pathname } = new URL(url);
  const mock = new MockedService(service, handlers, options);
  const handle = fetchHandler(service, mock.implementation, { path: pathname });
  const base = `${origin}${pathname}`.replace(/\/$/, "");
  return Object.assign(mock, {
    urls: new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:/.*)?$`),
    respond: async (request: Request) => {
      const response = await handle(request);
      return mock.failures.has(request.signal) ? Response.error() : response;
    },
  });
}
