import type { LinkKind, LinkSettings, NewLink } from "../../domain/delivery/routing/link.js";
import { mm7SettingForms, mm7Settings } from "../../networks/mm7/settings.js";
import { LinkSettingError } from "../../domain/delivery/links/setting-forms.js";
import { smppSettingForms, smppSettings } from "../../networks/smpp/settings.js";

/** Parts of a link URL; password and the settings after `?` are separate. */
export interface LinkAddress {
  readonly kind: LinkKind;
  readonly url: string;
  readonly password: string;
  readonly settings: LinkSettings;
  /** Host and port: the network, unless another name is given. */
  readonly network: string;
}

const kinds: Readonly<Record<string, LinkKind>> = { smpp: "smpp", smpps: "smpp", mm7: "mm7", mm7s: "mm7" };

const loopback: LinkAddress = {
  kind: "loopback",
  url: "loopback:",
  password: "",
  settings: {},
  network: "loopback",
};

/**
 * Reads `loopback`, `smpp://SYSTEM_ID:PASSWORD@HOST:PORT?window=50` and the like.
 * @throws LinkSettingError whose message never contains the password
 */
export function readLinkUrl(text: string): LinkAddress {
  if (text === "loopback" || text === loopback.url) return loopback;
  const [, scheme = "", rest = ""] = /^([a-z0-9]+):\/\/(.+)$/u.exec(text) ?? [];
  const kind = kinds[scheme];
  const web = `http://${rest}`;
  if (kind === undefined || !URL.canParse(web))
    throw new LinkSettingError(
      "the URL of a link must be loopback, smpp://, smpps://, mm7:// or mm7s://, then USER:PASSWORD@HOST:PORT",
    );
  const { username, password, host, pathname, searchParams } = new URL(web);
  const user = decoded(username) === "" ? "" : `${username}@`;
  return {
    kind,
    url: `${scheme}://${user}${host}${pathname === "/" ? "" : pathname}`,
    password: decoded(password),
    settings: Object.fromEntries(searchParams),
    network: host,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new LinkSettingError("a % in the URL must be followed by two hexadecimal digits");
  }
}

/** Checks that a link can be opened. @throws LinkSettingError that names the invalid setting */
export function checkLink(link: Pick<NewLink, "kind" | "url" | "password" | "settings">): void {
  if (link.kind === "smpp") smppSettings(link);
  else if (link.kind === "mm7") mm7Settings(link);
  else if (Object.keys(link.settings).length > 0) throw new LinkSettingError("loopback has no settings");
}

/** Slots of a link, which processes share: binds or requests at once. A link that cannot be opened has one. */
export function slotsOf(link: Pick<NewLink, "kind" | "settings">): number {
  if (link.kind === "loopback") return 1;
  const [form, text] =
    link.kind === "smpp"
      ? ([smppSettingForms.binds, link.settings["binds"]] as const)
      : ([mm7SettingForms.window, link.settings["window"]] as const);
  const count = text ?? form.initial;
  return form.form.test(count) ? Number(count) : 1;
}

/** True for a setting whose value is the name of a file on the server. */
export function isFileSetting(name: string): boolean {
  return ["tlsCa", "tlsCertificate", "tlsKey", "ca"].includes(name);
}
