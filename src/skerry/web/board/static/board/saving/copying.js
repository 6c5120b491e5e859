// Text for the clipboard, from the dialog of a page whose field "share-text" can be selected.

import { at } from "../../base/page.js";

export const BY_HAND = "This browser leaves copying to you: the text is selected.";

// Raises an error where no page may copy; the text is selected then.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copySelected(text)) throw new Error("nothing lets us copy");
  }
}

// Where a page is not served safely, browsers let it copy only what is selected, if that.
function copySelected(text) {
  const field = at("share-text");
  field.value = text;
  field.hidden = false;
  field.select();
  return document.execCommand("copy");
}
