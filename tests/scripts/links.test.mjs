// Every script is read as a browser reads it, and finds what it imports; none is run.

import { resolved, WEB } from "./browser.mjs";
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SourceTextModule } from "node:vm";

const read = new Map();

function moduleAt(url) {
  if (!read.has(url)) read.set(url, new SourceTextModule(readFileSync(fileURLToPath(url), "utf-8"), { identifier: url }));
  return read.get(url);
}

const scripts = globSync("*/static/**/*.js", { cwd: fileURLToPath(WEB) });

test("there are scripts", () => assert.ok(scripts.length > 40));

for (const path of scripts) {
  test(path, async () => {
    const module = moduleAt(new URL(path, WEB).href);
    if (module.status === "unlinked") await module.link((specifier, { identifier }) => moduleAt(resolved(specifier, identifier)));
  });
}
