// A turn on its way survives a reload. This tab alone remembers it, until the game goes on.
//
//   { "version": 7, "actions": ["a1", "b2"] }      version: of the game in which it is composed

const place = (name) => `skerry-draft-${name}`;

export function keepDraft(name, version, actions) {
  if (actions.length === 0) return forgetDraft(name);
  try {
    sessionStorage.setItem(place(name), JSON.stringify({ version, actions }));
  } catch {
    // Storage is off or full: the turn lasts as long as the page.
  }
  return undefined;
}

// The actions of the turn that was left half-composed in that version of a game, [] without one.
export function readDraft(name, version) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(name)));
    if (kept?.version === version && Array.isArray(kept.actions)) return kept.actions;
  } catch {
    // Storage is off, or holds something else.
  }
  forgetDraft(name);
  return [];
}

export function forgetDraft(name) {
  try {
    sessionStorage.removeItem(place(name));
  } catch {
    // There was nothing to forget.
  }
}
