import { schemaText } from "./schema.js";

const xlink = "http://www.w3.org/1999/xlink";

const names = (values: string): string =>
  values
    .split(" ")
    .map((value) => `<xs:enumeration value="${value}"/>`)
    .join("");

function simple(name: string, base: string, facets = ""): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;
}

/** Attributes, each with a type of its own. */
const attributes = `
<xs:attribute name="type" type="tns:typeType"/>
<xs:attribute name="href" type="tns:hrefType"/>
<xs:attribute name="role" type="tns:roleType"/>
<xs:attribute name="arcrole" type="tns:arcroleType"/>
<xs:attribute name="title" type="tns:titleAttrType"/>
<xs:attribute name="show" type="tns:showType"/>
<xs:attribute name="actuate" type="tns:actuateType"/>
<xs:attribute name="label" type="tns:labelType"/>
<xs:attribute name="from" type="tns:fromType"/>
<xs:attribute name="to" type="tns:toType"/>`;

const types = [
  simple("typeType", "token", names("simple extended title resource locator arc")),
  simple("hrefType", "anyURI"),
  simple("roleType", "anyURI", '<xs:minLength value="1"/>'),
  simple("arcroleType", "anyURI", '<xs:minLength value="1"/>'),
  simple("titleAttrType", "string"),
  simple("showType", "token", names("new replace embed other none")),
  simple("actuateType", "token", names("onLoad onRequest other none")),
  ...["label", "from", "to"].map((name) => simple(`${name}Type`, "NCName")),
].join("\n");

const anything = '<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const titles = '<xs:element ref="tns:title" minOccurs="0" maxOccurs="unbounded"/>';

/** Content and attributes of an element of the kind, and its type, which is called `type`. */
function kind(
  name: string,
  type: string,
  { model, uses, mixed = false }: { readonly model: string; readonly uses: string; readonly mixed?: boolean },
): string {
  const own = uses
    .split(" ")
    .map((use) =>
      use === "href!" ? '<xs:attribute ref="tns:href" use="required"/>' : `<xs:attribute ref="${use}"/>`,
    );
  const required = name === "simple" ? "" : ' use="required"';
  const group = name === "extended" ? ' minOccurs="0" maxOccurs="unbounded"' : "";
  return `
<xs:attributeGroup name="${name}Attrs"><xs:attribute ref="tns:type" fixed="${name}"${required}/>${own.join("")}</xs:attributeGroup>
<xs:group name="${name}Model">${model}</xs:group>
<xs:complexType name="${type}"${mixed ? ' mixed="true"' : ""}>
  <xs:group ref="tns:${name}Model"${group}/><xs:attributeGroup ref="tns:${name}Attrs"/>
</xs:complexType>`;
}

/** Attributes, and elements that have them (XLink 1.1). */
export const xlinkSchemas: Readonly<Record<string, string>> = {
  [xlink]: schemaText(
    xlink,
    "",
    [
      attributes,
      types,
      kind("simple", "simple", {
        model: `<xs:sequence>${anything}</xs:sequence>`,
        uses: "tns:href tns:role tns:arcrole tns:title tns:show tns:actuate",
        mixed: true,
      }),
      kind("extended", "extended", {
        model:
          '<xs:choice><xs:element ref="tns:title"/><xs:element ref="tns:resource"/><xs:element ref="tns:locator"/>' +
          '<xs:element ref="tns:arc"/></xs:choice>',
        uses: "tns:role tns:title",
      }),
      kind("title", "titleEltType", {
        model: `<xs:sequence>${anything}</xs:sequence>`,
        uses: "xml:lang",
        mixed: true,
      }),
      kind("resource", "resourceType", {
        model: `<xs:sequence>${anything}</xs:sequence>`,
        uses: "tns:role tns:title tns:label",
        mixed: true,
      }),
      kind("locator", "locatorType", {
        model: `<xs:sequence>${titles}</xs:sequence>`,
        uses: "href! tns:role tns:title tns:label",
      }),
      kind("arc", "arcType", {
        model: `<xs:sequence>${titles}</xs:sequence>`,
        uses: "tns:arcrole tns:title tns:show tns:actuate tns:from tns:to",
      }),
      '<xs:element name="title" type="tns:titleEltType"/>',
      ...["resource", "locator", "arc"].map((name) => `<xs:element name="${name}" type="tns:${name}Type"/>`),
    ].join("\n"),
  ),
};
