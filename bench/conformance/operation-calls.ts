import type { FaultPlan, HeadersPlan, OperationPlan } from "#generator/plan/data/operations.js";
import type { Desk } from "./desk.js";
import { difference } from "./difference.js";
import type { Documents } from "./documents.js";
import type { Recorder } from "./recorder.js";
import { NoValue, type Values } from "./values.js";
import { most, seeded, type Source } from "./source.js";

export type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** A client, and what stands behind its service. */
export interface Place {
  readonly desk: Desk;
  readonly client: Client;
  /** Present where messages are kept. */
  readonly recorder: Recorder | undefined;
  readonly place: string;
}

export interface FaultClass {
  readonly fault: FaultPlan;
  readonly type: new (detail: unknown, message: string) => Error & { readonly detail: unknown };
}

/** Generators of the parts of a call. */
export interface Sources {
  readonly input: Source;
  readonly output: Source;
  readonly headers: Source;
  /** Detail of a fault. */
  readonly detail: Source;
}

/** Calls with the same sources. */
export interface Variant {
  readonly name: string;
  readonly sources: Sources;
}

/** One source for everything. */
export function alike(source: Source): Sources {
  return { input: source, output: source, headers: source, detail: source };
}

/** Values of SOAP headers, by property. */
type Headers = Readonly<Record<string, unknown>>;

interface Given {
  readonly input: unknown;
  readonly output: unknown;
  readonly headers: Readonly<Record<"input" | "output", Headers | undefined>>;
}

export class OperationCalls {
  readonly #values: Values;
  readonly #documents: Documents | undefined;
  readonly flaws: string[] = [];
  readonly withoutValue: string[] = [];
  count = 0;

  /** @param documents what is to be asked of a schema is left there */
  constructor(values: Values, documents?: Documents) {
    this.#values = values;
    this.#documents = documents;
  }

  /** One call for each way to reach the operation. */
  async everyBinding(operation: OperationPlan, place: Place, { name, sources }: Variant): Promise<void> {
    const given = this.#given(operation, sources);
    if (given === undefined) return;
    const [first] = operation.bindings;
    for (const binding of operation.bindings) {
      if (binding.startsWith("http") && !isAnswerable(operation, given.output)) continue;
      const label = `${operation.name} by ${binding} ${place.place}, ${name}`;
      const sent = binding.startsWith("http")
        ? { ...given, input: inForm(operation, binding, given.input) }
        : given;
      const back = await this.#call(operation, place, sent, { binding, label });
      if (back === undefined || place.recorder === undefined || binding !== first) continue;
      this.#keep(operation, place.recorder, label);
      await this.#again(operation, place, back, { binding, label });
    }
  }

