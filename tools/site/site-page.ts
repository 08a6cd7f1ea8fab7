import type { RenderedPage } from "./markdown.js";

/** A page of the site before it is put into the template. */
export interface SitePage extends RenderedPage {
  readonly target: string;
  readonly title: string;
  /** Markdown file it is made from; absent for a page that the build makes. */
  readonly source?: string;
  /** True for a page of the reference of the JSON interface. */
  readonly reference?: boolean;
}
