// The cover of a card: the first picture of its task, if the board shows covers.

import { h } from "../core/dom.js";
import { fileAddress } from "../core/transport.js";

/** Shows the cover of a card, or removes it. */
export function showCover(item, { cover = null }) {
  const shown = item.querySelector(".card-cover");
  if ((shown?.dataset.blob ?? null) === cover) return;
  shown?.remove();
  if (!cover) return;
  // The title says what the picture shows, so that it is not announced.
  const image = h("img", { class: "card-cover", alt: "", loading: "lazy", decoding: "async", draggable: "false", data: { blob: cover }, onerror: () => image.remove() });
  item.querySelector(".card-face").prepend(image);
  fileAddress(cover).then((address) => (image.src = address)).catch(() => image.remove());
}
