// Counts the characters and parts of a text as one types, by the modules of the service beside this file.
import { sizeText, textSize } from "./text-size.js";

/** Keeps the note of a field current. */
export function count(field) {
  const note = document.getElementById(field.dataset.note);
  const isPlain = field.dataset.plain === "on";
  const { textContent: before } = note;
  const show = () => {
    const text = field.value.trim();
    note.textContent = text === "" ? before : sizeText(textSize(text, isPlain));
  };
  field.addEventListener("input", show);
  if (field.value !== "") show();
}
