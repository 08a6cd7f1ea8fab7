/** Content type of the text format 0.0.4 of Prometheus. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => escapes[character] ?? character);
}

/** One sample: `name{label="value"} 12`, with the line break after it. */
export function sampleLine(
  name: string,
  names: readonly string[],
  values: readonly string[],
  value: number,
): string {
  const pairs = names.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}
