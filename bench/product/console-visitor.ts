/** A page, or a file, as a browser receives it. */
export interface Received {
  readonly status: number;
  /** Path with its query, after redirects. */
  readonly path: string;
  readonly text: string;
}

/** An operator who reads the console. */
export class ConsoleVisitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #token = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  async logIn(name: string, password: string): Promise<void> {
    await this.get("/console/log-in");
    await this.post("/console/log-in", { name, password });
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
export function placesOn({ text }: Received): readonly string[] {
  const found = [...text.matchAll(/href="(?<path>\/console[^"]*)"/gu)].map(({ groups }) =>
    (groups?.["path"] ?? "").replaceAll("&#x3D;", "=").replaceAll("&amp;", "&").replace(/#.*/u, ""),
  );
  return [...new Set(found)].filter((path) => !/log-out|\/assets\/|\/docs|\/portal/u.test(path));
}
