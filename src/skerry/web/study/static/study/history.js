// The edits of this window that can be undone and done again, by the versions that they made. Another
// chapter is another page, so the browser's tab remembers them by the study.

export class History {
  done = []; // versions that this window has made, the last one last
  undone = []; // versions made by undoing

  constructor(studyId) {
    this.place = `skerry-edits-${studyId}`;
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(this.place)));
    } catch {
      // Where nothing can be kept or read, this page has a history of its own.
    }
  }

  // An edit was made anew: what was undone before it is gone for good.
  add(version) {
    this.done.push(version);
    this.undone = [];
    this.keep();
  }

  keep() {
    try {
      sessionStorage.setItem(this.place, JSON.stringify({ done: this.done, undone: this.undone }));
    } catch {
      // as above
    }
  }
}
