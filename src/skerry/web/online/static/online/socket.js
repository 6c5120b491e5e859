// One socket that tells a page of news. Cut off, it is opened again, with growing pauses.

const FIRST_MS = 500;
const LONGEST_MS = 20_000;
const SILENT_MS = 45_000; // three times the pause between two echoes that a player's page is asked for
const UNKNOWN = 4404; // nothing is at its address: not to be tried again by itself

export class Socket {
  #pause = FIRST_MS;
  #timer = 0;
  #silence = 0;
  #isAsked = false; // for echoes, as the page of whoever plays is: then only a dead line is silent
  #isUnknown = false;
  #socket = null;
  isOpen = false;

  // `onOpen` is called each time it is open, `onCut` when it is not any more, `onMessage` with what is said,
  // `onPacked` with the blob of what is sent packed.
  constructor(path, { onOpen = () => {}, onCut = () => {}, onMessage, onPacked = () => {} }) {
    Object.assign(this, { path, onOpen, onCut, onMessage, onPacked });
    addEventListener("online", () => this.#openNow());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#openNow());
    addEventListener("offline", () => this.#drop());
    this.#open();
  }

  // Send something, if it is open.
  say(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  // What was not there is there again, such as a game whose player had signed out.
  openIfUnknown() {
    if (this.#isUnknown) this.#openNow();
  }

  #openNow() {
    if (this.isOpen) return;
    this.#pause = FIRST_MS;
    this.#open();
  }

  // A browser without a network notices only much later that nothing comes any more.
  #drop() {
    if (this.isOpen) this.onCut();
    this.isOpen = false;
    this.#forget();
    this.#openLater();
  }

  // Once an echo was asked for, the next one is 15 seconds later. At each opening the server decides
  // anew whether it asks: somebody may have signed out meanwhile, and watch.
  #listenForSilence() {
    clearTimeout(this.#silence);
    if (this.#isAsked) this.#silence = setTimeout(() => this.isOpen && this.#drop(), SILENT_MS);
  }

  #forget() {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #openLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_MS, 2 * this.#pause);
  }

  #open() {
    clearTimeout(this.#timer);
    this.#forget();
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${this.path}`);
    this.#socket = socket;
    this.#isAsked = this.#isUnknown = false;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.isOpen = true;
      this.#pause = FIRST_MS;
      this.onOpen();
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      const message = typeof data === "string" ? JSON.parse(data) : null;
      this.#isAsked ||= message?.kind === "echo";
      this.#listenForSilence();
      if (message) this.onMessage(message);
      else this.onPacked(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.#socket) return;
      if (this.isOpen) this.onCut();
      this.isOpen = false;
      this.#isUnknown = code === UNKNOWN;
      if (!this.#isUnknown) this.#openLater();
    });
  }
}
