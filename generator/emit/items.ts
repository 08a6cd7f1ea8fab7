import type { OperationPlan, RepeatedPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { emitSource, type OnPrint, type SourceArtefact } from "./emitter.js";
import { NamespaceConstants } from "./namespaces.js";
import {
  code,
  documented,
  key,
  list,
  objectType,
  openList,
  openObject,
  typeArguments,
  type as asType,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { ApiTypes } from "./type-text/api-types.js";
import { nillableType } from "./type-text/value-types.js";

/** The repeated elements of responses, for `itemsOf`; no file for a contract without any. */
export function emitItems(plan: Plan, onPrint?: OnPrint): readonly SourceArtefact[] {
  return plan.itemsName === undefined ? [] : [emitSource(plan, "items", "items.ts", writeItems, onPrint)];
}

function writeItems(file: GeneratedFile, plan: Plan): void {
  const items = new ItemsFile(file, plan);
  for (const operation of plan.operations) {
    if (operation.repeated.length > 0) file.print({ kind: "code", print: () => items.constant(operation) });
  }
}

class ItemsFile {
  readonly #file: GeneratedFile;
  readonly #types: ApiTypes;
  readonly #namespaces: NamespaceConstants;
  readonly #element: Code;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#types = new ApiTypes(file, plan);
    this.#namespaces = new NamespaceConstants(file, plan);
    this.#element = asType(file.imported("RepeatedElement", `${plan.runtime}/items`));
  }

  constant(operation: OperationPlan): Code {
    const { name, stem, repeated } = operation;
    const called = asValue(this.#file.member(this.#file.module("operations", "./operations.js"), stem));
    const types = repeated.map(({ name: property, item }) => {
      const type = nillableType(item.value, item.nillable, this.#types.types);
      return typeArguments(
        code`readonly ${key(property)}: ${this.#element}<`,
        [code`typeof ${called}`, type],
        ">",
      );
    });
    return documented(
      [`Repeated elements in the response of \`${name}\`.`],
      openObject(
        code`export const ${asValue(this.#file.exported(stem))}: ${objectType(types)} =`,
        repeated.map((each) => this.#repeated(called, each)),
        "};",
      ),
    );
  }

  #repeated(operation: Code, { name, path, reader }: RepeatedPlan): Code {
    const elements = path.map((element) => this.#namespaces.qName(element));
    return openObject(`${key(name)}:`, [
      code`operation: ${operation}`,
      elements.length === 1 ? list("path: [", elements, "]") : openList("path: [", elements, "]"),
      code`read: ${this.#types.reader(reader)}`,
    ]);
  }
}
