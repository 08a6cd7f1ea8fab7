/** Where the pages of a reference are, from its root. */

/** How a page is addressed by others. */
export interface Addresses {
  readonly index: string;
  readonly document: string;
  readonly operation: (name: string) => string;
  readonly webhook: (name: string) => string;
  readonly type: (name: string) => string;
  readonly problem: (code: string) => string;
}

/** Paths of the pages, not encoded. */
export const paths = {
  operation: (name: string) => `reference/${name}`,
  webhook: (name: string) => `reference/webhooks/${name}`,
  type: (name: string) => `reference/types/${name}`,
  problem: (code: string) => `problems/${code}`,
};

/**
 * Addresses seen from a page.
 *
 * @param path of the page from the root
 * @param ending of the names of pages: `.html` in a folder of files
 */
export function addressesFrom(path: string, ending: "" | ".html"): Addresses {
  const root = "../".repeat(path.split("/").length - 1);
  const to = (target: string): string =>
    `${root}${target.split("/").map(encodeURIComponent).join("/")}${ending}`;
  return {
    index: ending === "" ? root || "./" : `${root}index.html`,
    document: `${root}openapi.json`,
    operation: (name) => to(paths.operation(name)),
    webhook: (name) => to(paths.webhook(name)),
    type: (name) => to(paths.type(name)),
    problem: (code) => to(paths.problem(code)),
  };
}
