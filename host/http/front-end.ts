import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  type CallHandler,
  type CallBinding,
  type DecodedCall,
  endRows,
  faultOf,
  type FindBinding,
  isRefused,
  type RefusedCall,
  type ServiceIndex,
  type Steps,
  textStep,
  type WireResponse,
} from "messenger-gen-runtime/host";
import type { CallLog } from "messenger-gen-runtime";
import { networkOf } from "messenger-gen-runtime/network";
import { ActiveCalls } from "./active-calls.js";
import { Authorizing, type Authorization } from "./authorizing.js";
import { sendFixed, withoutBody, type FixedResponse } from "./fixed-response.js";
import type { BodyRequest } from "./body.js";
import type { CallObserver } from "./call-observer.js";
import { CallRecords } from "./call-records.js";
import type { CallerAddress } from "./caller-address.js";
import { hasOtherTransferCoding } from "./content-coding.js";
import { RequestResources, type Load } from "./request-resources.js";
import { bindingOf, JsonMount, jsonMountOf } from "./json-mount.js";
import { LargeOperations } from "./large-operations.js";
import type { Limits } from "./limits.js";
import { mountTable, type Documents, type Mount, type Target, type ServedPath } from "./mount.js";
import { Pipelines } from "./pipelines.js";
import {
  allowed,
  bareMethods,
  bodyRefusals,
  operationMethods,
  unavailable,
  unrecognizedPath,
} from "./refusals.js";
import { Refusing } from "./refusing.js";
import { Responses } from "./responses.js";
import { ServedCall } from "./served-call.js";
import { EndOfTurn } from "./end-of-turn.js";
import { isStreamed } from "./streamed-response.js";

/** Options of the front end. */
export interface FrontEndOptions {
  readonly service: ServiceIndex;
  readonly mounts: readonly Mount[];
  /** Documents for GET of a bare path; set when the address is known, before the first request. */
  readonly documents: ReadonlyMap<Mount, Documents>;
  /** The service as JSON. */
  readonly json: JsonMount | undefined;
  readonly find: FindBinding;
  /** Operations whose body may be larger than usual. */
  readonly largeBodyOperations: readonly string[];
  readonly limits: Limits;
  readonly callerAddress: CallerAddress;
  readonly authorization: Authorization | undefined;
  /** Serves the calls of one binding. */
  readonly answers: Readonly<Record<CallBinding, CallHandler>>;
  readonly log: CallLog;
  readonly observer: CallObserver | undefined;
  /** Besides the mounts. */
  readonly paths: readonly ServedPath[];
  /** The page of a request target that is no mount, for GET and HEAD; undefined if there is none. */
  readonly page: (target: string) => (() => Promise<FixedResponse>) | undefined;
}

type Found = Target<Mount>;
type Step = () => void | Promise<void>;
type Decoded = DecodedCall | RefusedCall;

/** A request for a mount. */
type Arrival = BodyRequest & Readonly<{ found: Found; lenient: boolean; remoteAddress: string }>;

/**
 * Everything between node:http and the calls: which mount and which binding a request is for, how large it may be,
 * its decoding, the call, the response, and the log line.
 */
export class FrontEnd {
  readonly #options: FrontEndOptions;
  readonly #find: (requestTarget: string) => Found | undefined;
  /** Some operation of HTTP POST has the location `/`. */
  readonly #takesSlash: boolean;
  readonly #largeOperations: LargeOperations;
  readonly #resources: RequestResources;
  readonly #paths: ReadonlyMap<string, ServedPath>;
  readonly #calls: ActiveCalls;
  readonly #refusing: Refusing;
  readonly #authorizing: Authorizing;
  readonly #pipelines: Pipelines;
  readonly #records: CallRecords;
  readonly #endOfTurn = new EndOfTurn();
  readonly #responses: Responses;
  #stopped = false;

