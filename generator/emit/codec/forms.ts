/** Functions for the HTTP GET and POST bindings: parameters one by one, and the response document. */
import type { ValueFieldPlan, ValuePlan } from "../../plan/data/members.js";
import type { QNamePlan } from "../../plan/data/names.js";
import type { ResponsePlan, OperationPlan, ParameterPlan } from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import {
  access,
  block,
  code,
  key,
  list,
  openObject,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import { literal } from "../printer/text.js";
import { isInPieces, textInPieces, valueType } from "../type-text/value-types.js";
import type { CodecFile } from "./codec-file.js";
import { readElement } from "./read-values.js";
import { writeContent, writeFunction, type Writer } from "./write-values.js";

/** Undefined for an operation without HTTP bindings. */
export function readForm(codecs: CodecFile, { stem, input, http }: OperationPlan): Code | undefined {
  const parameters = http?.parameters;
  if (parameters === undefined) return undefined;
  const f = asValue(codecs.scope().local("f"));
  const [only] = parameters;
  const isBare = input.body.kind === "bare" && only !== undefined;
  const head = list(
    code`export function ${codecs.exported(`read${stem}Form`)}(`,
    only === undefined ? [] : [code`${f}${typing`: ${codecs.type("FormReader")}`}`],
    code`)${typing`: ${codecs.message(input.typeName)}`}`,
  );
  if (only === undefined) return block(head, ["return {};"]);
  if (isBare) return block(head, [code`return ${readParameter(codecs, f, only)};`]);
  const properties = parameters.map(
    (field) => code`${key(field.property)}: ${readParameter(codecs, f, field)}`,
  );
  return block(head, [openObject("return", properties, "};")]);
}

function readParameter(codecs: CodecFile, f: Code, { name, value, required, typed }: ParameterPlan): Code {
  if (isBytes(value)) return code`${f}.${required ? "requiredBytes" : "bytes"}(${literal(name)})`;
  const isBoolean = value.kind === "simple" && value.constant === "boolean" && value.narrowed === undefined;
  const type = typed && isBoolean ? codecs.runtime("xsdBoolean") : parameterType(codecs, value);
  return code`${f}.${required ? "required" : "optional"}(${literal(name)}, ${type})`;
}

/** Undefined for an operation without HTTP bindings or without parameters. */
export function writeForm(codecs: CodecFile, { stem, input, http }: OperationPlan): Code | undefined {
  const parameters = http?.parameters ?? [];
  if (parameters.length === 0) return undefined;
  const scope = codecs.scope();
  const [f, v] = [asValue(scope.local("f")), asValue(scope.local("v"))];
  const head = list(
    code`export function ${codecs.exported(`write${stem}Form`)}(`,
    [
      code`${f}${typing`: ${codecs.type("FormWriter")}`}`,
      code`${v}${typing`: ${codecs.message(input.typeName)}`}`,
    ],
    code`)${typing`: void`}`,
  );
  const valueOf = ({ property }: ValueFieldPlan): Code =>
    input.body.kind === "bare" ? v : access(v, property);
  return block(
    head,
    parameters.map((field) => writeParameter(codecs, f, field, valueOf(field))),
  );
}

function writeParameter(
  codecs: CodecFile,
  f: Code,
  { name, value, required }: ValueFieldPlan,
  v: Code,
): Code {
  if (isBytes(value)) return code`${f}.bytes(${literal(name)}, ${v});`;
  const method = required ? "value" : "optional";
  return code`${f}.${method}(${literal(name)}, ${parameterType(codecs, value)}, ${v});`;
}

/** Bytes have forms of their own in a query, besides base64. */
function isBytes(value: ValuePlan): boolean {
  return value.kind === "simple" && value.constant === "base64Binary" && value.narrowed === undefined;
}

function parameterType(codecs: CodecFile, value: ValuePlan): Code {
  if (value.kind === "simple" || value.kind === "enum") return codecs.simple(value);
  throw new Error(`A parameter holds a ${value.kind}, which the plan should have refused.`);
}

/** Reads the response document. */
export function readResponse(codecs: CodecFile, { stem, root, value }: ResponsePlan): Code {
  const head = code`export function ${codecs.exported(`read${stem}Answer`)}`;
  if (value !== undefined && root === undefined) return readAny(codecs, head);
  const r = asValue(codecs.scope().local("r"));
  const [type, statement] =
    value === undefined || root === undefined
      ? ["void", code`${r}.skip();`]
      : [
          valueType(value, codecs.types),
          code`return ${readElement({ codecs, r }, { name: root.name, value, nillable: false })};`,
        ];
  return block(
    list(code`${head}(`, [code`${r}${typing`: ${codecs.type("XmlReader")}`}`], code`)${typing`: ${type}`}`),
    [statement],
  );
}

/** Writes the response document; undefined for one without a value. */
export function writeResponse(
  codecs: CodecFile,
  { stem, root, value }: ResponsePlan,
  { prefixes }: Pick<Plan, "prefixes">,
): Code | undefined {
  if (value === undefined) return undefined;
  const head = code`export function ${codecs.exported(`write${stem}Answer`)}`;
  const type = isInPieces(value) ? textInPieces(codecs.types) : valueType(value, codecs.types);
  return writeFunction(codecs, head, type, (writer, v) => {
    if (root === undefined) return [code`${codecs.call("writeContent", writer.w, v)};`];
    const content = writeContent(writer, value, v);
    return prefixes.length > 0
      ? prefixedRoot(writer, root, content)
      : plainRoot(writer, root, value, content);
  });
}

/** The root element of a response that holds elements declares the namespaces of XML Schema. */
function plainRoot(
  { codecs, w }: Writer,
  { namespace, tag }: QNamePlan,
  value: ValuePlan,
  content: Code,
): readonly Code[] {
  const holdsElements = value.kind === "record" || value.kind === "list" || value.kind === "anyType";
  const declarations = holdsElements ? code`, ${asValue(codecs.rootNamespaces)}` : "";
  return [
    code`${w}.openRoot(${literal(tag)}, ${codecs.namespaces.of(namespace)}${declarations});`,
    content,
    code`${w}.close(${literal(tag)});`,
  ];
}

/** The root element with the prefixes that names in it have. */
function prefixedRoot({ codecs, w, scope }: Writer, root: QNamePlan, content: Code): readonly Code[] {
  const tag = asValue(scope.local("tag"));
  const values = [codecs.namespaces.qName(root), asValue(codecs.rootNamespaces)];
  return [
    list(code`const ${tag} = ${w}.openElement(`, values, ");"),
    code`${w}.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");`,
    code`${w}.attribute("xmlns:xsd", "http://www.w3.org/2001/XMLSchema");`,
    content,
    code`${w}.close(${tag});`,
  ];
}

/** Any element is a response. */
function readAny(codecs: CodecFile, head: Code): Code {
  const scope = codecs.scope();
  const r = asValue(scope.local("r"));
  const type = codecs.type("XmlContent");
  return block(
    list(code`${head}(`, [code`${r}${typing`: ${codecs.type("XmlReader")}`}`], code`)${typing`: ${type}`}`),
    [code`return [${codecs.call("readElement", r)}];`],
  );
}
