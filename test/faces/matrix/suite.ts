import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { PlainBrowser } from "../console/console-server.js";
import { storeKind } from "../../storage/new-database.js";
import { type Spot, spotAt } from "./attempts.js";
import {
  checkBlocked,
  checkEndedSession,
  checkOthers,
  checkRefused,
  checkRepeats,
  checkRoles,
  type Subject,
} from "./matrix.js";
import { openScene, type Scene } from "./scene.js";
import { fillingOf, pagesFor, placesOf, type SiteUnderTest } from "./site.js";

/** A scene with the browsers of all roles. An action that has taken away what the next one needs is followed by another scene. */
class Stage {
  readonly site: SiteUnderTest;
  scene: Scene | undefined;
  /** The service goes on with the action before. */
  #isOver = false;
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

  async findPlaces(): Promise<void> {
    this.places = placesOf(this.site, await pagesFor(this.site, await this.browserOf(this.site.best)));
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
    if (spot === undefined || this.#isOver) {
      scene = await this.open();
      spot = await this.#spot(path);
    }
    if (spot === undefined) {
      // Ids of some things are others.
      await this.findPlaces();
      spot = await this.#spot(path);
    }
    this.#isOver = fillingOf(site, path)?.ends === true;
    if (action === undefined || spot === undefined) throw new Error(`no page has a form for ${path}`);
    return { scene, site, action, spot, browserOf, places: this.places };
  }
}

/** What does not depend on the store: writes that come together do. */
const faultsOfAnyStore = async (subject: Subject): Promise<readonly string[]> => [
  ...(await checkRoles(subject)),
  ...(await checkRefused(subject)),
  ...(await checkOthers(subject)),
  ...(await checkEndedSession(subject)),
  ...(await checkBlocked(subject)),
];

/** Each action of a site: roles, a form that is refused, another customer's ids, an ended session, a double submit, Back and reload. */
export function describeForms(site: SiteUnderTest): void {
  const stage = new Stage(site);
  beforeAll(async () => {
    await stage.open();
    await stage.findPlaces();
  });
  afterAll(() => stage.scene?.close());

  const here = site.actions.map(({ path }) => path).filter((path) => site.elsewhere[path] === undefined);

  test.each(here)("%s", async (path) => {
    const subject = await stage.subject(path);
    const faults = storeKind === "sqlite" ? await faultsOfAnyStore(subject) : [];
    expect([...faults, ...(await checkRepeats(subject))]).toEqual([]);
  });

  test("no page failed", () => {
    expect(stage.scene?.log.lines.filter(({ event }) => /failed/u.test(event))).toEqual([]);
  });
}
