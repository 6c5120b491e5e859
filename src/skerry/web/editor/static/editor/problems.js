// What is wrong with the draft, with a button for each way to mend it.

import { element } from "../board/panel.js";

// `mend(text)` is called with the draft that a button stands for.
export function showProblems(place, problems, mend) {
  place.hidden = problems.length === 0;
  place.replaceChildren(
    ...problems.map(({ sentence, mends }) => {
      const row = element("li", "problem-row");
      row.append(element("p", "", sentence));
      if (mends.length) row.append(element("div", "mends"));
      for (const { words, text } of mends) {
        const button = element("button", "mend", words);
        button.type = "button";
        button.addEventListener("click", () => mend(text));
        row.lastChild.append(button);
      }
      return row;
    }),
  );
}
