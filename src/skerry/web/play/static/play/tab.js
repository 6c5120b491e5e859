// The title and the icon of a tab say when it is the turn of who has it open.

const icon = document.querySelector('link[rel="icon"]');
const usual = { title: document.title, icon: icon.getAttribute("href") };
const calling = {
  title: `Your turn · ${usual.title}`,
  icon: usual.icon.replace(/icon\.svg$/, "icon-turn.svg"),
};

export function showInTab(isTurn) {
  const now = isTurn ? calling : usual;
  document.title = now.title;
  // Some browsers fetch an icon again whenever its address is set.
  if (icon.getAttribute("href") !== now.icon) icon.setAttribute("href", now.icon);
}
