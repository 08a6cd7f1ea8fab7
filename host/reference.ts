/** The pages of the reference of a JSON interface, for sites that are built: `serve` has them by itself. */
export { ReferencePages, type ReferencePage } from "./reference/pages.js";
export type { Problem, ReferenceSources } from "./reference/views.js";
export type { OpenApi } from "./reference/openapi.js";
