// A card: its title, its facts on one line, and the first lines of the body.

import { fill, h, iconButton, setText, brief } from "../core/dom.js";
import { taskAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { store } from "../state/store.js";
import { factsOn, restWords } from "./cardfacts.js";
import { showCover } from "./cover.js";
import { markChip } from "./marks.js";

/** @typedef {import("../state/store.js").Card} Card */

/** Creates the list item of a task. `showCard` sets its content. */
export function makeCard(id) {
  const [facts, people] = [`facts-${id}`, `people-${id}`];
  const link = h("a", { class: "card-title", href: taskAddress(id), draggable: "false", "aria-describedby": `${facts} ${people}` });
  const menu = iconButton("more", "", null, { class: "card-menu", "aria-haspopup": "menu" });
  // The whole card has the direction of its first text, which is the title.
  const face = h(
    "div", { class: "card-face", dir: "auto" },
    h("div", { class: "card-head" }, link),
    h("div", { class: "facts" }, h("div", { class: "marks", id: facts }), h("span", { class: "people", id: people })),
    h("p", { class: "excerpt" }), menu,
  );
  return h("li", { class: "card", data: { task: id } }, face);
}

/**
 * Shows a card, changing only what differs.
 *
 * @param {HTMLLIElement} item
 * @param {Card & {isWaiting?: boolean, isNew?: boolean}} card
 * @param {{finished: boolean, isStop: boolean}} place
 */
export function showCard(item, card, { finished, isStop }) {
  const link = item.querySelector(".card-title");
  const menu = item.querySelector(".card-menu");
  setText(link, brief(card.title) || t("untitled"));
  const label = t("actionsOf", { title: card.title });
  if (menu.getAttribute("aria-label") !== label) {
    menu.setAttribute("aria-label", label);
    menu.title = t("actions");
  }
  link.tabIndex = menu.tabIndex = isStop ? 0 : -1;
  item.classList.toggle("finished", finished);
  item.classList.toggle("selected", store.selection.has(card.id));
  item.classList.toggle("waiting", Boolean(card.isWaiting));
  item.classList.toggle("glowing", store.glowing.has(card.id));
  item.classList.toggle("carried", Boolean(store.carry?.ids.includes(card.id)));
  showFacts(item, card, finished);
  showCover(item, card);
  setText(item.querySelector(".excerpt"), (card.excerpt ?? []).slice(0, 3).join("\n"));
}

function showFacts(item, card, finished) {
  const facts = factsOn(card, finished);
  const box = item.querySelector(".marks");
  const key = JSON.stringify([facts, card.due, card.isWaiting]);
  if (box.key === key) return;
  box.key = key;
  const people = item.querySelector(".people");
  fill(
    box, facts.shown.map((mark) => markChip(mark, card)), rest(facts.moreTags, "tag"),
    card.isWaiting && h("span", { class: "mark waits", text: t("waitsToBeSent") }),
  );
  fill(people, facts.people.map((mark) => markChip(mark, card)), rest(facts.morePeople, "person"));
  // A line of its own for people alone would be mostly empty.
  const line = item.querySelector(box.hasChildNodes() ? ".facts" : ".card-head");
  if (people.parentElement !== line) line.append(people);
}

/** Returns the number of values that have no room; their names are its label. */
function rest(marks, tone) {
  if (!marks.length) return null;
  const names = restWords(marks);
  return h("span", { class: "mark", data: { tone, rest: "" }, title: names },
    h("span", { "aria-hidden": "true", text: `+${marks.length}` }), h("span", { class: "visually-hidden", text: names }));
}
