// Printing: what the page prints is complete, however much of it is shown.

/** The parts that were opened for printing. @type {HTMLDetailsElement[]} */
let opened = [];

/** Opens the details of a task while it is printed. Its history is not printed. */
export function setUpPrinting() {
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("#panel details:not([open], [data-part=history])")];
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
    opened = [];
  });
}
