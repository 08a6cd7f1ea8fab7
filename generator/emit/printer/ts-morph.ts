import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";

/** ts-morph as the CommonJS module it is: an ES import would first search its megabytes for the names it exports. */
const required = createRequire(import.meta.url)("ts-morph") as typeof tsMorph;

export const { IndentationText, Project, QuoteKind, StructureKind } = required;
