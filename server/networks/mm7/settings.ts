import { defaultSchema, versionOf } from "./documents/schema.js";
import {
  LinkSettingError,
  type LinkText,
  providerForm,
  type SettingForm,
  settingTexts,
} from "../../domain/delivery/links/setting-forms.js";
import { type AuthorizationScheme, authorizationSchemes } from "./authorizer.js";

/** A checked link to an MMSC. */
export interface Mm7Settings {
  readonly url: URL;
  readonly user: string;
  readonly password: string;
  readonly authorization: AuthorizationScheme;
  readonly vaspId: string;
  readonly vasId: string;
  /** Name of the schema. */
  readonly schema: string;
  readonly version: string;
  /** Messages in flight at once. */
  readonly window: number;
  /** Milliseconds until a response counts as lost. */
  readonly timeout: number;
  /** File of certificates in PEM. */
  readonly ca: string | undefined;
  readonly receiver: ReceiverSettings;
}

/** Callers that may report and deliver as the MMSC; none while both are empty. */
export interface ReceiverSettings {
  readonly user: string;
  readonly password: string;
  /** Addresses and CIDR ranges. With both, both must fit. */
  readonly addresses: readonly string[];
}

/** Settings of a link by name; `docs/reference/mms.md` holds the same table. */
export const mm7SettingForms = {
  vaspId: { form: /^[^\p{C}]{0,64}$/u, must: "have at most 64 characters", initial: "" },
  vasId: { form: /^[^\p{C}]{0,64}$/u, must: "have at most 64 characters", initial: "" },
  authorization: { form: /^(none|basic|digest)?$/, must: "be none, basic or digest", initial: "" },
  schema: { form: /^REL-[0-9]{1,2}-MM7-1-[0-9]{1,2}$/, must: "be REL-x-MM7-1-y", initial: defaultSchema },
  version: { form: /^([0-9]{1,2}\.[0-9]{1,3}\.[0-9]{1,3})?$/, must: "be a version like 5.6.0", initial: "" },
  window: { form: /^([1-9]|[1-9][0-9])$/, must: "be from 1 to 99", initial: "10" },
  timeout: {
    form: /^([1-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$/,
    must: "be from 1 to 600 seconds",
    initial: "60",
  },
  ca: { form: /^[^\p{C}]*$/u, must: "be the name of a PEM file", initial: "" },
  idForm: {
    form: /^(auto|same|hex-decimal|decimal-hex)$/,
    must: "be auto, same, hex-decimal or decimal-hex",
    initial: "auto",
  },
  provider: providerForm,
  receiveUser: { form: /^[^:\p{C}]{0,64}$/u, must: "have no colon", initial: "" },
  receivePassword: { form: /^[^\p{C}]{0,256}$/u, must: "have no control characters", initial: "" },
  receiveFrom: {
    form: /^[0-9a-fA-F:.,/ ]*$/,
    must: "be addresses or CIDR ranges separated by commas",
    initial: "",
  },
} as const satisfies Readonly<Record<string, SettingForm>>;

/**
 * Checks a link of the kind mm7.
 * @throws LinkSettingError that names the invalid setting
 */
export function mm7Settings({ url: text, password, settings }: LinkText): Mm7Settings {
  const of = settingTexts(mm7SettingForms, settings, "MM7");
  const { url, user } = addressOf(text);
  const schema = of("schema");
  const version = of("version");
  const ca = of("ca");
  return {
    url,
    user,
    password,
    authorization: schemeOf(of("authorization"), user),
    vaspId: of("vaspId"),
    vasId: of("vasId"),
    schema,
    version: version === "" ? versionOf(schema) : version,
    window: Number(of("window")),
    timeout: Number(of("timeout")) * 1000,
    ca: ca === "" ? undefined : ca,
    receiver: receiverOf(of("receiveUser"), of("receivePassword"), of("receiveFrom")),
  };
}

/** Default: Basic if there is a user. */
function schemeOf(text: string, user: string): AuthorizationScheme {
  return authorizationSchemes.find((scheme) => scheme === text) ?? (user === "" ? "none" : "basic");
}

function addressOf(text: string): { readonly url: URL; readonly user: string } {
  const [, secure, rest = ""] = /^mm7(s?):\/\/(.+)$/.exec(text) ?? [];
  const http = `http${secure ?? ""}://${rest}`;
  if (secure === undefined || !URL.canParse(http))
    throw new LinkSettingError("the URL must be mm7://USER@HOST:PORT/PATH or mm7s://USER@HOST:PORT/PATH");
  const url = new URL(http);
  if (url.password !== "" || url.hash !== "")
    throw new LinkSettingError("the URL must contain no password and no #");
  const user = decodeURIComponent(url.username);
  url.username = "";
  return { url, user };
}

function receiverOf(user: string, password: string, from: string): ReceiverSettings {
  if ((user === "") !== (password === ""))
    throw new LinkSettingError("receiveUser and receivePassword must be set together");
  const addresses = from.split(",").flatMap((address) => (address.trim() === "" ? [] : [address.trim()]));
  return { user, password, addresses };
}
