// The page for those who are not signed in.

import { Problem, signInWith } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

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
      dialog.close();
      dialog.remove();
      afterwards();
    } catch (error) {
      problem.textContent = error instanceof Problem ? error.message : t("needsServer");
    }
  });
  const dialog = h(
    "dialog", { id: "sign-in", class: "dialog", "aria-labelledby": "sign-in-title" },
    h("h2", { id: "sign-in-title", text: t("signInTitle") }), h("p", { text: t("signInHow") }), form,
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}
