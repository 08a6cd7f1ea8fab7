import type { Diagnostics } from "../diagnostics.js";
import type { ContractDocuments } from "../read/contract.js";
import type { XmlElement } from "../read/xml.js";
import { openAbstractTypes } from "./abstract-types.js";
import { arrowsOf, type Arrows } from "./arrows.js";
import { buildAttribute, buildAttributeGroup } from "./attributes.js";
import { buildBinding } from "./binding.js";
import { checkModel } from "./check.js";
import { completeBodies, completeServices } from "./complete.js";
import { buildComplexType } from "./complex-type.js";
import { docOf } from "./docs.js";
import type { Context, Declaration, Kind } from "./declaration.js";
import { declareSchemas } from "./declared-schemas.js";
import { ModelDraft } from "./draft.js";
import { buildElement } from "./element.js";
import { withEncodedAccessors } from "./encoded-accessors.js";
import { checkGrammar } from "./grammar.js";
import { buildGroup } from "./particle.js";
import { Meanings, type ContractNamespaces } from "./meaning.js";
import { Policies } from "./policies.js";
import { checkReferences, isMissing } from "./references.js";
import { buildSimpleType } from "./simple-type.js";
import { checkSizes } from "./sizes.js";
import { checkSupport } from "./support.js";
import type { ContractModel } from "./types.js";
import { isReplaced, standIns } from "./undeclared.js";
import { checkRepeated, reachedBy, unreached, withInherited, type Reached } from "./unreached.js";
import { buildMessage, buildPortType, buildService, wsdlChildren } from "./wsdl.js";

export interface ModelOptions {
  /** Treat undeclared types as xs:any content, with a warning. */
  readonly lenient?: boolean;
}

/** The model of a contract that can be generated. Undefined when something is wrong; all of it has been reported. */
export function buildModel(
  contract: ContractDocuments,
  diagnostics: Diagnostics,
  options: ModelOptions = {},
): ContractModel | undefined {
  return attemptModel(contract, diagnostics, options).model;
}

/** The model of a contract, and its declarations, which are known even if the model is refused. */
export interface ModelAttempt {
  /** Undefined if there are errors. */
  readonly model: ContractModel | undefined;
  /** The model as declared. */
  readonly declared: ContractModel;
  /** From each declaration to those that it uses. */
  readonly arrows: Arrows;
}

/** As `buildModel`, with the declarations. */
export function attemptModel(
  contract: ContractDocuments,
  diagnostics: Diagnostics,
  options: ModelOptions = {},
): ModelAttempt {
  const { model, draft, declared } = assemble(contract, diagnostics, options);
  if (!diagnostics.hasErrors) checkSupport(model, diagnostics);
  return {
    model: diagnostics.hasErrors ? undefined : model,
    declared,
    arrows: arrowsOf(draft, declared),
  };
}

export function assembleModel(
  contract: ContractDocuments,
  diagnostics: Diagnostics,
  options: ModelOptions = {},
): ContractModel {
  return assemble(contract, diagnostics, options).model;
}

interface Assembled {
  readonly model: ContractModel;
  readonly draft: ModelDraft;
  readonly declared: ContractModel;
}

/** Declarations first, so that order does not matter, then their contents, then the rules that need all of them. */
function assemble(
  contract: ContractDocuments,
  diagnostics: Diagnostics,
  { lenient = false }: ModelOptions,
): Assembled {
  const policies = new Policies(contract.wsdls);
  const draft = new ModelDraft(diagnostics, policies, lenient);
  checkDocuments(contract, diagnostics, policies);
  declareSchemas(draft, contract);
  for (const root of contract.wsdls) declareWsdl(draft, root);
  draft.meanings = new Meanings(namespacesOf(contract), (kind) => draft.declarations(kind), lenient);
  const built = buildAll(draft, contract);
  const reached = reachedBy(draft, built);
  checkRepeated(draft, reached);
  const declared = withoutMissing(draft, built, reached, lenient);
  if (diagnostics.hasErrors) return { model: declared, draft, declared: built };
  checkSizes(declared, diagnostics);
  const foreign =
    draft.declarations("binding").length > declared.bindings.length || contract.omitted.size > 0;
  const complete = completeServices(completeBodies(declared, diagnostics), foreign, diagnostics);
  checkModel(complete, contract.omitted, diagnostics);
  const settled = openAbstractTypes(complete, reached, diagnostics);
  const model = withEncodedAccessors(draft, settled);
  return { model, draft, declared: built };
}

