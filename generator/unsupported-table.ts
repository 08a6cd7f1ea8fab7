/** Rows of the table of diagnostics. */
export type Rows = Readonly<
  Record<
    `MG${number}`,
    { readonly severity: "error" | "warning"; readonly message: string; readonly hint: string }
  >
>;

/** MG25xx: what the model understands, but the plan has no form for yet. Each goes when its construct is learned. */
export const unsupportedTable = {
  MG2527: {
    severity: "error",
    message: "{content} is not supported yet: {operation}",
    hint: "Use http:urlEncoded or urlReplacement for GET, forms or one XML document for POST, mime:mimeXml or mime:content for responses.",
  },
  MG2528: {
    severity: "error",
    message: "the part {part} has a type that is not supported yet in a query or form",
    hint: "Declare it as xsd:string; the SOAP field of the same name in the operation of the same name determines its type.",
  },
} as const satisfies Rows;
