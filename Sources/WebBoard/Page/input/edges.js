// Scrolling while a card is dragged near an edge.

/** The distance from an edge at which the pointer scrolls. */
const NEAR = 48;
/** The maximum speed, in pixels per millisecond. */
const FASTEST = 1.1;
/** The longest time for which one step scrolls: after a pause, cards must not rush by. */
const LONGEST = 100;
/**
 * The time the pointer must rest at the side of a narrow screen before the next column is shown.
 */
const REST = 550;
/** The time before each further column. */
const AGAIN = 900;

/** Scrolls the board and its columns while a pointer is near their edges. */
export class EdgeScroll {
  /** @param {HTMLElement} board @param {() => void} scrolled Called after each step. */
  constructor(board, scrolled) {
    this.board = board;
    this.scrolled = scrolled;
    this.frame = 0;
    this.rest = 0;
    this.side = 0;
  }

  /** Updates the pointer's position. */
  point(x, y, isNarrow) {
    this.x = x;
    this.y = y;
    const box = this.board.getBoundingClientRect();
    const side = speed(x, box.left, box.right);
    // Above the board are the tabs of its columns.
    if (isNarrow) this.restAt(y < box.top ? 0 : Math.sign(side));
    this.across = isNarrow ? 0 : side;
    if (this.frame) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame(() => this.step());
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = -1;
  }

  step() {
    if (this.frame === -1) return;
    this.frame = 0;
    const now = performance.now();
    const time = Math.min(now - this.last, LONGEST);
    this.last = now;
    const list = document.elementFromPoint(this.x, this.y)?.closest?.(".column")?.querySelector(".cards");
    const box = list?.getBoundingClientRect();
    const down = box ? speed(this.y, Math.max(box.top, 0), Math.min(box.bottom, innerHeight)) : 0;
    const before = [this.board.scrollLeft, list?.scrollTop];
    if (this.across) this.board.scrollLeft += this.across * time;
    if (down) list.scrollTop += down * time;
    const hasScrolled = before[0] !== this.board.scrollLeft || before[1] !== list?.scrollTop;
    if (hasScrolled) this.scrolled();
    if (this.across || down) this.frame = requestAnimationFrame(() => this.step());
  }

  /** Shows the next column when the pointer rests at the side. */
  restAt(side, wait = REST) {
    if (side === this.side) return;
    this.side = side;
    clearTimeout(this.rest);
    if (!side) return;
    this.rest = setTimeout(() => {
      this.board.scrollBy({ left: side * this.board.clientWidth, behavior: "instant" });
      this.side = 0;
      this.scrolled();
      this.restAt(side, AGAIN);
    }, wait);
  }
}

/** Returns the speed at a position: faster closer to an edge, zero between them. */
function speed(position, start, end) {
  if (position < start + NEAR) return -FASTEST * Math.min(1, (start + NEAR - position) / NEAR);
  if (position > end - NEAR) return FASTEST * Math.min(1, (position - end + NEAR) / NEAR);
  return 0;
}
