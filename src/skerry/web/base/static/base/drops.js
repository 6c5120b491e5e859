// Files dropped anywhere on a page, as if they had been chosen in a field of it.

// `onTaken` is called when the field holds them. While files are held over the page, its part
// "drop-here" says what becomes of them.
export function takeDrops(field, onTaken) {
  const sign = document.getElementById("drop-here");
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
    onTaken();
  });
}

function bringsFiles(event) {
  return [...event.dataTransfer.types].includes("Files");
}

// Without folders, which no form can send.
function filesOf(event) {
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
  return items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).map((item) => item.getAsFile());
}
