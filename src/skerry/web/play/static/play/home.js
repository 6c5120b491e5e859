// Never shows the list as it was some time ago.

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser had put the page aside
});
