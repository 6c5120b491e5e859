// The title and the icon of a tab say when it is the turn of who has it open; of a game of two who each
// have a page of their own also for whom it waits, and that it is over.

const icon = document.querySelector('link[rel="icon"]');
const usual = { title: document.title, icon: icon.getAttribute("href") };
const callingIcon = usual.icon.replace(/icon\.svg$/, "icon-turn.svg");

export function showInTab(state) {
  const words = wordsOf(state);
  document.title = words ? `${words} · ${usual.title}` : usual.title;
  const address = state.waits_for_you ? callingIcon : usual.icon;
  // Some browsers fetch an icon again whenever its address is set.
  if (icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

function wordsOf({ waits_for_you: isMine, apart, over, whose_turn: whose }) {
  if (isMine) return "Your turn";
  if (!apart) return "";
  return over ? "Game over" : whose;
}
