import type { PlainBrowser } from "../console/console-server.js";
import { type Spot, spotAt } from "./attempts.js";
import type { Found } from "./crawl.js";
import type { Subject } from "./matrix.js";
import { openScene, type Scene } from "./scene.js";
import { pagesFor, placesOf, type SiteUnderTest } from "./site.js";

/** A scene with the browsers of all roles. An action that has taken away what the next one needs is followed by another scene. */
export class Stage {
  readonly site: SiteUnderTest;
  scene: Scene | undefined;
  #browsers = new Map<string, Promise<PlainBrowser>>();
  places: ReadonlyMap<string, string> = new Map();

  constructor(site: SiteUnderTest) {
    this.site = site;
  }

  async open(): Promise<Scene> {
    await this.scene?.close();
    this.#browsers = new Map();
    const scene = (this.scene = await openScene());
    // One more session, to be ended.
    await this.site.logIn(scene, this.site.best);
    return scene;
  }

  /** The paths of the actions, but of those that suites of their own have. */
  get paths(): readonly string[] {
    const { actions, elsewhere } = this.site;
    return actions.map(({ path }) => path).filter((path) => elsewhere[path] === undefined);
  }

  /** Looks for the forms of all actions. Resolves with the pages. */
  async findPlaces(): Promise<readonly Found[]> {
    const pages = await pagesFor(this.site, await this.browserOf(this.site.best));
    this.places = placesOf(this.site, pages);
    return pages;
  }

  browserOf = (role: string): Promise<PlainBrowser> => {
    const known = this.#browsers.get(role);
    if (known !== undefined) return known;
    if (this.scene === undefined) throw new Error("the scene is not open");
    const opened = this.site.logIn(this.scene, role);
    this.#browsers.set(role, opened);
    return opened;
  };

  async #spot(path: string): Promise<Spot | undefined> {
    return spotAt(await this.browserOf(this.site.best), this.site, path, this.places);
  }

  /** @throws Error if no page has a form for the action */
  async subject(path: string): Promise<Subject> {
    const { site, browserOf } = this;
    const action = site.actions.find((each) => each.path === path);
    let scene = this.scene ?? (await this.open());
    let spot = await this.#spot(path);
    if (spot === undefined) {
      scene = await this.open();
      spot = await this.#spot(path);
    }
    if (spot === undefined) {
      // Ids of some things are others.
      await this.findPlaces();
      spot = await this.#spot(path);
    }
    if (action === undefined || spot === undefined) throw new Error(`no page has a form for ${path}`);
    return { scene, site, action, spot, browserOf, places: this.places };
  }
}
