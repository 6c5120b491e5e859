// What has just come on a page takes no click for a moment: that was meant for what was there before.

const SETTLE_MS = 700;

export function settle(place) {
  place.inert = true;
  setTimeout(() => { place.inert = false; }, SETTLE_MS);
}
