// Links to moving pictures, which are dark if the switch for dark pictures says so.

import { at } from "../../base/page.js";

function follow() {
  for (const link of document.querySelectorAll("[data-moving]")) link.search = at("share-dark").checked ? "?theme=dark" : "";
}

at("share-dark").addEventListener("change", follow);
follow(); // a browser may have kept the switch over a reload
