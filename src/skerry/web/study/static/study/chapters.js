// The dialogs around a study: its chapters, sharing, and a comment that two windows have changed.

import { ApiError, ignoreRefusal } from "../base/api.js";
import { at, button, element } from "../base/page.js";

// Whether somebody is writing there what was not sent: its default value is what it was given, or has sent.
function isWritten(field) {
  return field === document.activeElement && field.value !== field.defaultValue;
}

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
      const after = at("study-title").value;
      at("study-title").defaultValue = after;
      hooks.enqueue(() => this.#retitle(at("study-title"), { chapter: null, before: store.study.title, after }));
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
    const own = at("study-title");
    if (!isWritten(own)) own.value = own.defaultValue = own.dataset.saved = title;
    const before = document.activeElement?.closest("#chapter-list > li");
    const place = before && [...before.children].indexOf(document.activeElement);
    const written = before && isWritten(before.firstChild) ? before : null;
    const rows = chapters.map((chapter, rank) => this.#row(chapter, rank, written));
    this.#place(rows, written);
    if (before && !rows.includes(written)) this.#focus(before.dataset.chapter, place);
  }

  // Whoever is at a chapter with the keyboard stays at it, wherever it stands now, if that is possible.
  #focus(number, place) {
    const row = [...at("chapter-list").children].find((one) => one.dataset.chapter === number);
    const wanted = row?.children[place];
    (wanted && !wanted.disabled ? wanted : at("close-chapters")).focus();
  }

  // The rows around the one in which somebody writes: taken out of the page, it would lose the keyboard.
  #place(rows, written) {
    const rank = rows.indexOf(written);
    if (rank === -1) return at("chapter-list").replaceChildren(...rows);
    for (const one of [...at("chapter-list").children]) if (one !== written) one.remove();
    written.before(...rows.slice(0, rank));
    return written.after(...rows.slice(rank + 1));
  }

  // A new one, or the one in which somebody writes with buttons for where it stands now.
  #row({ number, title, size }, rank, written) {
    const isKept = written?.dataset.chapter === String(number);
    const name = isKept ? written.firstChild : this.#titleField(number, title);
    name.setAttribute("aria-label", `Title of chapter ${rank + 1}`);
    const up = button("", "↑", () => this.#edit({ kind: "PlaceChapter", chapter: number, rank: rank - 1 }), `Chapter ${rank + 1} up`);
    up.disabled = rank === 0;
    const known = () => (number === this.store.chapter ? this.store.nodes.size : size); // grows while it is shown
    const gone = button("", "Delete", () => this.#edit({ kind: "RemoveChapter", chapter: number, size: known() }), `Delete chapter ${rank + 1}`);
    gone.disabled = this.store.study.chapters.length === 1;
    if (isKept) {
      while (name.nextSibling) name.nextSibling.remove();
      name.after(up, gone);
      return written;
    }
    const row = element("li", "chapter-row", name, up, gone);
    row.dataset.chapter = number;
    return row;
  }

  #titleField(number, title) {
    const name = element("input", "");
    Object.assign(name, { value: title, defaultValue: title, maxLength: 100 });
    name.dataset.saved = title;
    name.addEventListener("change", () => {
      const before = this.store.study.chapters.find((one) => one.number === number)?.title;
      const after = name.defaultValue = name.value;
      this.#send(() => this.#retitle(name, { chapter: number, before, after }));
    });
    return name;
  }

  // What is `saved` keeps no page from being loaded anew.
  async #retitle(field, { chapter, before, after }) {
    await this.store.edit({ kind: "Retitle", chapter, before, after });
    field.dataset.saved = after;
  }

  #edit(edit) {
    this.#send(() => this.store.edit(edit));
  }

  #send(work) {
    this.hooks.enqueue(() => work().catch((error) => {
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
      ignoreRefusal(error);
      at("add-problem").textContent = error.message;
      at("add-problem").hidden = false;
      return;
    }
    at("new-title").value = at("new-text").value = "";
    at("chapters-dialog").close();
    this.hooks.open(number);
  }
}

