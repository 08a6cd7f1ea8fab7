import { XmlReader, XmlWriter, type AnyOperation } from "messenger-gen-runtime";
import type { JsonOperation } from "messenger-gen-runtime/json";
import { emitJson } from "#generator/emit/json.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { builtModules, servedOperations, type Operations } from "../emit/built.js";

/** The messages of a contract, in XML and in JSON, by the names of the operations in `operations.js`. */
export interface BothForms {
  readonly xml: Operations;
  readonly json: Readonly<Record<string, JsonOperation<unknown, unknown, unknown, unknown>>>;
}

/** Generates, compiles and loads the output of a plan with `json.ts`. */
export async function builtForms(plan: Plan, name: string, longest?: number): Promise<BothForms> {
  const [service, json] = await builtModules(plan, name, ["service", "json"], emitJson(plan, longest));
  return { xml: servedOperations(plan, service), json: json as BothForms["json"] };
}

/** A message in XML. */
export type XmlMessage = AnyOperation["input"];

/** Content of a message as XML, inside of an element. */
export function asXml(codec: XmlMessage, value: unknown): string {
  const writer = new XmlWriter();
  const tag = writer.openElement(codec.element ?? { namespace: "", name: "root" }, codec.prefixes);
  writer.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  writer.attribute("xmlns:xsd", "http://www.w3.org/2001/XMLSchema");
  codec.write(writer, value);
  writer.close(tag);
  return writer.toString();
}

export function fromXml(codec: XmlMessage, xml: string): unknown {
  const reader = new XmlReader(xml);
  reader.enterRoot();
  const value: unknown =
    codec.element === undefined ? codec.read(reader, reader.child()) : codec.read(reader);
  reader.finish();
  return value;
}
