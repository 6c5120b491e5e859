// The edits of this window that can be undone and done again, by the versions that they made. Another
// chapter is another page, so the browser's tab remembers them by the study.

import { tabStorage } from "../base/storage.js";

export class History {
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
