// Signing in with a token, and the reaction of all windows when the session ends.

import { Problem, signInWith } from "../core/api.js";
import { forget, forgetBoards } from "../core/database.js";
import { h } from "../core/dom.js";
import { hasUsedCode } from "../core/first.js";
import { here } from "../core/place.js";
import { announceSession } from "../core/session.js";
import { leave } from "../core/transport.js";
import { t } from "../core/words.js";
import { forgetDrafts } from "../state/drafts.js";
import { owner } from "../state/queue.js";
import { dispatch } from "../state/store.js";
import { forgetReminders } from "./reminders.js";

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
    h("h2", { id: "sign-in-title", text: t("signInTitle") }),
    hasUsedCode() && h("p", { class: "problem used-code", role: "alert", text: t("codeUsed") }), h("p", { text: t("signInHow") }), form,
    !isSecureContext && h("p", { class: "note", text: t("keyInClear") }),
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}

/** Closes the sign-in dialog. Returns false if it was not open. */
export function closeSignIn() {
  const dialog = document.querySelector("#sign-in");
  dialog?.close();
  dialog?.remove();
  return Boolean(dialog);
}

/**
 * Deletes the boards stored in this browser, because the server no longer accepts its session.
 * Unsent changes and drafts are kept for the same user's return.
 */
export async function forgetKept() {
  dispatch({ type: "endSession" });
  announceSession("ended");
  await forgetBoards().catch(() => {});
}

/** Signs out in all windows, and deletes everything stored for the board. */
export async function signOut() {
  const own = owner();
  await leave().catch(() => {});
  await forgetAll(own);
}

/** Deletes everything stored for a board, and reloads the page. */
export async function forgetAll(own) {
  dispatch({ type: "setSession", session: null });
  forgetDrafts(own);
  forgetReminders(own);
  await forget(own).catch(() => {});
  sessionStorage.clear();
  for (const key of ["pmd.owner", "pmd.entry", "pmd.entry.body"]) localStorage.removeItem(here(key));
  location.hash = "";
  location.reload();
}
