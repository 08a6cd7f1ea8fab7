/** Sends the samples of every operation through the codecs, and asks its schemas for them: XML Schema with libxml2, and `openapi.json`. */
import type { AnyOperation, AnyService } from "messenger-gen-runtime/host";
import { printJson } from "messenger-gen-runtime/json";
import { emitAll } from "#generator/emit/all.js";
import { emitJson } from "#generator/emit/json.js";
import { openApi } from "#generator/emit/openapi.js";
import { compileModules, type LoadModule } from "./compiled-modules.js";
import type { OperationPlan, ServicePlan } from "#generator/plan/data/operations.js";
import { difference } from "./difference.js";
import { Documents } from "./documents.js";
import { schemasOf, type JsonMessages, type SchemaAt } from "./json-forms.js";
import type { PlannedEntry } from "./plan-entry.js";
import { declaredElements, writeSchemas } from "./schema-set.js";
import { rpcWrappers } from "./wrappers.js";
import { asXml, fromXml, type XmlMessage } from "./xml-message.js";
import { hasXmllint } from "./xmllint.js";

/** Result for the samples of a contract. */
export interface SamplesExercised {
  readonly flaws: readonly string[];
  /** Samples that come back as they were. */
  readonly samples: number;
  /** Those that libxml2 was asked about. */
  readonly valid: number;
}

/** A sample of one message. */
interface SampleMessage {
  readonly label: string;
  readonly xml: XmlMessage | undefined;
  readonly json: JsonMessages["input"] | undefined;
  /** False for a message that its schema does not describe: SOAP-encoded. */
  readonly isLiteral: boolean;
  readonly value: unknown;
  /** Of its JSON in `openapi.json`. */
  readonly place: "requestBody" | "responses/200";
}

type Samples = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

/** @param work an empty folder */
export async function exerciseSamples(
  { contract, model, plan }: PlannedEntry,
  work: string,
): Promise<SamplesExercised> {
  const load = await compileModules([...emitAll(plan), ...emitJson(plan)]);
  const schemaAt = schemasOf(JSON.parse(JSON.stringify(openApi(plan))) as object);
  const wrappers = rpcWrappers(model);
  const documents = new Documents(declaredElements(contract.schemas), wrappers, work);
  const flaws: string[] = [];
  let samples = 0;
  for (const service of plan.services)
    for (const operation of service.operations) {
      const path = `/${operation.json[0]?.path ?? ""}`;
      for (const message of messagesOf(service, operation, load)) {
        const found = flawOf(message, { path, schemaAt, documents });
        if (found === undefined) samples++;
        else flaws.push(`sample of the ${message.label}: ${found}`);
      }
    }
  const open = new Set(model.complexTypes.filter((type) => type.open).map(({ id }) => id));
  if (!hasXmllint()) return { flaws, samples, valid: 0 };
  const checked = documents.check(writeSchemas(contract.schemas, open, wrappers, work));
  return { flaws: [...flaws, ...checked.flaws], samples, valid: checked.valid };
}

function messagesOf(
  { constant, samplesConstant }: ServicePlan,
  { name, method, stem, encoded }: OperationPlan,
  load: LoadModule,
): readonly SampleMessage[] {
  const sample = (load("samples")[samplesConstant] as Samples)[method];
  if (sample === undefined) return [];
  const codecs: AnyOperation | undefined = (load("service")[constant] as AnyService).operations[method];
  const json = load("json")[stem] as JsonMessages | undefined;
  return [
    {
      label: `input of ${name}`,
      xml: codecs?.input,
      json: json?.input,
      isLiteral: !encoded,
      value: sample.input,
      place: "requestBody",
    },
    {
      label: `output of ${name}`,
      xml: codecs?.output,
      json: json?.output,
      isLiteral: !encoded,
      value: sample.output,
      place: "responses/200",
    },
  ];
}

interface Checks {
  readonly path: string;
  readonly schemaAt: SchemaAt;
  readonly documents: Documents;
}

/** What is wrong with a sample; undefined for nothing. */
function flawOf(
  { label, xml, json, isLiteral, value, place }: SampleMessage,
  { path, schemaAt, documents }: Checks,
): string | undefined {
  try {
    const text = xml === undefined ? undefined : asXml(xml, value);
    if (xml !== undefined && text !== undefined) {
      // Where a sample leaves out a fixed attribute, it has its value after it was read.
      const read = fromXml(xml, text);
      const lost = difference(read, fromXml(xml, asXml(xml, read)));
      if (lost !== undefined) return lost;
      const envelope = `<Envelope><Body>${text}</Body></Envelope>`;
      const flaw = isLiteral ? documents.keep(envelope, label) : undefined;
      if (flaw !== undefined) return flaw;
    }
    const printed = json === undefined ? "" : printJson(json, value);
    if (printed === "") return undefined;
    const validate = schemaAt(path, place);
    if (validate(JSON.parse(printed))) return undefined;
    return `not valid by openapi.json: ${JSON.stringify(validate.errors?.slice(0, 2))}`;
  } catch (error) {
    if (error instanceof Error && /attachment/.test(error.message)) return undefined;
    return String(error);
  }
}
