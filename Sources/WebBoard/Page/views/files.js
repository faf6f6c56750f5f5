// The files of a task's page: what waits to be sent, and the ways to add more.

import { fill, h, icon, sentence, setText } from "../core/dom.js";
import { t } from "../core/words.js";
import { dropFile } from "../state/files.js";
import { readOnly, store, subscribe } from "../state/store.js";
import { attach, sendOriginals, sendsOriginals } from "../commands/files.js";
import { register } from "../commands/registry.js";
import { openNeedsYou } from "./needsyou.js";

register({ attach: ([id]) => choose(id) });

/** Returns the section of a task's page; null if nothing can be added. */
export function filesSection(task) {
  if (readOnly() || task.body === null) return null;
  const section = h("section", { class: "task-files", data: { task: task.id }, "aria-label": t("files") }, h("ul", { class: "waiting-files" }), controls(task.id));
  drawWaiting(section);
  offerOriginals(section);
  return section;
}

function controls(id) {
  const original = h("input", { type: "checkbox", checked: Boolean(sendsOriginals()), onchange: (event) => sendOriginals(event.target.checked) });
  return h(
    "div", { class: "add-files" },
    chooser(t("addFile"), id, { multiple: true }),
    chooser(t("takePicture"), id, { accept: "image/*", capture: "environment" }, "camera"),
    h("label", { class: "original", title: t("originalHint") }, original, h("span", { text: t("original") })),
  );
}

/** Offers to send pictures as they are once there was one, since most people never need to. */
function offerOriginals(section) {
  section.querySelector(".original").hidden = sendsOriginals() === null;
}

/** Returns a button for choosing files. The input, which has no label of its own, covers it unseen. */
function chooser(label, id, properties, name = "") {
  return h("label", { class: `file-button ${name}` }, icon("add"), h("span", { text: label }), fileInput(id, properties));
}

function fileInput(id, properties) {
  return h("input", {
    type: "file", ...properties,
    onchange: ({ target }) => {
      const files = [...target.files];
      target.value = "";
      attach(id, files);
    },
  });
}

/** Opens the browser's chooser of files. Some browsers need its input in the document. */
function choose(id) {
  document.querySelector("#chooser")?.remove();
  const input = fileInput(id, { id: "chooser", class: "visually-hidden", multiple: true, tabindex: "-1", "aria-hidden": "true" });
  document.body.append(input);
  input.click();
}

/** Shows the files of the task that wait, and those that the server refuses. */
function drawWaiting(section) {
  const waiting = store.files.filter(({ task }) => task === section.dataset.task);
  fill(section.querySelector(".waiting-files"), ...waiting.map(({ id, name, refused }) => h(
    "li", {}, h("span", { text: name }), h("span", { class: refused ? "problem" : "note", text: sentence(refused ?? t("waitsToBeSent")) }),
    refused ? h("button", { type: "button", text: t("look"), onclick: openNeedsYou })
      : h("button", { type: "button", text: t("discard"), onclick: () => dropFile(id) }),
  )));
}

let drawn = null;
subscribe(() => {
  drawProgress();
  const section = document.querySelector("#panel .task-files");
  if (section) offerOriginals(section);
  if (drawn === store.files) return;
  drawn = store.files;
  if (section) drawWaiting(section);
});

// MARK: Progress

let bar = null;

function drawProgress() {
  const { sending } = store;
  if (!sending) {
    bar?.remove();
    bar = null;
    return;
  }
  if (!bar) {
    bar = h("div", { class: "sending" }, h("span"), h("progress", { max: "1" }));
    document.body.append(bar);
  }
  const words = t("sendingFile", { name: sending.name });
  setText(bar.firstChild, words);
  bar.lastChild.setAttribute("aria-label", words);
  bar.lastChild.value = sending.part;
}
