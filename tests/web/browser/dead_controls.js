// Controls that would do nothing: a list of them, empty when there are none.
// Who hears of their events is told by `getEventListeners`, as the browser's console has it.

(() => {
  const heard = (element, ...types) => {
    // What hears of every press, wherever it is, is no control's own handler.
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const known = getEventListeners(at);
      if (types.some((type) => type in known)) return true;
    }
    return false;
  };
  const sends = (form) => form.hasAttribute("action") || form.hasAttribute("method") || heard(form, "submit");
  const acts = (button) =>
    heard(button, "click", "pointerdown") || button.popoverTargetElement ||
    (button.type === "submit" && button.form && sends(button.form));
  const named = (element) => element.id || element.name || element.outerHTML.slice(0, 80);
  // A page that was kept is seen to when it is shown without a connection.
  const isLater = (element) => element.closest("#kept-line[hidden]");
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !isLater(one));
  return [
    ...all("button").filter((one) => !acts(one)),
    ...all("form").filter((one) => !sends(one)),
    ...all("input[type=checkbox], input[type=range]").filter((one) => !one.form && !heard(one, "input", "change")),
  ].map((one) => `${one.localName} ${named(one)}`);
})()
