// What is wrong with the layout of the page as it stands: a list of sentences, empty when nothing is.
// `needed` are selectors of controls that must be seen whole without scrolling.

(needed) => {
  const ROUNDING = 1.5; // pixels that glyphs and fractions may stand out
  const FREE = 0.4; // share of a line's height that its letters leave free
  const PHONE = 600; // pixels that its width stays below
  const LEAST_LINES = 4; // a box of fewer lines that scrolls is text that is cut
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const faults = [];
  const wide = document.documentElement.clientWidth;
  const high = innerHeight;

  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  // Nothing moves while we look, so what is asked of an element is worked out once.
  const once = (work) => {
    const known = new Map();
    const ask = (element) => {
      if (!known.has(element)) known.set(element, work(element, ask));
      return known.get(element);
    };
    return ask;
  };

  // Words for those who listen are there and yet take no room.
  const isForEars = once((element, ask) => {
    const box = element.getBoundingClientRect();
    if (box.width <= 1 && box.height <= 1 && getComputedStyle(element).overflow === "hidden") return true;
    return element.parentElement !== null && ask(element.parentElement);
  });

  const told = (element) => {
    const name = element.id ? `#${element.id}` : `.${element.getAttribute("class") ?? element.tagName}`;
    return element.id || !element.parentElement?.closest("[id]")
      ? name
      : `#${element.parentElement.closest("[id]").id} ${name}`;
  };
  const short = (text) => `“${text.trim().replace(/\s+/g, " ").slice(0, 50)}”`;

  // The element itself or the nearest around it that cuts what stands out of it; null for none.
  const cutter = once((element, ask) => {
    if (!element || element === document.documentElement) return null;
    const style = getComputedStyle(element);
    if (style.position === "fixed") return null;
    const { overflowX, overflowY, display } = style;
    const lets = (overflowX === "visible" && overflowY === "visible") || display === "inline" || display === "contents";
    if (lets) return ask(element.parentElement);
    const lines = element.clientHeight / (parseFloat(style.lineHeight) || 1.3 * parseFloat(style.fontSize));
    return { element, overflowX, overflowY, lines, around: element.getBoundingClientRect() };
  });

  // The part of a box that its ancestors leave to be seen; says where they cut it for good.
  const clip = (element, box, complain) => {
    const moves = (way) => ["auto", "scroll"].includes(way);
    const hides = (way) => ["hidden", "clip"].includes(way);
    let seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (let by = cutter(element); by; by = cutter(by.element.parentElement)) {
      const { around, overflowX, overflowY, lines } = by;
      const beside = seen.left < around.left - ROUNDING || seen.right > around.right + ROUNDING;
      const above = seen.top < around.top - ROUNDING || seen.bottom > around.bottom + ROUNDING;
      if (beside && hides(overflowX)) complain(by.element);
      else if (above && hides(overflowY)) complain(by.element);
      else if (above && moves(overflowY) && lines < LEAST_LINES) complain(by.element);
      seen = {
        left: Math.max(seen.left, around.left), right: Math.min(seen.right, around.right),
        top: Math.max(seen.top, around.top), bottom: Math.min(seen.bottom, around.bottom),
      };
    }
    return seen;
  };

  // ---- texts: whole, and apart ----

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const dialog = document.querySelector("dialog[open]");
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript, option, .skip, [role='alert']")) continue;
    if (dialog && !dialog.contains(element)) continue;
    if (!isSeen(element) || isForEars(element)) continue;
    range.selectNodeContents(node);
    let cut = null;
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const seen = clip(element, box, (by) => { cut ??= by; });
      if (!cut && (box.left < -ROUNDING || (box.right > wide + ROUNDING && seen.right > wide + ROUNDING))) {
        faults.push(`${short(node.data)} in ${told(element)} leaves the window sideways`);
        break;
      }
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue; // scrolled away
      texts.push({ node, element, ...seen });
    }
    if (cut) faults.push(`${short(node.data)} is cut by ${told(cut)}`);
  }

  // What a text is printed on: it must not stand out of that.
  const ground = once((element, ask) => {
    if (!element || element === document.body) return null;
    return getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)" ? element : ask(element.parentElement);
  });
  for (const { node, element, top, bottom } of texts) {
    const on = element.closest("svg") ? null : ground(element);
    if (!on || getComputedStyle(on).overflowY !== "visible") continue; // what it cuts is told above
    const around = on.getBoundingClientRect();
    const out = Math.max(around.top - top, bottom - around.bottom);
    if (out > FREE * (bottom - top)) faults.push(`${short(node.data)} stands out of ${told(on)}`);
  }

  // What sticks to an edge covers what scrolls beneath it.
  const sticks = once((element, ask) => {
    if (!element) return null;
    return getComputedStyle(element).position === "sticky" ? element : ask(element.parentElement);
  });
  for (const one of texts) {
    one.stuck = sticks(one.element);
    one.isOver = one.element.closest(".overlay") !== null;
  }

  texts.sort((one, other) => one.top - other.top);
  const met = new Set();
  texts.forEach((one, k) => {
    for (let later = k + 1; later < texts.length; later++) {
      const other = texts[later];
      if (other.top >= one.bottom) break;
      if (other.node === one.node || other.isOver || one.isOver) continue;
      if (other.stuck !== one.stuck) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (across <= ROUNDING || down <= FREE * least) continue;
      const sentence = `${short(one.node.data)} in ${told(one.element)} and ${short(other.node.data)} in ${told(other.element)} overlap`;
      if (!met.has(sentence)) faults.push(sentence);
      met.add(sentence);
    }
  });

  // ---- controls: within reach ----

  const deep = Math.max(document.documentElement.scrollHeight, high);
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (!isSeen(control) || isForEars(control) || control.matches(".skip")) continue;
    if (dialog && !dialog.contains(control)) continue;
    const box = control.getBoundingClientRect();
    if (box.width === 0) continue;
    let cut = null;
    clip(control, box, (by) => { if (getComputedStyle(by).overflowY !== "auto") cut ??= by; });
    const past = box.left < -ROUNDING || box.right > wide + ROUNDING;
    const below = !scrolls(control, "Y") && (box.top + scrollY < -ROUNDING || box.bottom + scrollY > deep + ROUNDING);
    const named = `${told(control)} ${short(control.innerText ?? "")}`;
    if (cut) faults.push(`${named} is cut by ${told(cut)}`);
    else if (below || (past && !scrolls(control, "X"))) faults.push(`${named} is outside of the window`);
    if (control.matches("input, select") && control.scrollWidth > control.clientWidth + ROUNDING) {
      faults.push(`the text of ${named} is cut`);
    }
  }

  // The head of a page is one line; what has no room there lies over its neighbour.
  const head = [...document.querySelectorAll(".top :is(a[href], button)")].filter((one) => isSeen(one) && !isForEars(one));
  for (const [k, one] of head.entries()) {
    for (const other of head.slice(k + 1)) {
      const [here, there] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(here.right, there.right) - Math.max(here.left, there.left);
      const down = Math.min(here.bottom, there.bottom) - Math.max(here.top, there.top);
      if (across > ROUNDING && down > ROUNDING) faults.push(`${told(one)} and ${told(other)} lie over each other`);
    }
  }

  function scrolls(element, way) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(one)[`overflow${way}`])) return true;
    }
    return false;
  }

  for (const selector of needed) {
    for (const control of document.querySelectorAll(selector)) {
      if (!isSeen(control)) continue;
      const box = control.getBoundingClientRect();
      const seen = clip(control, box, () => {});
      const whole = box.left >= -ROUNDING && box.top >= -ROUNDING && box.right <= wide + ROUNDING && box.bottom <= high + ROUNDING;
      const uncut = seen.right - seen.left > box.width - 2 * ROUNDING && seen.bottom - seen.top > box.height - 2 * ROUNDING;
      if (!whole || !uncut) faults.push(`${told(control)} ${short(control.innerText)} is not seen without scrolling`);
    }
  }

  // ---- the board: large, and whole ----

  const board = dialog ? null : document.querySelector(".board-space svg.board");
  if (board) {
    const box = board.getBoundingClientRect();
    const ratio = board.viewBox.baseVal.width / board.viewBox.baseVal.height;
    const drawn = Math.min(box.height, box.width / ratio);
    const isPhone = wide < PHONE && high > wide;
    const [share, least, what] = isPhone ? [(drawn * ratio) / wide, 0.9, "width"] : [drawn / high, 0.5, "height"];
    if (share < least) faults.push(`the board has ${Math.round(100 * share)}% of the window's ${what}`);
    if (box.top < 0 || box.bottom > high + ROUNDING) faults.push("the board is not seen whole");
  }

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > wide) faults.push(`the page scrolls sideways: ${scrollWidth} of ${wide} pixels`);
  return faults;
}