  /** Each declared fault, by each SOAP binding. */
  async faults(
    operation: OperationPlan,
    classes: readonly FaultClass[],
    place: Place,
    { sources }: Pick<Variant, "sources"> = { sources: { ...alike(seeded(2)), detail: most } },
  ): Promise<void> {
    const given = classes.length === 0 ? undefined : this.#given(operation, sources);
    if (given === undefined) return;
    for (const { fault, type } of classes) {
      for (const binding of operation.bindings.filter((each) => each.startsWith("soap"))) {
        const label = `${operation.name} by ${binding} ${place.place}, fault ${fault.className}`;
        const detail = this.#made(label, () => this.#values.field(fault.element.field, sources.detail));
        if (detail === undefined) continue;
        place.desk.answer = { fault: new type(detail.value, "declared") };
        const problem = await this.#caught(operation, place, given, binding, (error) =>
          error instanceof type
            ? difference(detail.value, error.detail, "detail")
            : `became ${String(error)}`,
        );
        if (problem !== undefined) this.#flaw(`${label}: ${problem}`);
        else if (place.recorder !== undefined && binding === operation.bindings[0]) {
          this.#document(place.recorder.response, label);
        }
      }
    }
  }

  #given(operation: OperationPlan, sources: Sources): Given | undefined {
    const { name, input, output, headers } = operation;
    const made = this.#made(name, () => ({
      input: this.#values.input(input.body, sources.input),
      output: this.#values.output(output, sources.output),
      headers: {
        input: this.#headers(headers.input, sources.headers),
        output: this.#headers(headers.output, sources.headers),
      },
    }));
    return made?.value;
  }

  #headers(headers: HeadersPlan | undefined, source: Source): Headers | undefined {
    if (headers === undefined) return undefined;
    const present = headers.elements.filter(() => source(2) === 1);
    return Object.fromEntries(
      present.map(({ field }) => [field.property, this.#values.field(field, source)] as const),
    );
  }

  #made<T>(label: string, make: () => T): { readonly value: T } | undefined {
    try {
      return { value: make() };
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      this.withoutValue.push(`${label}: ${error.message}`);
      return undefined;
    }
  }

  /** The received value if it equals the sent one; otherwise undefined, and a flaw. */
  async #call(
    operation: OperationPlan,
    { desk, client }: Place,
    given: Given,
    { binding, label }: { readonly binding: string; readonly label: string },
  ): Promise<Given | undefined> {
    desk.answer = { output: given.output, headers: given.headers.output };
    desk.seen = undefined;
    this.count++;
    let heard: Headers | undefined;
    let output: unknown;
    try {
      output = await invoke(client, operation, given, {
        binding,
        onHeaders: (each: Headers) => (heard = each),
      });
    } catch (error) {
      this.#flaw(`${label}: ${[chain(error), ...desk.errors.splice(0)].join(" | ")}`);
      return undefined;
    }
    const isForm = binding.startsWith("http");
    // `Desk` is called in between, which the compiler does not see.
    const seen = desk.seen as Desk["seen"];
    const problem =
      difference(given.input, seen?.input, "input") ??
      difference(given.output, output, "output") ??
      (isForm ? undefined : difference(given.headers.input ?? {}, seen?.headers ?? {}, "headers")) ??
      (isForm ? undefined : difference(given.headers.output ?? {}, heard ?? {}, "answered headers"));
    if (problem !== undefined) {
      this.#flaw(`${label}: ${problem}`);
      return undefined;
    }
    return { input: seen?.input, output, headers: given.headers };
  }

  /** Calls with what came back: the messages have to be the same to the byte. */
  async #again(
    operation: OperationPlan,
    place: Place,
    back: Given,
    call: { readonly binding: string; readonly label: string },
  ): Promise<void> {
    const { recorder } = place;
    if (recorder === undefined) return;
    const { request, response } = recorder;
    const found = await this.#call(operation, place, back, call);
    if (found === undefined) return;
    if (recorder.request !== request) this.#flaw(`${call.label}: the request is not written again as it was`);
    if (recorder.response !== response)
      this.#flaw(`${call.label}: the response is not written again as it was`);
  }

  async #caught(
    operation: OperationPlan,
    { client }: Place,
    given: Given,
    binding: string,
    judge: (error: unknown) => string | undefined,
  ): Promise<string | undefined> {
    this.count++;
    try {
      await invoke(client, operation, given, { binding });
    } catch (error) {
      return judge(error);
    }
    return "no fault came";
  }

  #keep({ encoded, bindings: [binding] }: OperationPlan, recorder: Recorder, label: string): void {
    if (this.#documents === undefined || encoded || binding?.startsWith("soap") !== true) return;
    this.#document(recorder.request, `${label}, request`);
    if (recorder.response !== "") this.#document(recorder.response, `${label}, response`);
  }

  #document(envelope: string, label: string): void {
    const problem = this.#documents?.keep(envelope, label);
    if (problem !== undefined) this.#flaw(problem);
  }

  #flaw(text: string): void {
    this.flaws.push(text);
  }
}

/** Fields that the parameters of a form can carry; others of the message are optional. */
function inForm({ http, input: { body } }: OperationPlan, binding: string, input: unknown): unknown {
  if (
    http?.parameters === undefined ||
    body.kind === "bare" ||
    (binding === "httpPost" && http.document !== undefined)
  )
    return input;
  const named = new Set(http.parameters.map(({ property }) => property));
  return Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => named.has(name)));
}

/** A response that may be any element is a document: one element, and nothing around it. */
function isAnswerable({ http }: OperationPlan, output: unknown): boolean {
  if (http?.answer?.value?.kind !== "content" || !Array.isArray(output)) return true;
  return output.length === 1 && typeof output[0] !== "string";
}

function invoke(
  client: Client,
  { method, headers }: OperationPlan,
  given: Given,
  options: object,
): Promise<unknown> {
  const call = client[method]?.bind(client);
  if (call === undefined) throw new Error(`The client has no method ${method}.`);
  const soapHeaders = headers.input === undefined ? undefined : (given.headers.input ?? {});
  return call(given.input, { ...options, soapHeaders });
}

/** An error and what caused it. */
function chain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${chain(error.cause)})`;
}
