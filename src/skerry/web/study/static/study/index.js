// The list of studies: files that are dropped on it begin one.

import { at } from "../base/page.js";
import { takeDrops } from "../base/drops.js";

takeDrops(at("record"), () => at("record").form.requestSubmit());
