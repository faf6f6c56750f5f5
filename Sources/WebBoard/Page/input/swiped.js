// Finishing and deleting a card in its place, with a line there that undoes it.

import { t } from "../core/words.js";
import { card, columns, store } from "../state/store.js";
import { deleteTasks, move, undo, undoQueued } from "../commands/changes.js";
import { leaveTrace } from "../views/traces.js";

/** Finishes a task, and leaves a line in its place. */
export function finishHere(id) {
  const state = store.board.settings.finished[0];
  return actHere(id, t("finishedOne", { title: card(id)?.title }), () => move([id], { state }, { isQuiet: true }));
}

/** Deletes a task, and leaves a line in its place. */
export function deleteHere(id) {
  return actHere(id, t("deletedOne", { title: card(id)?.title }), () => deleteTasks([id], { isQuiet: true }));
}

async function actHere(id, words, act) {
  const column = columns().find((each) => each.tasks.some((one) => one.id === id));
  if (!column) return;
  const acting = act();
  const remove = leaveTrace(id, column, words, async () => {
    const answer = await acting;
    // Without an answer, the change is still in the queue.
    if (answer) undo(answer.report.commit);
    else undoQueued(id);
  });
  if ((await acting) === undefined) remove();
}
