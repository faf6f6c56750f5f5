// The focus after its element is gone, for example a closed dialog or message.

let toBoard = () => {};

/** Sets the callback that focuses the board. */
export function setBoardFocus(callback) {
  toBoard = callback;
}

export const focusBoard = () => toBoard();
