import { markupOf, unescaped, type MarkupElement } from "./markup.js";
import { schemaNamespace } from "./wsdl-document.js";

/** A field of the HTML form of an operation. */
export interface FormField {
  readonly name: string;
  /** `type` of the input; a select has choices. */
  readonly input: "text" | "password" | "number" | "date" | "select";
  readonly choices: readonly string[];
  /** Example of a value. */
  readonly example: string;
}

/** Simple types of fields, by the name of an element and that of a field in it. */
export type FieldTypes = (element: string, field: string) => SimpleType | undefined;

interface SimpleType {
  /** Local name of the type. */
  readonly name: string;
  /** Values of an enumeration; otherwise none. */
  readonly values: readonly string[];
}

function attributeOf({ attributes }: MarkupElement, name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  return found && unescaped(found);
}

function within(element: MarkupElement, name: string): readonly MarkupElement[] {
  const own = element.children.filter((child) => child.namespace === schemaNamespace);
  return own.flatMap((child) => (child.name === name ? [child] : within(child, name)));
}

/** Reads the types of fields from the schema inside a WSDL. */
export function fieldTypes(wsdl: string): FieldTypes {
  const schemas = markupOf(wsdl).elements.filter(
    ({ namespace, name }) => namespace === schemaNamespace && name === "schema",
  );
  const declared = (name: string): readonly MarkupElement[] =>
    schemas.flatMap(({ children }) => children.filter((child) => child.name === name));
  const enumerations = new Map(
    declared("simpleType").map((type) => [
      attributeOf(type, "name") ?? "",
      within(type, "enumeration").map((each) => attributeOf(each, "value") ?? ""),
    ]),
  );
  const fields = new Map(
    declared("element").map((element) => [
      attributeOf(element, "name") ?? "",
      new Map(
        within(element, "element").map((field) => [
          attributeOf(field, "name") ?? "",
          (attributeOf(field, "type") ?? "").replace(/^.*:/, ""),
        ]),
      ),
    ]),
  );
  return (element, field) => {
    const name = fields.get(element)?.get(field);
    return name === undefined ? undefined : { name, values: enumerations.get(name) ?? [] };
  };
}

const numbers = ["int", "long", "short", "byte", "unsignedInt", "unsignedShort", "unsignedByte", "integer"];

/** The field for a parameter; without a type it takes any text. */
export function formField(name: string, example: string, type: SimpleType | undefined): FormField {
  const of = (input: FormField["input"], choices: readonly string[] = []): FormField => ({
    name,
    input,
    choices,
    example,
  });
  if (type !== undefined && type.values.length > 0) return of("select", type.values);
  // A box that is not ticked is not sent, and a parameter that is not sent may be an error.
  if (type?.name === "boolean") return of("select", ["false", "true"]);
  if (type !== undefined && numbers.includes(type.name)) return of("number");
  if (type?.name === "date") return of("date");
  return of(/password|secret/i.test(name) ? "password" : "text");
}
