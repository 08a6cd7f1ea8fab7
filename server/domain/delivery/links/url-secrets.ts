import { isSecretSetting } from "./setting-forms.js";

const removed = "***";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Replaces the values of secret parameters, wherever a query begins. */
function withoutSecretParameters(text: string): string {
  return text.replace(/([?&])([^?&=]*)=([^&]*)/gu, (all, start: string, name: string, value: string) =>
    isSecretSetting(decoded(name)) && value !== "" ? `${start}${name}=${removed}` : all,
  );
}

/** Returns whether a text ends within the value of a secret parameter. */
function endsInSecret(text: string): boolean {
  const [, name = ""] = /[?&]([^?&=]*)=[^&]*$/u.exec(text) ?? [];
  return isSecretSetting(decoded(name));
}

/**
 * A URL for operators: `***` in place of the password before the host and of secret parameters. A text without `://` is returned as it is.
 *
 * A password with `@`, `:`, `/`, `?` or `#` that are not percent-encoded is removed too, up to the last `@` of the text, and with it
 * whatever else is before that.
 */
export function withoutPassword(url: string): string {
  const [, start = url, rest = ""] = /^([^/]*:\/\/)(.*)$/su.exec(url) ?? [];
  const at = rest.lastIndexOf("@");
  const [before, after] = [rest.slice(0, Math.max(at, 0)), rest.slice(at + 1)];
  // A password begins in the authority, wherever it ends.
  const colon = before.split(/[/?#]/u, 1)[0]?.indexOf(":") ?? -1;
  if (colon === -1 || colon === before.length - 1) return `${start}${withoutSecretParameters(rest)}`;
  const tail = endsInSecret(before) ? after.replace(/^[^&]*/u, removed) : after;
  return `${start}${before.slice(0, colon)}:${removed}@${withoutSecretParameters(tail)}`;
}

/** Returns whether a URL contains a password, before the host or as a parameter. */
export function carriesSecret(url: string): boolean {
  return withoutPassword(url) !== url;
}

/** What was typed in a field, without the passwords of URLs and the values of secret settings, each on a line of its own. */
export function withoutTypedSecrets(text: string): string {
  return text.replace(/[^\r\n]+/gu, (line) => {
    const [, name] = /^\s*([\w.-]+)=/u.exec(line) ?? [];
    if (name !== undefined && isSecretSetting(name)) return `${name}=`;
    const isUrl = /^\s*[a-z][a-z\d+.-]*:\/\/\S+\s*$/iu.test(line);
    return isUrl ? withoutPassword(line).replace(`:${removed}@`, "@").replaceAll(`=${removed}`, "=") : line;
  });
}
