/** A page, or a file, as a browser receives it. */
export interface Received {
  readonly status: number;
  /** Path with its query, after redirects. */
  readonly path: string;
  readonly text: string;
}

/** Who reads the console or the portal. */
export class ConsoleVisitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #token = "";

  readonly #base: string;

  /** @param base path of the site */
  constructor(origin: string, base = "/console") {
    this.#origin = origin;
    this.#base = base;
  }

  async logIn(name: string, password: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.get(`${this.#base}/log-in`);
    await this.post(`${this.#base}/log-in`, { name, password, ...more });
  }

  /** Follows redirects. */
  async get(path: string): Promise<Received> {
    return this.#request(path, {});
  }

  /** Sends a form with the token of the page before, and follows the response. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<Received> {
    const body = new URLSearchParams({ token: this.#token, ...fields });
    return this.#request(path, { method: "POST", body });
  }

  async #request(path: string, init: RequestInit): Promise<Received> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.#origin}${path}`, {
      redirect: "manual",
      ...init,
      headers: { Cookie: cookies },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    this.#token = /name="token" value="([^"]*)"/u.exec(text)?.[1] ?? this.#token;
    const place = response.headers.get("location");
    return place === null ? { status: response.status, path, text } : this.#request(place, {});
  }
}

/** Places that a page links to, and the files of its tables; without the marks of the page that the link is on. */
export function placesOn({ text }: Received, base = "/console"): readonly string[] {
  const pattern = new RegExp(`href="(?<path>${base}/?(?:[^/"][^"]*)?)"`, "gu");
  const found = [...text.matchAll(pattern)].map(({ groups }) =>
    (groups?.["path"] ?? "").replaceAll("&#x3D;", "=").replaceAll("&amp;", "&").replace(/#.*/u, ""),
  );
  return [...new Set(found)].filter((path) => !/log-out|\/assets\/|\/docs|\/portal/u.test(path));
}

/** What pages of one kind have in common: another number or day is the same read. */
export const kindOf = (path: string): string =>
  path
    .replace(/\d+/gu, "0")
    .replace(/after=[^&]*|before=[^&]*/gu, "")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "0");
