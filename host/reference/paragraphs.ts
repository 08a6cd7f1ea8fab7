/** A piece of a paragraph: text, or code between grave accents. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

export type Paragraph = readonly TextPart[];

/** The paragraphs of a description, whose only markup that is shown is code. */
export function paragraphsOf(description: string): readonly Paragraph[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map(partsOf);
}

function partsOf(paragraph: string): Paragraph {
  return paragraph
    .split(/`([^`]+)`/)
    .map((text, at) => ({ text, isCode: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
