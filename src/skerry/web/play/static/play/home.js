// Asks before a game is deleted, and never shows the list as it was some time ago.

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser had put the page aside
});

const dialog = document.getElementById("ask");

for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    if (dialog.open) return;
    event.preventDefault();
    document.getElementById("ask-text").textContent = form.dataset.confirm;
    dialog.returnValue = "no";
    dialog.onclose = () => {
      if (dialog.returnValue === "yes") form.submit();
    };
    dialog.showModal();
  });
}
