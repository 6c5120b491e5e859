// Files dropped anywhere on a page, as if they had been chosen in its field for them.

const field = document.getElementById("record");
const sign = document.getElementById("drop-here"); // says what becomes of files that are held over the page

addEventListener("dragover", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault(); // they may be dropped
  sign.hidden = false;
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) sign.hidden = true; // out of the window
});
addEventListener("drop", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault(); // else the browser would open the file in place of the page
  sign.hidden = true;
  const dropped = new DataTransfer();
  for (const file of filesOf(event)) dropped.items.add(file);
  if (!dropped.files.length) return;
  field.files = dropped.files;
  if ("sends" in field.dataset) field.form.requestSubmit();
  else showForm(field.form);
});

function bringsFiles(event) {
  return [...event.dataTransfer.types].includes("Files");
}

// Without folders, which no form can send.
function filesOf(event) {
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
  return items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).map((item) => item.getAsFile());
}

// A position may be among them, and against whom to play it on is still to be chosen.
function showForm(form) {
  form.parentElement.open = true;
  form.querySelector("button").focus();
}
