// The list of games as it is now, and files dropped on the form that opens them.

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser had put the page aside
});

const form = document.querySelector(".open-game form");
const files = document.getElementById("record");

form.addEventListener("dragover", (event) => {
  if ([...event.dataTransfer.types].includes("Files")) event.preventDefault(); // may be dropped
});
form.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  files.files = event.dataTransfer.files;
});
