// Lets a password be read while it is typed. Without scripts it stays hidden, and so does the switch.

for (const shows of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(shows.dataset.shows);
  shows.closest("[hidden]").hidden = false;
  shows.addEventListener("change", () => {
    field.type = shows.checked ? "text" : "password";
  });
}
