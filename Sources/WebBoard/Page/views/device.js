// Signing in another device: a code for its camera, which signs in once and expires soon.

import { Problem, post } from "../core/api.js";
import { fill, h, svg } from "../core/dom.js";
import { qrCode } from "../core/qr.js";
import { t } from "../core/words.js";
import { readOnly, store } from "../state/store.js";
import { openDialog } from "./dialog.js";

/** The light modules around a code, which readers need. */
const MARGIN = 4;

/** True if another device can reach this server, and may be signed in from here. */
export const canInvite = () => Boolean(store.session?.reachable?.length) && !readOnly();

/** Shows a code that signs in another device. */
export function openInvitation() {
  let timer = 0;
  const { content } = openDialog(t("openOnPhone"), { class: "invitation", onclose: () => clearTimeout(timer) });
  const ask = async () => {
    fill(content, h("p", { class: "note", text: t("loading") }));
    try {
      const { address, seconds } = await post("/api/session/code");
      fill(content, picture(address), h("p", { text: t("scanCode") }), h("p", { class: "note address", text: address }));
      timer = setTimeout(expire, seconds * 1000);
    } catch (error) {
      fill(content, h("p", { class: "problem", role: "alert", text: error instanceof Problem ? error.message : t("needsServer") }));
    }
  };
  const expire = () => fill(
    content, h("p", { role: "status", text: t("codeExpired") }), h("button", { type: "button", class: "primary", text: t("newCode"), onclick: ask }),
  );
  ask();
}

/** Returns the picture of a code; null for a text that is too long. */
function picture(text) {
  const rows = qrCode(text);
  if (!rows) return null;
  const size = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) => row.map((module, x) => (module ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : ""))).join("");
  return svg(
    "svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": t("openOnPhone"), "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#ffffff" }), svg("path", { d: dark, fill: "#000000" }),
  );
}
