/** Rule for the text of a setting: reads its value, or returns undefined where `error` describes the accepted texts. */
export interface SettingCheck<T> {
  /** Form of the text in the help page: `number` in `--port <number>`. */
  readonly form: string;
  /** Follows the name of the setting. */
  readonly error: string;
  readonly read: (text: string) => T | undefined;
}

/** Any text. */
export function anyText(form: string): SettingCheck<string> {
  return { form, error: "", read: (text) => text };
}

export function matching(form: string, pattern: RegExp, error: string): SettingCheck<string> {
  return { form, error, read: (text) => (pattern.test(text) ? text : undefined) };
}

export function notEmpty(form: string): SettingCheck<string> {
  return matching(form, /[^]/u, "must not be empty");
}

export function oneOf<const T extends string>(...names: readonly T[]): SettingCheck<T> {
  const listed = [names.slice(0, -1).join(", "), names.at(-1)].join(" or ");
  return {
    form: names.join("|"),
    error: `must be ${listed}`,
    read: (text) => names.find((name) => name === text),
  };
}

/** A whole number from `least` to `most`, of at most five digits; of a unit. */
export function integerSetting(least: number, most: number, unit?: string): SettingCheck<number> {
  const number = unit === undefined ? "a number" : `a number of ${unit}`;
  return {
    form: unit ?? "number",
    error: `must be ${number} from ${least} to ${most}`,
    read: (text) => {
      const value = /^[0-9]{1,5}$/.test(text) ? Number(text) : NaN;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

export const onOff: SettingCheck<boolean> = {
  ...oneOf("on", "off"),
  read: (text) => ({ on: true, off: false })[text],
};
