import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { type LinkInput, newLink } from "../admin/links.js";
import { Refusal } from "../admin/refusal.js";
import { newRoute, type RouteInput } from "../admin/routes.js";
import { isSecretSetting } from "../delivery/link-settings.js";
import type { DeliveryTimes } from "../delivery/worker.js";
import type { SweepTimes } from "../maintenance/sweeps.js";
import type { NewLink, NewRoute } from "../domain/links/links.js";
import { OptionError, SettingError } from "./setting-error.js";

/** Links, routes and times of the configuration file; they replace those of its previous version. */
export interface DeliverySetup {
  readonly links: readonly NewLink[];
  readonly routes: readonly NewRoute[];
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

const fileSchema = z.strictObject({
  links: z.array(link).default([]),
  routes: z.array(route).default([]),
  delivery: z
    .strictObject({
      validityHours: hours.optional(),
      receiptHours: hours.optional(),
      unmatchedReceiptHours: hours.optional(),
      failoverSeconds: z.number().nonnegative().max(86_400).optional(),
    })
    .default({}),
});

type FileContent = z.infer<typeof fileSchema>;

const hour = 3_600_000;

function timesOf(delivery: FileContent["delivery"]): Partial<DeliveryTimes & SweepTimes> {
  const { validityHours, receiptHours, unmatchedReceiptHours, failoverSeconds } = delivery;
  return {
    ...(validityHours === undefined ? {} : { validity: validityHours * hour }),
    ...(receiptHours === undefined ? {} : { receipt: receiptHours * hour }),
    ...(unmatchedReceiptHours === undefined ? {} : { unmatched: unmatchedReceiptHours * hour }),
    ...(failoverSeconds === undefined ? {} : { failover: failoverSeconds * 1000 }),
  };
}

function linkOf({ name, settings, ...input }: FileContent["links"][number]): NewLink {
  const set = Object.entries(settings).map(([setting, text]) => `${setting}=${text}`);
  const typed: LinkInput = { ...input, set };
  return newLink(name, typed, true);
}

function routeOf(input: FileContent["routes"][number]): NewRoute {
  const typed: RouteInput = input;
  return newRoute(typed, true);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new SettingError(`--config ${path} ${reason}`, { cause: error });
  }
}

/** The file contains passwords, so only its owner may read it. */
function requirePrivate(path: string, links: readonly NewLink[]): void {
  const withPassword = links.some(
    ({ password, settings }) =>
      password !== "" ||
      Object.entries(settings).some(([name, text]) => isSecretSetting(name) && text !== ""),
  );
  if (withPassword && process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
    throw new SettingError(
      `--config ${path} contains passwords and is readable by other users: chmod 600 it`,
    );
}

/**
 * Reads the configuration file of `messenger serve`.
 * @throws SettingError that names the first thing that cannot be used, and never a password
 */
export function readConfigFile(path: string): DeliverySetup {
  const checked = fileSchema.safeParse(parse(path));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new SettingError(`--config ${path}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
  }
  try {
    const { routes, delivery } = checked.data;
    const links = checked.data.links.map(linkOf);
    requirePrivate(path, links);
    return { links, routes: routes.map(routeOf), times: timesOf(delivery) };
  } catch (error) {
    if (error instanceof Refusal) throw new SettingError(`--config ${path}: ${error.message}`);
    throw error;
  }
}

/** The link that `--smsc` names. @throws SettingError */
export function smscSetup(url: string): DeliverySetup {
  try {
    const name = url === "loopback" ? url : "smsc";
    return { links: [newLink(name, { url }, true)], routes: [], times: {} };
  } catch (error) {
    if (error instanceof Refusal) throw new OptionError(`--smsc: ${error.message}`);
    throw error;
  }
}
