/** `messenger-gen show`: what a contract has, for a person. */
import { Diagnostics } from "../diagnostics.js";
import type { SourceArtefact } from "../emit/emitter.js";
import { settingsOf } from "../options.js";
import { resultField, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { planContract } from "../stages.js";
import { checked, contractOptions, type LiveFlags } from "./live-options.js";

/**
 * The services and operations of a contract; with the name of an operation, its types in TypeScript and its sample as JSON.
 * @throws CommandError
 */
export async function shownContract(
  wsdl: string,
  operation: string | undefined,
  flags: LiveFlags,
): Promise<string> {
  const diagnostics = new Diagnostics();
  const selection = operation === undefined ? {} : { operation: [operation] };
  const options = settingsOf({ ...contractOptions([wsdl], flags), ...selection, json: true });
  const { plan } = await planContract(options, diagnostics);
  const found = await checked(plan, diagnostics);
  return operation === undefined ? servicesText(found) : operationText(found, wsdl);
}

async function servicesText(plan: Plan): Promise<string> {
  const { signature } = await texts(plan);
  const services = plan.services.map(({ name, url, doc, operations }) =>
    [
      `${name}${url === undefined ? "" : `: ${url}`}`,
      ...firstLine(doc),
      ...operations.map((operation) => `  ${signature(operation)}${briefly(operation)}`),
    ].join("\n"),
  );
  return services.join("\n\n");
}

function firstLine(doc: readonly string[]): readonly string[] {
  const [line] = doc;
  return line === undefined ? [] : [`  ${line}`];
}

function briefly({ doc: [line] }: OperationPlan): string {
  return line === undefined ? "" : `\n      ${line}`;
}

async function operationText(plan: Plan, wsdl: string): Promise<string> {
  const { signature, bindings, declarations, example } = await texts(plan);
  const parts = plan.services.flatMap((service: ServicePlan) =>
    service.operations.map((operation) => {
      const { doc, name } = operation;
      const { input, output } = example(operation);
      const data =
        input === undefined ? "" : ` --data '${JSON.stringify(input).replaceAll("'", String.raw`'\''`)}'`;
      return [
        `${signature(operation)}   (${service.name}; ${bindings(operation.bindings)})`,
        ...doc,
        ...sample("Input", input),
        ...sample("Output", output),
        `messenger-gen call ${wsdl} ${name}${data}`,
      ].join("\n\n");
    }),
  );
  return [...parts, declarations()].join("\n\n");
}

function sample(side: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`${side}:\n${JSON.stringify(value, undefined, 2)}`];
}

interface Texts {
  readonly signature: (operation: OperationPlan) => string;
  readonly bindings: (bindings: OperationPlan["bindings"]) => string;
  /** Interfaces and enumerations. */
  readonly declarations: () => string;
  readonly example: (operation: OperationPlan) => { readonly input: unknown; readonly output: unknown };
}

async function texts(plan: Plan): Promise<Texts> {
  const [messages, records, enums, api, references, values, file, layout, openapi] = await Promise.all([
    import("../emit/messages.js"),
    import("../emit/records.js"),
    import("../emit/enums.js"),
    import("../emit/type-text/api-types.js"),
    import("../emit/type-text/references.js"),
    import("../emit/type-text/value-types.js"),
    import("../emit/printer/generated-file.js"),
    import("../emit/printer/flat-text.js"),
    import("../emit/openapi/examples.js"),
  ]);
  const types = references.importedTypes(new file.GeneratedFile("show.ts"), plan);
  const examples = new openapi.Examples(plan);
  const outputOf = ({ output }: OperationPlan): string => {
    const field = resultField(output);
    if (field === undefined) return output.kind === "record" ? output.typeName : "void";
    return layout.flatText(values.fieldType(field, types), layout.declaredName);
  };
  return {
    signature: (operation) => `${operation.method}(${operation.input.typeName}): ${outputOf(operation)}`,
    bindings: api.bindingText,
    declarations: () =>
      [messages.messagesEmitter, records.recordsEmitter, enums.enumsEmitter]
        .map((emitter) => withoutImports(emitter.emit(plan)))
        .filter((text) => text !== "")
        .join("\n\n"),
    example: (operation) => ({ input: examples.input(operation), output: examples.output(operation) }),
  };
}

/** The declarations of a file. */
function withoutImports({ text }: SourceArtefact): string {
  return text
    .replace(/^\/\/.*\n/gm, "")
    .replace(/^(?:import [^;]*|export \{\});\n/gm, "")
    .trim();
}
