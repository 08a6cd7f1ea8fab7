/** What a release is made of. */
export interface ReleaseFacts {
  /** The root, the five packages, and that of the image. */
  readonly manifests: readonly Manifest[];
  /** Text of the compose file, which names the image with its version. */
  readonly compose: string;
  readonly changelog: string;
  /** Text of SECURITY.md, which says where defects are reported. */
  readonly security: string;
  /** Lines of `git status --porcelain`. */
  readonly changedFiles: readonly string[];
  /** Names of the tags of the repository. */
  readonly tags: readonly string[];
}

/** The part of a `package.json` that a release depends on. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly repository?: Address;
  readonly bugs?: Address;
}

interface Address {
  readonly url: string;
}

/** True for a place that is missing, or the placeholder of this project. */
function isPlaceholder(text = "example.com"): boolean {
  return text.includes("example.com");
}

/** The version of the root, which all packages have. */
export function versionOf({ manifests }: ReleaseFacts): string {
  return manifests[0]?.version ?? "";
}

/** Reasons against a release; empty if there is none. */
export function releaseProblems(facts: ReleaseFacts): readonly string[] {
  const { manifests, compose, changelog, changedFiles, tags } = facts;
  const version = versionOf(facts);
  const names = new Set(manifests.map(({ name }) => name));
  const isReleased = new RegExp(`^## ${escaped(version)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, "mu").test(changelog);
  return [
    ...manifests
      .filter((manifest) => manifest.version !== version)
      .map((manifest) => `${manifest.name} has version ${manifest.version} instead of ${version}`),
    ...manifests.flatMap(({ name, dependencies = {} }) =>
      Object.entries(dependencies)
        .filter(([other, range]) => names.has(other) && range !== version)
        .map(([other, range]) => `${name} depends on ${other} ${range} instead of ${version}`),
    ),
    ...(compose.includes(`image: messenger:${version}\n`)
      ? []
      : [`deploy/docker/compose.yaml does not name the image messenger:${version}`]),
    ...manifests.flatMap(({ name, private: isPrivate, repository, bugs }) => [
      ...(isPrivate !== true && isPlaceholder(repository?.url)
        ? [`${name} does not say where its repository is`]
        : []),
      ...(isPrivate !== true && isPlaceholder(bugs?.url)
        ? [`${name} does not say where its issues are`]
        : []),
    ]),
    ...(isPlaceholder(facts.security) ? ["SECURITY.md does not say where vulnerabilities are reported"] : []),
    ...(isReleased ? [] : [`CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)"`]),
    ...(changedFiles.length === 0 ? [] : [`${changedFiles.length} files are changed and not committed`]),
    ...(tags.includes(`v${version}`) ? [`the tag v${version} exists already`] : []),
  ];
}

/** The section of the changelog about a version, without its heading; empty if there is none. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /mu);
  const own = sections.find((section) => section.startsWith(`${version} `)) ?? "";
  return own.slice(own.indexOf("\n") + 1).trim();
}

function escaped(text: string): string {
  return text.replaceAll(/[.+]/gu, "\\$&");
}
