// A chapter's tree as this page knows it: every edit goes to the server, and what comes back, of this
// page or of another one, is applied here in the same order.

import { ApiError, get, ignoreRefusal, post, timeLimit } from "../base/api.js";
import { tabStorage } from "../base/storage.js";
import { Nodes } from "../board/tree/tree.js";

// The edits of this window that can be undone and done again, by the versions that they made. Another
// chapter is another page, so the browser's tab remembers them by the study.

class History {
  done = []; // versions that this window has made, the last one last
  undone = []; // versions made by undoing

  constructor(studyId) {
    this.place = `skerry-edits-${studyId}`;
    const kept = tabStorage.readJson(this.place, {});
    if (Array.isArray(kept.done) && Array.isArray(kept.undone)) Object.assign(this, { done: kept.done, undone: kept.undone });
  }

  // An edit was made anew: what was undone before it is gone for good.
  add(version) {
    this.done.push(version);
    this.undone = [];
    this.keep();
  }

  keep() {
    tabStorage.writeJson(this.place, { done: this.done, undone: this.undone });
  }
}

export class Store extends Nodes {
  #mustList = false; // titles or chapters have changed, and were not asked for since

  // `hooks`: changed(edits) after edits were applied, reloaded() when the tree was loaded anew,
  // listed() when titles or chapters may have changed
  constructor({ url, csrf, study, tree, hooks }) {
    super();
    Object.assign(this, { url, csrf, study, hooks });
    this.history = new History(study.id);
    this.take(tree);
  }

  take({ version, chapter, nodes }) {
    this.version = version;
    this.chapter = chapter;
    this.nodes = new Map();
    for (const node of nodes) this.put(node);
  }

  // ---- editing ----

  // Send an edit; gives the number of the position or chapter that it leads to, null without one.
  async edit(edit) {
    const answer = await this.#send("edit", { edit });
    if (answer.edit !== null) this.history.add(answer.edit);
    return answer.number;
  }

  async addChapter(wanted) {
    const answer = await this.#send("chapters", wanted);
    this.history.add(answer.edit);
    return answer.number;
  }

  // Whether the chapter that is shown is still in the study.
  get hasChapter() {
    return this.study.chapters.some(({ number }) => number === this.chapter);
  }

  get mayUndo() {
    return this.history.done.length > 0;
  }

  get mayRedo() {
    return this.history.undone.length > 0;
  }

  undo() {
    return this.#step("done", "undone");
  }

  redo() {
    return this.#step("undone", "done");
  }

  // Undo the latest of some versions; to undo that again is to redo it. Gives where that has changed
  // something: { chapter, node }, either of them null where it is none; null where nothing has.
  async #step(from, to) {
    const { [from]: versions, [to]: others } = this.history;
    if (!versions.length) return null;
    const answer = await this.#send("undo", { number: versions.at(-1) }).catch((error) => {
      if (error instanceof ApiError && error.status === 409) { // it never will be possible
        versions.pop();
        this.history.keep();
      }
      throw error;
    });
    versions.pop();
    if (answer.edit !== null) others.push(answer.edit);
    this.history.keep();
    const edit = answer.edits?.find(({ at }) => at === answer.edit);
    return edit ? placeOf(edit, answer.number) : null;
  }

  async #send(what, body) {
    const answer = await post(`${this.url}/${what}`, { version: this.version, ...body }, this.csrf);
    await this.#catchUp(answer);
    return answer;
  }

  // Ask for what other pages have edited.
  async follow() {
    await this.#catchUp(await get(`${this.url}/edits?known=${this.version}`, timeLimit()));
  }

  async #catchUp({ version, edits }) {
    if (edits === null) return this.load(this.chapter);
    const fresh = edits.filter((edit) => edit.at > this.version);
    const here = fresh.filter((edit) => edit.chapter === this.chapter && APPLY[edit.kind]);
    // Without a wait between them: whoever knows a version has its edits.
    this.version = Math.max(this.version, version);
    for (const edit of here) APPLY[edit.kind](this, edit);
    if (fresh.length) this.hooks.changed(here);
    if (fresh.some((edit) => edit.kind.endsWith("Chapter") || edit.kind === "Retitle")) this.#mustList = true;
    return this.#listIfChanged();
  }

  // What was edited is in the study even if this is refused; it is asked for again the next time.
  async #listIfChanged() {
    if (this.#mustList) await this.list().catch(ignoreRefusal);
  }

  // Ask for titles and chapters anew.
  async list() {
    this.study = await get(this.url);
    this.#mustList = false;
    this.hooks.listed();
  }

  // Load a chapter anew; where it was deleted, the list without it says where to go on.
  async load(chapter) {
    let tree;
    try {
      tree = await get(`${this.url}/chapters/${chapter}`);
    } catch (error) {
      if (error.status !== 409) throw error;
      return this.list();
    }
    this.take(tree);
    this.hooks.reloaded();
    this.#mustList = true;
    return this.#listIfChanged();
  }
}

// Where an edit has changed something, once it has led to the position or chapter of that number.
function placeOf(edit, number) {
  if (edit.kind === "AddChapter") return { chapter: number, node: null };
  if (!APPLY[edit.kind]) return { chapter: null, node: null };
  return { chapter: edit.chapter, node: number ?? edit.node ?? null };
}

// What edits of a chapter do to its tree.
const APPLY = {
  Add: (store, { number, parent, turn }) => store.put({ number, parent, turn }),
  Remove: (store, { node }) => {
    const gone = store.branch(node);
    const { children } = store.node(store.node(node).parent);
    children.splice(children.indexOf(node), 1);
    for (const one of gone) store.nodes.delete(one);
  },
  Restore: (store, { rank, branch }) => branch.forEach((node, k) => store.put(node, k === 0 ? rank : Infinity)),
  Arrange: (store, { orders }) => {
    for (const [parent, children] of orders) store.node(parent).children = [...children];
  },
  Comment: (store, { node, after }) => { store.node(node).comment = after; },
  Marks: (store, { node, after }) => { store.node(node).marks = after; },
  Evaluate: (store, { node, evaluation }) => { store.node(node).evaluation = evaluation; },
};