// Ask which of two comments to keep; gives the text.
function chooseComment(theirs, mine) {
  const dialog = at("conflict-dialog");
  at("conflict-theirs").textContent = theirs || "(nothing)";
  at("conflict-mine").textContent = mine || "(nothing)";
  dialog.returnValue = "both";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve({ theirs, mine }[dialog.returnValue] ?? [theirs, mine].filter(Boolean).join("\n\n"));
  });
}

// The comment on the position that is shown: saved a moment after its last letter.

const SAVE_MS = 700;
const DELETED = "This position was deleted in another window.";

// Whether what was refused may be taken the next time: nobody answers now, others were quicker, or it was too often.
function mayPass(status) {
  return [0, 409, 429].includes(status) || status >= 500;
}

export class Comment {
  #saving = 0;
  // What the field was given, and of which position; and what the server has refused of it.
  #shown = { node: null, text: "", refused: null };

  // `node` says which position is shown, `enqueue` does one thing after another, `leave` is told of
  // the Escape key, `lost` of a comment that has no place any more, and why.
  constructor(store, hooks) {
    Object.assign(this, { store, hooks });
    const field = at("comment");
    field.addEventListener("input", () => {
      clearTimeout(this.#saving);
      this.#saving = setTimeout(() => hooks.enqueue(() => this.save()), SAVE_MS);
    });
    field.addEventListener("blur", () => hooks.enqueue(() => this.save()));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hooks.leave();
    });
  }

  // Words that are still being written stay, whatever comes from another window.
  show(text) {
    const node = this.hooks.node();
    if (this.#shown.node === node && at("comment").value !== this.#shown.text) return;
    clearTimeout(this.#saving);
    this.#shown = { node, text, refused: null };
    at("comment").value = at("comment").dataset.saved = text;
  }

  // What has been written and is not saved, "" for nothing.
  get unsaved() {
    const { value } = at("comment");
    return [this.#shown.text, this.#shown.refused].includes(value) ? "" : value;
  }

  // Save what has been written; where another window was quicker, ask which words stay. What could
  // not be saved stays in the field, and is saved the next time. What the server refuses is handed
  // back once, and stays in the field until another position is shown: it holds up nothing else.
  async save() {
    clearTimeout(this.#saving);
    const { node, text: before } = this.#shown;
    const after = at("comment").value;
    const { store } = this;
    if (!store.study.may_edit || after === before || after === this.#shown.refused) return;
    if (!store.node(node)) return this.#handBack(after);
    try {
      await this.#send(node, before, after);
    } catch (error) {
      if (!(error instanceof ApiError) || mayPass(error.status)) throw error;
      const text = at("comment").value;
      this.#shown = { ...this.#shown, refused: text };
      this.hooks.lost(text, error.message);
    }
  }

  async #send(node, before, after) {
    const { store } = this;
    const change = async (from, to) => {
      await store.edit({ kind: "Comment", chapter: store.chapter, node, before: from, after: to });
      this.#shown = { node, text: to, refused: null };
      at("comment").dataset.saved = to; // which keeps no page from being loaded anew
    };
    try {
      await change(before, after);
    } catch (error) {
      if (error.status !== 409) throw error;
      await store.follow();
      const theirs = store.node(node)?.comment;
      if (theirs === undefined) return this.#handBack(after);
      const chosen = await chooseComment(theirs, after);
      this.#shown = { node, text: theirs, refused: null };
      at("comment").value = chosen;
      await change(theirs, chosen);
    }
  }

  // The position is gone, and with it the place for what was written: whoever wrote it may keep it.
  #handBack(text) {
    this.#shown = { ...this.#shown, text };
    if (text) this.hooks.lost(text, DELETED);
  }
}
