/** Playwright, as far as the tests use it: `.ci/run` installs it beside the project. */

interface Named {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly level?: number;
}

interface Search {
  getByRole(role: string, options?: Named): Locator;
  getByLabel(text: string, options?: Pick<Named, "exact">): Locator;
  getByText(text: string | RegExp, options?: Pick<Named, "exact">): Locator;
  locator(selector: string, options?: { readonly hasText?: string | RegExp }): Locator;
}

/** Elements of a page; what needs one waits for it. */
export interface Locator extends Search {
  hover(): Promise<void>;
  focus(): Promise<void>;
  first(): Locator;
  nth(index: number): Locator;
  filter(options: { readonly hasText?: string | RegExp; readonly has?: Locator }): Locator;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  isChecked(): Promise<boolean>;
  setInputFiles(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }): Promise<void>;
  waitFor(): Promise<void>;
  isVisible(): Promise<boolean>;
  count(): Promise<number>;
  inputValue(): Promise<string>;
  innerText(): Promise<string>;
  textContent(): Promise<string | null>;
  getAttribute(name: string): Promise<string | null>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How the pages of a context are shown, and what they may do. */
export interface ContextOptions {
  readonly viewport?: Size;
  readonly colorScheme?: "light" | "dark";
  readonly javaScriptEnabled?: boolean;
  readonly permissions?: string[];
}

export interface Context {
  newPage(): Promise<Page>;
  /** Milliseconds for which an action waits for its element. */
  setDefaultTimeout(time: number): void;
  addCookies(cookies: readonly Readonly<Record<"name" | "value" | "url", string>>[]): Promise<void>;
  close(): Promise<void>;
}

interface PageEvents {
  readonly console: { type(): string; text(): string };
  readonly pageerror: Error;
  readonly request: { url(): string; method(): string };
}

export interface Page extends Search {
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  on<Name extends keyof PageEvents>(name: Name, listener: (event: PageEvents[Name]) => void): unknown;
  context(): Context;
  url(): string;
  goto(url: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  waitForURL(url: string | RegExp): Promise<void>;
  evaluate<T>(script: string): Promise<T>;
  emulateMedia(options: { readonly colorScheme: "light" | "dark" }): Promise<void>;
  setViewportSize(size: Size): Promise<void>;
  screenshot(options: {
    readonly path: string;
    readonly fullPage?: boolean;
    readonly clip?: Readonly<Record<"x" | "y" | "width" | "height", number>>;
  }): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Browser {
  newContext(options?: ContextOptions): Promise<Context>;
  newPage(options?: ContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
  };
}
