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
  // What stands in a field is sent with its form under the field's name, or a script reads it.
  const isSent = (field) => field.form && sends(field.form) && (field.name || heard(field.form, "submit"));
  const isToCopy = (field) => field.readOnly || field.disabled;
  // Chosen first, and read when something else is pressed.
  const isReadLater = (field) => field.matches("#review-depth, [name=mark-colour], [name=tool]");
  const looksPressable = (element) =>
    getComputedStyle(element).cursor === "pointer" && getComputedStyle(element.parentElement).cursor !== "pointer";
  const isPressed = (element) =>
    element.closest("a, button, label, summary, input, select") || heard(element, "click", "pointerdown");
  const named = (element) => element.id || element.name || element.outerHTML.slice(0, 80);
  // A page that was kept is seen to when it is shown without a connection.
  const isLater = (element) => element.closest("#kept-line[hidden]");
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !isLater(one));
  return [
    ...all("button").filter((one) => !acts(one)),
    ...all("form").filter((one) => !sends(one)),
    ...all("input, select, textarea").filter((one) => !isSent(one) && !isToCopy(one) && !isReadLater(one) && !heard(one, "input", "change")),
    ...all("body *").filter((one) => looksPressable(one) && !isPressed(one)),
  ].map((one) => `${one.localName} ${named(one)}`);
})()
