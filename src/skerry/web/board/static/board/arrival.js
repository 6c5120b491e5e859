// How the stones of a turn come to the board: one after another, in the order of the turn.

const GAP_MS = 120; // between two stones
const LONGEST_MS = 1800; // for all of them: a set-up has dozens

// What each cell holds, by name.
export function contentsOf(svg) {
  const cells = [...svg.querySelectorAll("g.cell")];
  return new Map(cells.map((cell) => [cell.dataset.cell, cell.dataset.content]));
}

// What a drawing has changed: the cells that were empty, in the order of the turn, and how many have
// been emptied, or hold something else.
export function changesSince(before, svg) {
  const changed = [...svg.querySelectorAll("g.cell")].filter(
    (cell) => before.has(cell.dataset.cell) && before.get(cell.dataset.cell) !== cell.dataset.content,
  );
  const wasEmpty = (cell) => before.get(cell.dataset.cell) === "0";
  const placed = changed.filter(wasEmpty);
  placed.sort((one, other) => Number(one.dataset.order ?? 0) - Number(other.dataset.order ?? 0));
  const gone = changed.filter((cell) => cell.dataset.content === "0").length;
  return { placed, gone, turned: changed.length - placed.length - gone };
}

// Let stones come one after another. Returns the time between two of them in milliseconds, 0 when
// they come together.
export function arrive(svg, cells) {
  if (cells.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const gap = Math.min(GAP_MS, LONGEST_MS / cells.length);
  svg.classList.add("arriving");
  cells.forEach((cell, k) => {
    cell.classList.add("arrives");
    cell.style.setProperty("--after", `${k * gap}ms`);
  });
  // Whatever happens to these cells later must not wait. The next drawing forgets it as well.
  setTimeout(() => {
    svg.classList.remove("arriving");
    cells.forEach((cell) => cell.classList.remove("arrives"));
  }, cells.length * gap);
  return gap;
}
