// Where the focus goes when what had it is gone, such as a box or a message that was closed.

let toBoard = () => {};

/** Sets what gives the focus to the board. */
export function setBoardFocus(callback) {
  toBoard = callback;
}

export const focusBoard = () => toBoard();
