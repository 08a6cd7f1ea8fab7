import type {
  BodyPlan,
  ElementPlan,
  FaultPlan,
  HeadersPlan,
  OperationPlan,
} from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import type { NamespaceConstants } from "./namespaces.js";
import {
  code,
  key,
  list,
  object,
  openList,
  openObject,
  property,
  value as asValue,
  type Code,
  type Reference,
  typing,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol, MemberSymbol } from "./printer/symbols.js";
import { ApiTypes } from "./type-text/api-types.js";

/** The constant of an element of headers or faults. */
export type ElementConstants = (element: ElementPlan) => Reference;

/** Positions of messages, headers and faults in an envelope, as expressions of a file. */
export class MessageForms {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;
  readonly #namespaces: NamespaceConstants;
  /** Prefixes that every message declares; none where there are none. */
  readonly #prefixes: readonly ConstantSymbol[];

  constructor(file: GeneratedFile, plan: Plan, namespaces: NamespaceConstants) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
    this.#namespaces = namespaces;
    this.#prefixes =
      plan.prefixes.length === 0 ? [] : [file.constant("prefixes", (self) => this.#prefixList(self))];
  }

  /** The element of a message, or the first element of Body, and the prefixes declared there. */
  body(body: BodyPlan): readonly Code[] {
    const declared = this.#prefixes.map((prefixes) => property("prefixes", prefixes));
    if (body.kind !== "parts") return [code`element: ${this.#namespaces.qName(body.element)}`, ...declared];
    const [first] = body.fields.filter(({ kind }) => kind === "element");
    const begin = first === undefined ? [] : [code`first: ${this.#namespaces.qName(first.element)}`];
    return ["element: undefined", ...begin, ...declared];
  }

  /** A constant for each element of headers and faults, which operations share, with its codecs of these directions. */
  elements(suffix: string, directions: readonly ("read" | "write")[]): ElementConstants {
    const constants = new Map(
      this.#plan.elements.map((element) => {
        const print = (self: ConstantSymbol): Code => this.#element(self, element, directions);
        return [element.stem, this.#file.constant(`${element.stem}${suffix}`, print)];
      }),
    );
    return ({ stem }) => {
      const known = constants.get(stem);
      if (known === undefined) throw new Error(`No element is called ${stem}.`);
      return asValue(known);
    };
  }

  /** The property `headers` of an operation that has any. */
  headers(
    { headers: { input, output } }: OperationPlan,
    elements: { readonly input: ElementConstants; readonly output: ElementConstants },
  ): readonly Code[] {
    if (input === undefined && output === undefined) return [];
    const rows = (headers: HeadersPlan | undefined, constant: ElementConstants): Code[] =>
      (headers?.elements ?? []).map((each) => code`${key(each.field.property)}: ${constant(each)}`);
    return [
      openObject("headers:", [
        code`format: ${this.#types.runtime("soapHeaders")}`,
        object("input: ", rows(input, elements.input)),
        object("output: ", rows(output, elements.output)),
      ]),
    ];
  }

  /** The property `faults` of an operation that declares any. */
  faults({ faults, headerFaults }: OperationPlan, constant: ElementConstants): readonly Code[] {
    const row = (fault: FaultPlan, more: readonly string[]): Code =>
      object("", [
        code`error: ${asValue(this.fault(fault))}`,
        code`detail: ${constant(fault.element)}`,
        ...more,
      ]);
    const rows = [
      ...faults.map((fault) => row(fault, [])),
      ...headerFaults.map((fault) => row(fault, ["header: true"])),
    ];
    if (rows.length === 0) return [];
    return [rows.length === 1 ? list("faults: [", rows, "]") : openList("faults: [", rows, "]")];
  }

  /** The class of a fault. */
  fault({ className }: FaultPlan): MemberSymbol {
    return this.#file.member(this.#file.module("faults", "./faults.js"), className);
  }

  #prefixList(self: ConstantSymbol): Code {
    return this.#namespaces.prefixList(
      code`const ${asValue(self)}${typing`: readonly ${this.#types.runtimeType("NamespacePrefix")}[]`} = [`,
    );
  }

  #element(
    self: ConstantSymbol,
    { stem, field }: ElementPlan,
    directions: readonly ("read" | "write")[],
  ): Code {
    const body = { kind: "bare", element: field.element, field } as const;
    const codecs = {
      read: this.#types.reader(`${stem}Element`),
      write: this.#types.writer(`${stem}Element`, false),
    };
    return openObject(
      code`const ${asValue(self)} =`,
      [...this.body(body), ...directions.map((direction) => code`${direction}: ${codecs[direction]}`)],
      "};",
    );
  }
}
