import { readFileSync, statSync } from "node:fs";
import { type Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import { z } from "zod";
import { type LinkInput, newLink } from "../admin/links.js";
import { newRoute } from "../actions/routes.js";
import { isSecretSetting } from "../domain/delivery/links/setting-forms.js";
import { carriesSecret } from "../domain/delivery/links/url-secrets.js";
import type { DeliveryTimes } from "../work/delivery/worker.js";
import type { SweepTimes } from "../work/maintenance/sweeps.js";
import type { NewLink, NewRoute } from "../domain/delivery/routing/link.js";
import { settingEntries, type SettingName, type SettingTexts } from "./settings.js";
import { OptionError, SettingError, settingProblem } from "./setting-error.js";

/** The content of a configuration file. */
export interface ConfigFile {
  readonly path: string;
  readonly settings: SettingTexts;
  /** Undefined if the file has no links, routes and delivery times. */
  readonly delivery: DeliverySetup | undefined;
  /** `FILE:LINE` of a value. */
  placeOf(path: readonly PropertyKey[]): string;
}

/** Links, routes and times of the configuration file; they replace those of its previous version. */
export interface DeliverySetup {
  readonly links: readonly NewLink[];
  readonly routes: readonly NewRoute[];
  /** The file says that it has none, with `links: []` or `routes: []`, so that it is not a part of another one. */
  readonly isEmpty?: boolean;
  readonly times: Partial<DeliveryTimes & SweepTimes>;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const link = z.strictObject({
  name: z.string(),
  url: z.string(),
  password: z.string().optional(),
  network: z.string().optional(),
  settings: z.record(z.string(), scalar).default({}),
});

const route = z.strictObject({
  prefix: scalar.default("*"),
  link: z.string(),
  customer: scalar.optional(),
  originator: z.string().optional(),
  kind: z.string().optional(),
  rank: scalar.optional(),
  weight: scalar.optional(),
  uncertain: z.string().optional(),
});

const hours = z.number().positive().max(8760);

const list = z.union([z.array(scalar), scalar.transform((value) => [value])]);

const settings = Object.fromEntries(
  settingEntries.map(([name, { initial }]) => [name, (Array.isArray(initial) ? list : scalar).optional()]),
) as Record<SettingName, z.ZodOptional<typeof list | typeof scalar>>;

const deliverySchema = z.strictObject({
  links: z.array(link).optional(),
  routes: z.array(route).optional(),
  delivery: z
    .strictObject({
      validityHours: hours.optional(),
      receiptHours: hours.optional(),
      unmatchedReceiptHours: hours.optional(),
      failoverSeconds: z.number().nonnegative().max(86_400).optional(),
    })
    .optional(),
});

const fileSchema = deliverySchema.extend(settings);

type FileContent = z.infer<typeof deliverySchema>;
type LinkContent = z.infer<typeof link>;
type RouteContent = z.infer<typeof route>;

const hour = 3_600_000;

function timesOf(delivery: FileContent["delivery"] = {}): Partial<DeliveryTimes & SweepTimes> {
  const { validityHours, receiptHours, unmatchedReceiptHours, failoverSeconds } = delivery;
  return {
    ...(validityHours === undefined ? {} : { validity: validityHours * hour }),
    ...(receiptHours === undefined ? {} : { receipt: receiptHours * hour }),
    ...(unmatchedReceiptHours === undefined ? {} : { unmatched: unmatchedReceiptHours * hour }),
    ...(failoverSeconds === undefined ? {} : { failover: failoverSeconds * 1000 }),
  };
}

function linkOf({ name, settings, ...input }: LinkContent): NewLink {
  const set = Object.entries(settings).map(([setting, text]) => `${setting}=${text}`);
  const typed: LinkInput = { ...input, set };
  return newLink(name, typed, true);
}

const routeOf = (input: RouteContent): NewRoute => newRoute(input, true);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingError(`--config ${path} cannot be read`, { cause: error });
  }
}

