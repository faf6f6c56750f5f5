// Signing in, by a code in the address or by a token, and what all windows do when that ends.

import { Problem, signInWith } from "../core/api.js";
import { forget, forgetBoards } from "../core/database.js";
import { h } from "../core/dom.js";
import { announceSession } from "../core/session.js";
import { leave } from "../core/transport.js";
import { t } from "../core/words.js";
import { forgetDrafts } from "../state/drafts.js";
import { owner } from "../state/queue.js";
import { dispatch } from "../state/store.js";

/** Takes the code out of the address, where it would stay in the history. */
export function takeCode() {
  const [, code] = /^#code=([0-9a-f]+)$/.exec(location.hash) ?? [];
  if (location.hash.startsWith("#code=")) history.replaceState(null, "", "/");
  return code ?? "";
}

/** Signs in by a code. One that is used up leaves the session as it is. */
export async function signInByCode(code) {
  try {
    await signInWith({ code });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** Asks for the token, or for the address that `pmd serve` prints. */
export function askToSignIn(afterwards) {
  if (document.querySelector("#sign-in")) return;
  const input = h("input", { type: "password", class: "field", name: "token", autocomplete: "off", "aria-label": t("token"), required: true });
  const problem = h("p", { class: "problem", role: "alert" });
  const form = h("form", {}, h("label", {}, h("span", { text: t("token") }), input), problem, h("button", { type: "submit", class: "primary", text: t("signIn") }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await signInWith({ token: input.value.trim() });
      closeSignIn();
      afterwards();
    } catch (error) {
      problem.textContent = error instanceof Problem ? error.message : t("needsServer");
    }
  });
  const dialog = h(
    "dialog", { id: "sign-in", class: "dialog", "aria-labelledby": "sign-in-title" },
    h("h2", { id: "sign-in-title", text: t("signInTitle") }), h("p", { text: t("signInHow") }), form,
    !isSecureContext && h("p", { class: "note", text: t("keyInClear") }),
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}

/** Closes the question. Returns false if it was not open. */
export function closeSignIn() {
  const dialog = document.querySelector("#sign-in");
  dialog?.close();
  dialog?.remove();
  return Boolean(dialog);
}

/**
 * Forgets the boards that this browser keeps, as the server takes its session no longer. What
 * waits to be sent and what was typed stays for when the same person is back.
 */
export async function forgetKept() {
  dispatch({ type: "endSession" });
  announceSession("ended");
  await forgetBoards().catch(() => {});
}

/** Signs out in all windows, and removes all that this browser keeps of the board. */
export async function signOut() {
  const own = owner();
  await leave().catch(() => {});
  await forgetAll(own);
}

/** Removes all that this browser keeps of a board, and shows the page anew. */
export async function forgetAll(own) {
  dispatch({ type: "setSession", session: null });
  forgetDrafts(own);
  await forget(own).catch(() => {});
  sessionStorage.clear();
  for (const key of ["pmd.owner", "pmd.entry"]) localStorage.removeItem(key);
  location.hash = "";
  location.reload();
}
