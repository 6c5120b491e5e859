// The dialogs around a study: its chapters, sharing, and a comment that two windows have changed.

import { ApiError } from "../base/api.js";
import { at } from "../base/page.js";
import { element } from "../board/panel.js";

export class Chapters {
  // `hooks`: open(chapter), enqueue(work), here() -> { chapter, node }
  constructor(store, hooks) {
    Object.assign(this, { store, hooks });
    at("chapters").addEventListener("change", () => hooks.open(Number(at("chapters").value)));
    at("edit-chapters").addEventListener("click", () => {
      at("to-editor").search = new URLSearchParams(hooks.here());
      at("chapters-dialog").showModal();
    });
    at("close-chapters").addEventListener("click", () => at("chapters-dialog").close());
    at("new-from").addEventListener("change", () => this.#showText());
    at("rename-study").addEventListener("submit", (event) => {
      event.preventDefault();
      hooks.enqueue(() => store.edit({ kind: "Retitle", chapter: null, before: store.study.title, after: at("study-title").value }));
    });
    at("add-chapter").addEventListener("submit", (event) => {
      event.preventDefault();
      hooks.enqueue(() => this.#add());
    });
    this.show();
  }

  // The list, in the panel and in the dialog.
  show() {
    const { chapters, title, may_edit: mayEdit } = this.store.study;
    at("chapters").replaceChildren(...chapters.map(({ number, title: name }, k) => new Option(`${k + 1}. ${name}`, number)));
    at("chapters").value = this.store.chapter;
    at("edit-chapters").hidden = !mayEdit;
    document.title = `${title} · Skerry`;
    at("study-title").value = title;
    at("chapter-list").replaceChildren(...chapters.map((chapter, rank) => this.#row(chapter, rank)));
  }

  #row({ number, title, size }, rank) {
    const row = element("li", "chapter-row");
    const name = element("input", "");
    Object.assign(name, { value: title, maxLength: 100 });
    name.setAttribute("aria-label", `Title of chapter ${rank + 1}`);
    name.addEventListener("change", () => this.#send({ kind: "Retitle", chapter: number, before: title, after: name.value }));
    const up = button("↑", `Chapter ${rank + 1} up`, () => this.#send({ kind: "PlaceChapter", chapter: number, rank: rank - 1 }));
    up.disabled = rank === 0;
    const known = () => (number === this.store.chapter ? this.store.nodes.size : size); // grows while it is shown
    const gone = button("Delete", `Delete chapter ${rank + 1}`, () => this.#send({ kind: "RemoveChapter", chapter: number, size: known() }));
    gone.disabled = this.store.study.chapters.length === 1;
    row.append(name, up, gone);
    return row;
  }

  #send(edit) {
    this.hooks.enqueue(() => this.store.edit(edit).catch((error) => {
      this.show(); // as it still is
      throw error;
    }));
  }

  #showText() {
    for (const part of document.querySelectorAll(".new-text")) part.hidden = at("new-from").value !== "text";
  }

  async #add() {
    const from = at("new-from").value;
    const title = at("new-title").value.trim();
    const [game, seed] = from.split(" ");
    const drawn = seed === undefined ? {} : { seed: Number(seed) };
    const begins = { here: this.hooks.here(), text: { text: at("new-text").value } }[from] ?? { game, ...drawn };
    at("add-problem").hidden = true;
    let number;
    try {
      number = await this.store.addChapter({ ...begins, ...(title && { title }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      at("add-problem").textContent = error.message;
      at("add-problem").hidden = false;
      return;
    }
    at("new-title").value = at("new-text").value = "";
    at("chapters-dialog").close();
    this.hooks.open(number);
  }
}

function button(words, label, work) {
  const made = element("button", "", words);
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.addEventListener("click", work);
  return made;
}

// Ask which of two comments to keep; gives the text.
export function chooseComment(theirs, mine) {
  const dialog = at("conflict-dialog");
  at("conflict-theirs").textContent = theirs || "(nothing)";
  at("conflict-mine").textContent = mine || "(nothing)";
  dialog.returnValue = "both";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve({ theirs, mine }[dialog.returnValue] ?? [theirs, mine].filter(Boolean).join("\n\n"));
  });
}
