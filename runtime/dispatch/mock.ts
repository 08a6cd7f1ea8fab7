import type { AnyOperation } from "../contract/operation.js";
import { ClientError } from "../errors/client-error.js";
import { ServiceFault } from "../errors/fault.js";
import type { CallContext } from "../service/call.js";
import type { ServiceDescriptor } from "../service/service.js";
import type { Transport } from "../transport/transport.js";
import { inMemoryTransport, type InMemoryTransportOptions } from "./in-memory.js";

/** Input of an operation, by the method that implements it. */
type InputOf<Method> = Method extends (input: infer I, ...rest: never) => unknown ? I : never;
/** Result of an operation. */
type OutputOf<Method> = Method extends (...all: never) => Promise<infer O> ? O : never;
type ContextOf<Method> = Method extends (input: never, call: infer Call) => unknown ? Call : never;

/**
 * What a mock answers, by method: a function of the input, as the service has it, or without a promise. A function throws a
 * `ServiceFault`, or a declared fault, for the caller to receive.
 */
export type MockHandlers<Implementation> = {
  readonly [Method in keyof Implementation]?: (
    input: InputOf<Implementation[Method]>,
    call: ContextOf<Implementation[Method]>,
  ) => OutputOf<Implementation[Method]> | Promise<OutputOf<Implementation[Method]>>;
};

/** Outputs by method, as the generated `samples.ts` has them. */
export type MockSamples<Implementation> = {
  readonly [Method in keyof Implementation]?: { readonly output: OutputOf<Implementation[Method]> };
};

/** A call that a mock has received. */
export type MockCall<Implementation> = {
  readonly [Method in keyof Implementation]: {
    readonly method: Method;
    readonly input: InputOf<Implementation[Method]>;
    readonly context: CallContext;
  };
}[keyof Implementation];

/** Options of a mock. */
export interface MockOptions<Implementation> {
  /** Answers of the methods without a handler: the generated samples, such as `weatherSamples`. */
  readonly samples?: MockSamples<Implementation>;
  /** Milliseconds before each answer, or a function of the method (default: 0). A call that ends earlier is not answered. */
  readonly delay?: number | ((method: keyof Implementation) => number);
}

/** A service that answers as a test wants it to, and remembers its calls. */
export interface Mock<Implementation> {
  /** For `serve`, `fetchHandler`, and whatever else takes an implementation. */
  readonly implementation: Implementation;
  /** The calls received so far, in their order. */
  readonly calls: readonly MockCall<Implementation>[];
  /** The inputs of the calls of a method. */
  inputs<Method extends keyof Implementation>(method: Method): readonly InputOf<Implementation[Method]>[];
  /** Answers with these handlers before those given earlier. */
  use(handlers: MockHandlers<Implementation>): void;
  /** Forgets the calls, and the handlers of `use`. */
  reset(): void;
}

/** A transport to a mock. */
export interface MockTransport<Implementation> extends Transport, Mock<Implementation> {}

/**
 * A mock of a service: a method without a handler answers with its sample, and with the fault `NotImplemented` if it has none.
 * Messages pass through the codecs of the service, so that an answer that the contract does not permit is an error.
 */
export function mockService<Implementation>(
  service: ServiceDescriptor<Implementation>,
  handlers: MockHandlers<NoInfer<Implementation>> = {},
  options: MockOptions<NoInfer<Implementation>> = {},
): Mock<Implementation> {
  return new MockedService(service, handlers, options);
}

/**
 * A transport to a mock in the same process: `new WeatherClient({ transport: mockTransport(Weather, { ... }) })`. A handler that throws a
 * `ClientError` breaks the connection of its call.
 */
export function mockTransport<Implementation>(
  service: ServiceDescriptor<Implementation>,
  handlers: MockHandlers<NoInfer<Implementation>> = {},
  options: MockOptions<NoInfer<Implementation>> & InMemoryTransportOptions = {},
): MockTransport<Implementation> {
  const mock = new MockedService(service, handlers, options);
  const inner = inMemoryTransport(service, mock.implementation, options);
  return Object.assign(mock, {
    send: async (request: Parameters<Transport["send"]>[0]) => {
      // Its own object for each call: the handler finds the call by it.
      const own = { ...request, headers: { ...request.headers } };
      const response = await inner.send(own);
      const failure = mock.failures.get(own.headers);
      if (failure !== undefined) throw failure;
      return response;
    },
  });
}

type AnyHandler = (input: unknown, call: CallContext) => unknown;

/** A mock, with the broken connections of its calls. */
export class MockedService<Implementation> implements Mock<Implementation> {
  readonly implementation: Implementation;
  /** By the headers and the signal of the call. */
  readonly failures = new WeakMap<object, ClientError>();
  readonly #handlers: MockHandlers<Implementation>;
  readonly #options: MockOptions<Implementation>;
  #used: readonly MockHandlers<Implementation>[] = [];
  #calls: MockCall<Implementation>[] = [];

  constructor(
    service: ServiceDescriptor<Implementation>,
    handlers: MockHandlers<Implementation>,
    options: MockOptions<Implementation>,
  ) {
    this.#handlers = handlers;
    this.#options = options;
    const names = Object.keys(service.operations) as (keyof Implementation)[];
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the keys of a generic type are of no enum
    const methods = names.map((name) => [name, this.#method(name, service.operations[name])] as const);
    this.implementation = Object.fromEntries(methods) as Implementation;
  }

  get calls(): readonly MockCall<Implementation>[] {
    return this.#calls;
  }

  inputs<Method extends keyof Implementation>(method: Method): readonly InputOf<Implementation[Method]>[] {
    return this.#calls.flatMap((call) =>
      call.method === method ? [call.input as InputOf<Implementation[Method]>] : [],
    );
  }

  use(handlers: MockHandlers<Implementation>): void {
    this.#used = [handlers, ...this.#used];
  }

  reset(): void {
    this.#used = [];
    this.#calls = [];
  }

  #method(method: keyof Implementation, { name }: AnyOperation): AnyHandler {
    return async (input, context) => {
      this.#calls.push({ method, input, context } as MockCall<Implementation>);
      const { delay = 0, samples } = this.#options;
      await pause(typeof delay === "number" ? delay : delay(method), context.signal);
      const handler = [...this.#used, this.#handlers].map((each) => each[method]).find(Boolean);
      if (handler !== undefined) return this.#answered(handler as AnyHandler, input, context);
      const sample = samples?.[method];
      if (sample !== undefined) return sample.output;
      throw new ServiceFault("NotImplemented", `The mock has no handler and no sample of ${name}.`);
    };
  }

  async #answered(handler: AnyHandler, input: unknown, context: CallContext): Promise<unknown> {
    try {
      return await handler(input, context);
    } catch (error) {
      if (error instanceof ClientError)
        for (const key of [context.httpHeaders, context.signal])
          if (key !== undefined) this.failures.set(key, error);
      throw error;
    }
  }
}

/** Waits, at most until a signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
  signal.throwIfAborted();
}
