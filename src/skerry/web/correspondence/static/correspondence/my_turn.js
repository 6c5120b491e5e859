// The games in which it is one's turn: as they are now, whatever has happened elsewhere.

import { keepFresh } from "../play/fresh.js";

keepFresh(["games"]);
