// The address of a page that came as the answer to a form: one that can be opened again.

const { address } = document.documentElement.dataset;

if (address) history.replaceState(history.state, "", address);
