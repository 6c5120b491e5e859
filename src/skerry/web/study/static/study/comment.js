// The comment on the position that is shown: saved a moment after its last letter.

import { ApiError } from "../base/api.js";
import { at } from "../base/page.js";
import { chooseComment } from "./chapters.js";

const SAVE_MS = 700;

export class Comment {
  #store;
  #hooks;
  #saving = 0;
  #shown = { node: null, text: "" }; // what the field was given, and of which position

  // `node` says which position is shown, `enqueue` does one thing after another, `leave` is told of
  // the Escape key.
  constructor(store, hooks) {
    this.#store = store;
    this.#hooks = hooks;
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
    const node = this.#hooks.node();
    if (this.#shown.node === node && at("comment").value !== this.#shown.text) return;
    clearTimeout(this.#saving);
    this.#shown = { node, text };
    at("comment").value = text;
  }

  // Save what has been written; where another window was quicker, ask which words stay.
  async save() {
    clearTimeout(this.#saving);
    const { node, text: before } = this.#shown;
    const after = at("comment").value;
    const store = this.#store;
    if (!store.study.may_edit || after === before || !store.node(node)) return;
    this.#shown = { node, text: after };
    const change = (from, to) => store.edit({ kind: "Comment", chapter: store.chapter, node, before: from, after: to });
    try {
      await change(before, after);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await store.follow();
      const theirs = store.node(node)?.comment;
      if (theirs === undefined) throw error;
      const chosen = await chooseComment(theirs, after);
      await change(theirs, chosen);
      if (this.#hooks.node() === node) this.show(chosen);
    }
  }
}