  constructor(options: FrontEndOptions) {
    this.#options = options;
    this.#calls = new ActiveCalls(options.limits.answerTime, (call, fault) => {
      this.#responses.finish(call, options.find(call.binding).encodeFault(fault));
    });
    const { json, mounts } = options;
    // The path of JSON may be below that of another mount.
    this.#find = mountTable<Mount>(json === undefined ? mounts : [json, ...mounts]);
    this.#takesSlash = options.service.byPath.httpPost.exact.has("");
    this.#largeOperations = new LargeOperations(options.service, options.largeBodyOperations);
    this.#resources = new RequestResources(options.limits);
    this.#records = new CallRecords(options.log, options.observer);
    this.#responses = new Responses({ ...options, records: this.#records });
    this.#refusing = new Refusing({
      find: options.find,
      records: this.#records,
      sendTime: options.limits.sendTime,
      remoteAddress: (req) => this.#remoteAddress(req),
      jsonAt: (target) => (json === undefined ? undefined : jsonMountOf(this.#find(target))),
    });
    this.#authorizing = new Authorizing({ ...options, refusing: this.#refusing });
    this.#pipelines = new Pipelines(options.limits.requestsWaiting);
    this.#paths = new Map(options.paths.map((path) => [path.path, path]));
  }

  /** Listener of `request` and `checkContinue`. */
  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    this.#contained(res, () => {
      this.#handle(req, res);
    });
  };

  /** Runs one step of a request. An uncaught error ends only that request. */
  #contained(res: ServerResponse, step: Step): void {
    const fail = (error: unknown): void => {
      this.#options.log.error({ err: error }, "request failed");
      if (res.headersSent) res.destroy();
      else {
        res.shouldKeepAlive = false;
        sendFixed(res, withoutBody(500), this.#options.limits.sendTime);
      }
    };
    try {
      step()?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  #handle(req: IncomingMessage, res: ServerResponse): void {
    if (res.socket === null && !this.#pipelines.admits(res)) {
      this.#refusing.unread(req, res, unavailable);
      return;
    }
    if (hasOtherTransferCoding(req)) {
      this.#refusing.request(req, res, withoutBody(501));
      return;
    }
    const found = this.#find(req.url ?? "");
    if (found === undefined) {
      this.#elsewhere(req, res);
      return;
    }
    if (found.mount instanceof JsonMount) {
      this.#json(found.mount, req, res, found);
      return;
    }
    switch (req.method) {
      case "POST":
        if (found.rest === "" && !this.#takesSlash) this.#refusing.request(req, res, unrecognizedPath);
        else if (found.rest === undefined && this.#authorizing.mayRefuse) this.#soap(req, res, found);
        else this.#post(req, res, found);
        return;
      case "GET":
        if (found.rest === undefined)
          this.#responses.document(res, this.#options.documents.get(found.mount)?.(found.query));
        else if (found.rest === "") this.#refusing.request(req, res, unrecognizedPath);
        else this.#get(this.#arrivalOf(req, res, found));
        return;
      case "HEAD":
        if (found.rest === undefined)
          this.#responses.document(res, this.#options.documents.get(found.mount)?.(found.query));
        else this.#refusing.request(req, res, allowed(405, operationMethods));
        return;
      case "OPTIONS":
        this.#responses.fixed(res, allowed(204, found.rest === undefined ? bareMethods : operationMethods));
        return;
      default:
        this.#refusing.request(
          req,
          res,
          allowed(405, found.rest === undefined ? bareMethods : operationMethods),
        );
    }
  }

  #json(json: JsonMount, req: IncomingMessage, res: ServerResponse, found: Found): void {
    const reply = json.reply(req.method ?? "", found.rest, req.headers.accept);
    if (reply === undefined) this.#jsonCall(json, req, res, found);
    else if (typeof reply === "object" && reply.status >= 400) this.#refusing.request(req, res, reply);
    else this.#responses.document(res, typeof reply === "object" ? reply : reply());
  }

  /** What the headers refuse is refused before the body is read. */
  #jsonCall(json: JsonMount, req: IncomingMessage, res: ServerResponse, found: Found): void {
    const admitted = json.admit(req, found.rest, this.#remoteAddress(req));
    if (admitted === undefined) this.#post(req, res, found);
    else
      this.#contained(res, async () => {
        const { refused, notes } = await admitted;
        if (refused === undefined) this.#post(req, res, found);
        else this.#refusing.call(req, res, refused, notes);
      });
  }

  #soap(req: IncomingMessage, res: ServerResponse, found: Found): void {
    this.#contained(res, () =>
      this.#authorizing.before(req, res, () => {
        this.#post(req, res, found);
      }),
    );
  }

  /** Whether a request target is one of the paths. */
  serves(target: string): boolean {
    const isPage = this.#options.page(target) !== undefined;
    return isPage || this.#find(target) !== undefined || this.#paths.has(target.split("?")[0] ?? "");
  }

  /** Aborts the calls of a connection that was closed. */
  readonly abandon = (socket: Socket): void => {
    this.#resources.abandon(socket);
    for (const call of this.#calls.abandon(socket)) this.#records.ended(call, undefined);
  };

  /** Resources that requests hold and wait for now. */
  get load(): Load {
    return this.#resources.load;
  }

  /**
   * Abandons every call in flight, and refuses every later one with 503; resolves when each running call has a response, a
   * fault where its operation gives none.
   */
  endCalls(): Promise<void> {
    this.#stopped = true;
    return this.#calls.endAll();
  }

  /** A request for no mount. */
  #elsewhere(req: IncomingMessage, res: ServerResponse): void {
    const { url = "", method } = req;
    const path = this.#paths.get(url.split("?")[0] ?? "");
    if (path === undefined) {
      const page = /^(?:GET|HEAD)$/.test(method ?? "") ? this.#options.page(url) : undefined;
      if (page !== undefined) this.#responses.document(res, page());
      else if (url === "*" && method === "OPTIONS") this.#responses.fixed(res, allowed(204, bareMethods));
      else this.#refusing.request(req, res, withoutBody(404));
    } else if (method === "POST") this.#postTo(path, req, res);
    else this.#refusing.request(req, res, allowed(405, "POST"));
  }

  #postTo(path: ServedPath, req: IncomingMessage, res: ServerResponse): void {
    const remoteAddress = this.#remoteAddress(req);
    const owner = networkOf(remoteAddress);
    this.#contained(res, async () => {
      const handler = await path.admit({ headers: req.headers, remoteAddress });
      if (typeof handler !== "function") {
        this.#refusing.request(req, res, handler);
        return;
      }
      const request = { req, res, owner, announcedLarge: () => false };
      this.#readBody(request, async (body) => {
        this.#responses.fixed(res, await handler(body));
      });
    });
  }

  #post(req: IncomingMessage, res: ServerResponse, found: Found): void {
    const arrival = this.#arrivalOf(req, res, found);
    this.#readBody(arrival, (body) => {
      this.#receive(arrival, body);
    });
  }

  #get(arrival: Arrival): void {
    const { req, res, owner } = arrival;
    this.#inTurn(owner, req.url?.length ?? 0, res, () => {
      this.#receive(arrival, noBody);
    });
  }

  #arrivalOf(req: IncomingMessage, res: ServerResponse, found: Found): Arrival {
    const remoteAddress = this.#remoteAddress(req);
    const announcedLarge = (): boolean =>
      this.#largeOperations.announcedBy(req, found.rest, jsonMountOf(found));
    const lenient = found.mount.compatibility === "lenient";
    return { req, res, found, lenient, remoteAddress, owner: networkOf(remoteAddress), announcedLarge };
  }

  /** Reads a body; `done` runs in the turn of the caller. */
  #readBody(request: BodyRequest, done: (body: Buffer) => void | Promise<void>): void {
    const { req, res, owner } = request;
    this.#resources.read(request, (body) => {
      if (typeof body !== "string") {
        this.#inTurn(owner, body.length, res, () => done(body));
        return;
      }
      this.#contained(res, () => {
        this.#refusing.request(req, res, bodyRefusals[body]);
      });
    });
  }

  #inTurn(owner: string, bytes: number, res: ServerResponse, step: Step, how?: "continue"): void {
    const run = (): void => {
      if (this.#stopped) this.#refusing.request(res.req, res, unavailable);
      else this.#contained(res, step);
    };
    this.#resources.inTurn(owner, bytes, res, run, how);
  }

  #receive(arrival: Arrival, body: Buffer): void {
    const { req, found, lenient } = arrival;
    const { mount, rest, query } = found;
    const method = req.method ?? "";
    const binding = bindingOf(method, found);
    const path = rest === undefined ? "" : `/${rest}`;
    const request = { method, path, query, headers: req.headers, body };
    const { service, find } = this.#options;
    const options = { lenient, withoutAction: mount.withoutAction, charset: mount.charset };
    const reading = find(binding);
    if (body.length <= textStep)
      this.#decoded(arrival, reading.decode(request, service, options), body.length);
    else this.#decodeLater(arrival, reading.decodeInSteps(request, service, options), body.length);
  }

  /** Each step has a turn of its own, also the first one: the bytes of a large body have just been put together. */
  #decodeLater(arrival: Arrival, decoding: Steps<Decoded>, size: number): void {
    const next = (): void => {
      const step = decoding.next();
      if (step.done === true) this.#decoded(arrival, step.value, size);
      else this.#decodeLater(arrival, decoding, size);
    };
    this.#inTurn(arrival.owner, textStep, arrival.res, next, "continue");
  }

  #decoded(arrival: Arrival, decoded: Decoded, size: number): void {
    const { req, res } = arrival;
    const mayBeLarge = decoded.operation === undefined || this.#largeOperations.has(decoded.operation.name);
    if (size > this.#options.limits.body && !mayBeLarge)
      this.#refusing.request(req, res, bodyRefusals.tooLarge);
    else if (isRefused(decoded)) this.#refusing.call(req, res, decoded);
    else if (!this.#authorizing.mayRefuse) this.#run(arrival, decoded);
    else
      this.#contained(res, () =>
        this.#authorizing.after(req, res, decoded.binding, () => {
          if (this.#stopped) this.#refusing.request(req, res, unavailable);
          else this.#run(arrival, decoded);
        }),
      );
  }

  #run({ res, remoteAddress, lenient }: Arrival, decoded: DecodedCall): void {
    const { log, limits, answers, find } = this.#options;
    const { callTime } = limits;
    const call = new ServedCall(decoded, { response: res, remoteAddress, lenient, log, callTime });
    this.#calls.add(call);
    const answered = (response: WireResponse): void => {
      this.#endOfTurn.add(() => {
        this.#contained(res, () => {
          if (!this.#calls.remove(call)) endRows(response);
          else if (isStreamed(response)) this.#calls.answering(call, this.#responses.stream(call, response));
          else this.#responses.finish(call, response);
        });
      });
    };
    answers[decoded.binding](decoded, call).then(answered, (error: unknown) => {
      answered(find(decoded.binding).encodeFault(faultOf(error, call)));
    });
  }

  #remoteAddress({ socket, headers }: IncomingMessage): string {
    return this.#options.callerAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString());
  }
}

const noBody = Buffer.alloc(0);
