// The list of drafts.

import { moment } from "../core/dates.js";
import { h } from "../core/dom.js";
import { go, taskAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { drafts, dropDraft } from "../state/drafts.js";
import { card } from "../state/store.js";
import { register } from "../commands/registry.js";
import { openDialog } from "./dialog.js";

/** Lists the drafts, including those of deleted tasks. */
export function openDrafts() {
  const { content, close } = openDialog(t("drafts"));
  const open = (draft) => {
    close();
    go(taskAddress(draft.id, "edit"));
  };
  content.append(h("ul", { class: "drafts" }, drafts().map((draft) => row(draft, open))));
}

register({ drafts: openDrafts });

function row(draft, open) {
  const isGone = !card(draft.id);
  const item = h(
    "li", {},
    h("button", { type: "button", class: "draft", onclick: () => open(draft) }, h("span", { text: draft.texts.title || draft.title }), h("time", { datetime: draft.at, text: moment(draft.at) })),
    isGone && h("p", { class: "note", text: t("draftMaybeDeleted") }),
    h("button", { type: "button", class: "quiet", text: t("discard"), onclick: () => {
      dropDraft(draft.id);
      item.remove();
    } }),
  );
  return item;
}
