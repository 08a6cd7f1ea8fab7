/** Examples of messages in `openapi.json`: those of `samples.ts`, as JSON. */
import { resultField, type OperationPlan } from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import { isObjectMessage } from "../json/json-messages.js";
import { JsonForm, type Json } from "../sample/json-form.js";
import { SampleBuilder } from "../sample/sample-builder.js";

/** Values in an example; a longer one is left out. */
const mostValues = 1000;

export class Examples {
  readonly #samples: SampleBuilder<Json>;

  constructor(plan: Plan) {
    this.#samples = new SampleBuilder(plan, new JsonForm(plan));
  }

  /** Undefined where there is none. */
  input(operation: OperationPlan): Json {
    if (!this.#samples.isFinite(operation)) return undefined;
    const { input, headers } = operation;
    const isWrapped = headers.input !== undefined && !isObjectMessage(input.body);
    return shortened(this.#samples.input(input).made, isWrapped);
  }

  output(operation: OperationPlan): Json {
    const { output, headers } = operation;
    if (output.body === undefined || !this.#samples.isFinite(operation)) return undefined;
    const isWrapped = headers.output !== undefined && !isObjectMessage(output.body, resultField(output));
    return shortened(this.#samples.output(output).made, isWrapped);
  }
}

function shortened(made: Json, isWrapped: boolean): Json {
  if (made === undefined || valuesIn(made, mostValues) > mostValues) return undefined;
  return isWrapped ? { $value: made } : made;
}

/** Number of values, counted only as far as needed: parts that are one object in memory are many in a document. */
function valuesIn(value: Json, most: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    count += valuesIn(part, most - count);
    if (count > most) break;
  }
  return count;
}
