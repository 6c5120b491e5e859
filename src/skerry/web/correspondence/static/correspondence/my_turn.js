// The games in which it is one's turn: as they are now, whatever has happened elsewhere.

import { refresh } from "../play/fresh.js";
import { onNews } from "./waiting.js";

onNews(({ isNews }) => isNews && refresh(["games"]));