/** Offset of the first alias in a document that satisfies a condition. */
function firstAlias(document: Document, isWanted: (resolves: boolean) => boolean): number | undefined {
  let found: number | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (!isWanted(alias.resolve(document) !== undefined)) return undefined;
      found = alias.range?.[0];
      return visit.BREAK;
    },
  });
  return found;
}

/** The values of a document. @throws OptionError for aliases that name nothing, or that multiply its values without limit */
function valuesOf(document: Document, placeAt: (offset: number | undefined) => string): unknown {
  try {
    return (document.toJS() as unknown) ?? {};
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const unresolved = firstAlias(document, (resolves) => !resolves);
    if (unresolved !== undefined)
      throw new OptionError(`--config ${placeAt(unresolved)}: an alias has no anchor before it`);
    const first = firstAlias(document, () => true);
    throw new OptionError(`--config ${placeAt(first)}: too many aliases: write the values out`);
  }
}

/** Parses YAML 1.2, which includes JSON. Messages of the parser quote the file, which may have passwords: only the place is reported. */
function parse(path: string): { readonly content: unknown; readonly placeOf: ConfigFile["placeOf"] } {
  const lines = new LineCounter();
  const document = parseDocument(textOf(path), { lineCounter: lines, prettyErrors: false, version: "1.2" });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new OptionError(`--config ${path}:${line}: is not YAML or JSON (column ${col}, ${problem.code})`);
  }
  return {
    content: valuesOf(document, (offset) =>
      offset === undefined ? path : `${path}:${lines.linePos(offset).line}`,
    ),
    placeOf: (keys) => {
      for (let length = keys.length; length > 0; length--) {
        const node: unknown = document.getIn(keys.slice(0, length), true);
        if (isNode(node) && node.range) return `${path}:${lines.linePos(node.range[0]).line}`;
      }
      return path;
    },
  };
}

/** Only its owner may read a file with passwords. */
function requirePrivate(path: string): void {
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
    throw new OptionError(`--config ${path} contains passwords and is readable by other users: chmod 600 it`);
}

function hasPassword({ settings, delivery }: Pick<ConfigFile, "settings" | "delivery">): boolean {
  if ([settings.database, settings.readDatabase, settings.smsc].map(String).some(carriesSecret)) return true;
  return (delivery?.links ?? []).some(
    (each) =>
      each.password !== "" ||
      Object.entries(each.settings).some(([name, text]) => isSecretSetting(name) && text !== ""),
  );
}

function deliveryOf(
  path: string,
  { links = [], routes = [], delivery, ...more }: FileContent & Pick<DeliverySetup, "isEmpty">,
): DeliverySetup {
  try {
    return { links: links.map(linkOf), routes: routes.map(routeOf), times: timesOf(delivery), ...more };
  } catch (error) {
    throw settingProblem(`--config ${path}`, error);
  }
}

/**
 * Reads the configuration file of `messenger serve`.
 * @throws SettingError that names the first thing that cannot be used, and never a password
 */
export function readConfigFile(path: string): ConfigFile {
  const { content, placeOf } = parse(path);
  const checked = fileSchema.safeParse(content);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const keys = issue?.path ?? [];
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const name = [...keys, ...unknown].join(".");
    const problem = unknown.length > 0 ? `there is no setting ${name}` : `${name} ${issue?.message ?? ""}`;
    throw new OptionError(`--config ${placeOf([...keys, ...unknown])}: ${problem.trim()}`);
  }
  const { links, routes, delivery, ...values } = checked.data;
  const hasDelivery = links !== undefined || routes !== undefined || delivery !== undefined;
  const file = {
    path,
    settings: values as SettingTexts,
    delivery: hasDelivery
      ? deliveryOf(path, { links, routes, delivery, isEmpty: links?.length === 0 || routes?.length === 0 })
      : undefined,
    placeOf,
  };
  if (hasPassword(file)) requirePrivate(path);
  return file;
}
