/** Declarations of schemas for the fragments of a contract. The schemas have the prefix `tns`, and no type `Gone`. */
export const complex = (name: string, content = "", attributes = ""): string =>
  `<xs:complexType name="${name}" ${attributes}><xs:sequence>${content}</xs:sequence></xs:complexType>`;
export const derived = (name: string, base: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="${base}"><xs:sequence>${content}` +
  "</xs:sequence></xs:extension></xs:complexContent></xs:complexType>";
export const restricted = (name: string, base: string, content: string, attributes = ""): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="${base}"><xs:sequence>${content}` +
  `</xs:sequence>${attributes}</xs:restriction></xs:complexContent></xs:complexType>`;
export const gone = '<xs:element name="g" type="tns:Gone"/>';

/** The warning for a reference that no operation needs. */
export const leftOut = (kind: string, name: string): string =>
  `MG2038 the ${kind} ${name} is not declared; the declarations that refer to it are omitted, because no operation uses them`;
