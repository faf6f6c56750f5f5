// Changes that the server refused while they were sent: the person decides.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { flush, needsYou } from "./offline.js";
import { discard, retry } from "./queue.js";
import { reload } from "./load.js";
import { subscribe } from "./store.js";
import { t, title } from "./words.js";

let opened = null;

/** Lists what was refused, with the ways out. */
export function openNeedsYou() {
  opened = openDialog(t("needsYouTitle"), { class: "needs-you", onclose: () => (opened = null) });
  draw();
}

subscribe(() => opened && draw());

function draw() {
  const entries = needsYou();
  if (!entries.length) return opened.close();
  opened.content.replaceChildren(h("ul", { class: "refused" }, entries.map(row)));
}

function row(entry) {
  const { refused } = entry;
  const fields = refused.fields ?? [];
  return h(
    "li", {},
    h("h3", { text: entry.title }), h("p", { class: "problem", text: refused.detail }),
    ...fields.map((field) => sides(field)),
    !fields.length && h("p", { class: "note", text: summary(entry) }),
    h("div", { class: "buttons" },
      canInsist(entry) && h("button", { type: "button", class: "primary", text: t(entry.deleted ? "deleteAnyway" : "sendMine"), onclick: () => insist(entry) }),
      h("button", { type: "button", text: fields.length ? t("keepTheirs") : t("discard"), onclick: () => giveUp(entry) })),
  );
}

/** What would be sent, so that nothing that was typed is lost by giving up. */
function summary({ created, patch, deleted, place, ticks, items }) {
  if (created) return created.entry;
  if (deleted) return title("delete");
  return [
    place && t("moveTo", { state: place.state }),
    ...Object.entries(patch).map(([key, value]) => `${key}: ${value ?? "—"}`),
    ...Object.entries(ticks).map(([n, done]) => `${done ? "☑" : "☐"} ${items?.[n]?.text ?? n}`),
  ].filter(Boolean).join("\n");
}

function sides({ key, mine, theirs, by }) {
  return h(
    "div", { class: "sides" },
    h("div", {}, h("h4", { text: `${key} · ${t("mine")}` }), h("pre", { text: shown(mine) })),
    h("div", {}, h("h4", { text: `${key} · ${by || t("theirs")}` }), h("pre", { text: shown(theirs) })),
  );
}

const shown = (value) => (Array.isArray(value) ? value.join(", ") : value ?? "—");

/** True if sending again on the newest version can succeed. */
const canInsist = ({ refused }) => Boolean(refused.version);

async function insist(entry) {
  await retry(entry, { base: entry.refused.version });
  await flush();
  reload();
}

/** Gives up the fields that others have changed; the rest is sent. */
async function giveUp(entry) {
  const theirs = new Set((entry.refused.fields ?? []).map((field) => field.key));
  const patch = Object.fromEntries(Object.entries(entry.patch).filter(([key]) => !theirs.has(key)));
  const isLeft = theirs.size && (Object.keys(patch).length || Object.keys(entry.ticks).length || entry.place);
  if (isLeft) await retry(entry, { patch });
  else await discard(entry);
  await flush();
  reload();
}
