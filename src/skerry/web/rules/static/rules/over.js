// The rules over the page that one is on: its link to them opens a dialog, with the text of their page.

import { ApiError } from "../base/api.js";
import { at } from "../base/page.js";

export class RulesOver {
  // `link` leads to the rules' page; `enqueue` does one thing after another.
  constructor(link, enqueue) {
    this.link = link;
    this.isLoaded = false;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab is meant
      event.preventDefault();
      enqueue(() => this.open());
    });
  }

  async open() {
    if (!this.isLoaded) at("rule-text").replaceChildren(...(await this.#load()));
    this.isLoaded = true;
    at("rule-dialog").showModal();
    at("rule-text").scrollTop = 0;
    at("rule-text").focus();
  }

  async #load() {
    let page;
    try {
      page = await (await fetch(this.link.href)).text();
    } catch {
      throw new ApiError("The rules cannot be had now; does the server still run?", 0);
    }
    const found = new DOMParser().parseFromString(page, "text/html").getElementById("rules");
    if (!found) throw new ApiError("The rules cannot be read.", 0);
    return found.childNodes;
  }
}
