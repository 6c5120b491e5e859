// The games in which it is one's turn: who comes back to the page sees them as they are now.

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) location.reload();
});