/** The model without declarations that have unresolved references and are not used; the others have been reported. */
function withoutMissing(
  draft: ModelDraft,
  model: ContractModel,
  reached: Reached,
  lenient: boolean,
): ContractModel {
  const missing = draft.references.filter((reference) => isMissing(draft, reference));
  const replaced = missing.filter((reference) => isReplaced(draft, reference, lenient));
  const isReplacement = new Set(replaced);
  const unused = unreached(
    draft,
    model,
    missing.filter((reference) => !isReplacement.has(reference)),
    reached,
  );
  checkReferences(draft, unused.model, new Set([...replaced, ...unused.references]));
  const complete = draft.diagnostics.hasErrors ? unused.model : withInherited(unused.model, model);
  return standIns(draft, complete, replaced);
}

function namespacesOf({ schemas, wsdls, misnamed }: ContractDocuments): ContractNamespaces {
  return {
    schemas: new Set(schemas.map(({ targetNamespace }) => targetNamespace)),
    wsdls: new Set(wsdls.map((root) => root.attributes.get("targetNamespace") ?? "")),
    misnamed,
  };
}

function checkDocuments(
  { wsdls, schemas }: ContractDocuments,
  diagnostics: Diagnostics,
  policies: Policies,
): void {
  const files = new Set(wsdls.map((root) => root.origin.file));
  const alone = schemas.map(({ root }) => root).filter((root) => !files.has(root.origin.file));
  for (const root of [...wsdls, ...alone]) checkGrammar(root, diagnostics, policies);
}

export const wsdlKinds: ReadonlyMap<string, Kind> = new Map([
  ["message", "message"],
  ["portType", "port type"],
  ["binding", "binding"],
  ["service", "service"],
]);

function declareWsdl(draft: ModelDraft, root: XmlElement): void {
  const context: Context = {
    targetNamespace: root.attributes.get("targetNamespace") ?? "",
    adopted: false,
    elementsQualified: false,
    attributesQualified: false,
  };
  for (const element of wsdlChildren(root, ...wsdlKinds.keys())) {
    const kind = wsdlKinds.get(element.name.name);
    if (kind !== undefined) draft.declare(kind, element, context);
  }
}

function buildAll(draft: ModelDraft, contract: ContractDocuments): ContractModel {
  for (const declaration of draft.declarations("type")) {
    draft.build("type", declaration, () => {
      buildType(draft, declaration);
    });
  }
  const each = <T>(kind: Kind, build: (draft: ModelDraft, declaration: Declaration) => T): T[] =>
    draft.declarations(kind).map((declaration) =>
      draft.build(kind, declaration, () => {
        const model = build(draft, declaration);
        buildPending(draft);
        return model;
      }),
    );
  const bindings = each("binding", buildBinding).filter((binding) => binding !== undefined);
  const offered = new Set(bindings.map((binding) => binding.id));
  const [first] = contract.wsdls;
  return {
    file: contract.files[0]?.file ?? "",
    targetNamespace: first?.attributes.get("targetNamespace") ?? "",
    doc: first === undefined ? [] : docOf(first),
    services: each("service", (_, declaration) => buildService(draft, declaration, offered)),
    portTypes: each("port type", buildPortType),
    bindings,
    messages: each("message", buildMessage),
    elements: each("element", buildElement),
    attributes: each("attribute", buildAttribute),
    attributeGroups: each("attribute group", buildAttributeGroup),
    groups: each("group", buildGroup),
    simpleTypes: draft.simpleTypes,
    complexTypes: draft.complexTypes,
  };
}

function buildType(draft: ModelDraft, { id, name, element, context }: Declaration): void {
  const names = { id, name, anonymous: false };
  if (element.name.name === "simpleType") buildSimpleType(draft, context, element, names);
  else buildComplexType(draft, context, element, names);
  buildPending(draft);
}

/** Types in place may hold further ones. */
function buildPending(draft: ModelDraft): void {
  for (let next = draft.pendingTypes.shift(); next !== undefined; next = draft.pendingTypes.shift()) {
    const { owner, context, element, names } = next;
    draft.buildAs(owner, () => {
      buildComplexType(draft, context, element, names);
    });
  }
}
