import type { Doc, Id, PartModel } from "../../../model/types.js";
import { freeName } from "../../data/identifiers.js";
import type { ElementPlan, FaultPlan, HeadersPlan } from "../../data/operations.js";
import { claimProperty } from "../names/property-names.js";
import { typeName } from "../names/spelling.js";
import { partField, type BodyContext } from "./bodies.js";
import { isSoap, type Exposure } from "./exposure.js";

/** Plans the elements of headers and faults: each once, however many operations have it. */
export class Elements {
  readonly #context: BodyContext;
  readonly #stems = new Set<string>();
  readonly #elements = new Map<string, ElementPlan>();
  readonly #faults = new Map<ElementPlan, FaultPlan>();

  constructor(context: BodyContext) {
    this.#context = context;
  }

  get all(): readonly ElementPlan[] {
    return [...this.#elements.values()];
  }

  get faults(): readonly FaultPlan[] {
    return [...this.#faults.values()];
  }

  /** The faults that the SOAP bindings of an operation declare, in the order of the port types. */
  faultsOf(exposures: readonly Exposure[]): readonly FaultPlan[] {
    const declared = exposures.filter(isSoap).flatMap(({ operation }) => operation.faults);
    const faults = declared.flatMap(({ message }) => {
      const { parts, name, doc } = this.#context.contract.message(message);
      const [part] = parts;
      return part === undefined ? [] : [this.#fault(this.#element(part, name), doc)];
    });
    return [...new Set(faults)];
  }

  /** The header faults of a header, in the order of the bindings. */
  headerFaultsOf(exposures: readonly Exposure[]): readonly FaultPlan[] {
    const { contract } = this.#context;
    const declared = exposures.filter(isSoap).flatMap(({ bound: { input, output } }) => {
      const headers = [...input.headers, ...(output?.headers ?? [])];
      return headers.flatMap(({ faults }) => faults);
    });
    const faults = declared.flatMap(({ message, part }) => {
      const element = this.#header(message, part);
      return element === undefined ? [] : [this.#fault(element, contract.message(message).doc)];
    });
    return [...new Set(faults)];
  }

  /** The headers of one direction; undefined when the bindings declare none. */
  headersOf(exposures: readonly Exposure[], side: "input" | "output", stem: string): HeadersPlan | undefined {
    const declared = exposures.filter(isSoap).flatMap(({ bound }) => bound[side]?.headers ?? []);
    const headers = new Set(declared.flatMap(({ message, part }) => this.#header(message, part) ?? []));
    if (headers.size === 0) return undefined;
    const typeOf = { input: `${stem}InputHeaders`, output: `${stem}OutputHeaders` };
    const names = new Set<string>();
    const elements = [...headers].map((header) => {
      const wanted = names.has(header.field.property) ? header.stem : header.field.property;
      return { ...header, field: { ...header.field, property: claimProperty(names, wanted) } };
    });
    return { typeName: typeOf[side], elements };
  }

  #header(id: Id, name: string): ElementPlan | undefined {
    const message = this.#context.contract.message(id);
    const part = message.parts.find((each) => each.name === name);
    return part === undefined ? undefined : this.#element(part, part.name);
  }

  #element(part: PartModel, called: string): ElementPlan {
    const { contract } = this.#context;
    const planned = partField(this.#context, part);
    const field = { ...planned, property: contract.propertyName(planned.name) };
    const { namespace, name } = field.element;
    const key = `{${namespace}}${name} ${part.element ?? part.type ?? ""}`;
    const known = this.#elements.get(key);
    if (known !== undefined) return known;
    const { module } = contract.namespaces.of(namespace);
    const own = part.element === undefined ? called : name;
    const wanted =
      part.element === undefined || module === undefined ? typeName(own) : `${typeName(own)}$${module.alias}`;
    const stem = freeName(wanted, (free) => !this.#stems.has(free));
    this.#stems.add(stem);
    const element = { name: own, stem, field };
    this.#elements.set(key, element);
    return element;
  }

  #fault(element: ElementPlan, doc: Doc): FaultPlan {
    const known = this.#faults.get(element);
    if (known !== undefined) return known;
    const className = this.#className(element);
    const fault = { className, doc: doc.length > 0 ? doc : element.field.doc, element };
    this.#faults.set(element, fault);
    return fault;
  }

  /** The name of the element and `Error`; if that is taken, the alias of its namespace is added, then a number. */
  #className({ name, field }: ElementPlan): string {
    const { namespaces, publicNames } = this.#context.contract;
    const { module } = namespaces.of(field.element.namespace);
    const wanted = typeName(`${name}Error`);
    if (!publicNames.has(wanted)) return publicNames.claim(wanted);
    const longer = module === undefined ? wanted : typeName(`${name}-${module.alias}Error`);
    return publicNames.claimNumbered(longer);
  }
}
