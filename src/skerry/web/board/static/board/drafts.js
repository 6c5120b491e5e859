// A turn on its way survives a reload. This tab alone remembers it, until the turns change.
//
//   { "version": 7, "actions": ["a1", "b2"] }      version: of the turns after which it is composed

import { tabStorage } from "../base/storage.js";

const place = (name) => `skerry-draft-${name}`;

export function keepDraft(name, version, actions) {
  if (actions.length === 0) forgetDraft(name);
  else tabStorage.writeJson(place(name), { version, actions });
}

// The actions of the turn that was left half-composed after those turns of a game, [] without one.
// It stays for later turns: a page that the browser has kept shows earlier ones until it has asked.
export function readDraft(name, version) {
  const kept = tabStorage.readJson(place(name));
  if (kept?.version === version && Array.isArray(kept.actions)) return kept.actions;
  if (!(kept?.version > version)) forgetDraft(name);
  return [];
}

export function forgetDraft(name) {
  tabStorage.remove(place(name));
}
