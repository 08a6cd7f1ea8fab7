import { setTimeout as sleep } from "node:timers/promises";
import { password } from "../../faces/portal/portal-server.js";
import { PlainBrowser, type Received } from "../../faces/console/console-server.js";

/** Recipients of a file, and milliseconds between two files of a user. */
const length = 10;
const pause = 1_000;

/** Milliseconds between attempts. */
const untilNext = 200;

/** The user of the portal who sends. */
export const sender = { customer: 44, name: "owner" } as const;

const draft = { originator: "Shop", list: "", numbers: "", text: "Your parcel is ready", when: "" };

const hidden = ({ text }: Received, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`, "u").exec(text)?.[1] ?? "";

/** A file whose form was sent, perhaps several times, and what became of it. */
interface SentFile {
  readonly phones: readonly string[];
  transaction: string | undefined;
}

/** Users of the portal who send files of numbers. Each number is in one file. */
export class FileSender {
  readonly files: SentFile[] = [];
  /** What pages answered in place of what was expected, by status. */
  readonly failures = new Map<string, number>();
  #next: number;

  /** `first`: the number of the first recipient. */
  constructor(first: number) {
    this.#next = first;
  }

  get sent(): number {
    return this.files.filter(({ transaction }) => transaction !== undefined).length * length;
  }

  /** Sends file after file until `isOver`; logs in again where a session is lost. */
  async run(origin: string, isOver: () => boolean): Promise<void> {
    const browser = new PlainBrowser(origin, {}, "");
    let isIn = false;
    while (!isOver()) {
      const step: Promise<boolean> = isIn ? this.#sendFile(browser, isOver) : logIn(browser);
      isIn = await step.catch((error: unknown) => this.#failed(String(error), isIn));
      await sleep(isIn ? pause : untilNext);
    }
  }

  #failed<T>(what: string, result: T): T {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
    return result;
  }

  /** Returns whether the user is still logged in. */
  async #sendFile(browser: PlainBrowser, isOver: () => boolean): Promise<boolean> {
    const shown = await browser.get("/send");
    if (shown.status === 303) return false;
    const phones = Array.from({ length }, () => String(this.#next++));
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: browser.token, ...draft, upload: "" }))
      form.append(name, value);
    form.append("file", new Blob([phones.join("\n")], { type: "text/plain" }), "numbers.txt");
    const checked = await browser.shown(await browser.request("/send/check", { method: "POST", body: form }));
    // The form of the button that sends, which comes last.
    const id = Array.from(checked.text.matchAll(/name="form" value="([^"]+)"/gu)).at(-1)?.[1];
    const fields = { ...draft, upload: hidden(checked, "upload"), checked: hidden(checked, "checked") };
    if (id === undefined || fields.checked === "") return this.#failed(`check ${checked.status}`, true);
    await this.#confirm(browser, { ...fields, form: id }, phones, isOver);
    return true;
  }

  /** Presses the button again and again, as the same form, until the page of the message is shown. */
  async #confirm(
    browser: PlainBrowser,
    fields: Readonly<Record<string, string>>,
    phones: readonly string[],
    isOver: () => boolean,
  ): Promise<void> {
    const file: SentFile = { phones, transaction: undefined };
    this.files.push(file);
    while (!isOver()) {
      const received = await browser.post("/send", fields).catch((error: unknown) => error as Error);
      const place = received instanceof Error ? "" : (received.headers.get("location") ?? "");
      file.transaction = /^\/transactions\/([^?]+)/u.exec(place)?.[1];
      if (file.transaction !== undefined) return;
      this.#failed(
        received instanceof Error ? String(received) : `send ${received.status} ${place}`,
        undefined,
      );
      // The form is gone: another process has the upload.
      if (!(received instanceof Error) && received.status === 303) return;
      await sleep(untilNext);
    }
  }
}

async function logIn(browser: PlainBrowser): Promise<boolean> {
  await browser.get("/log-in");
  await browser.post("/log-in", { customer: String(sender.customer), name: sender.name, password });
  return (await browser.get("/")).status === 200;
}
