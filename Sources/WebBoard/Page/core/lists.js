// Lists in a text: Enter begins the next item, and ends the list after an empty one.

const ITEM = /^([ \t]*)([-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/;

/** Continues the lists of a field of Markdown. Returns the field. */
export function continueLists(area) {
  area.addEventListener("beforeinput", (event) => {
    const end = area.selectionStart;
    if (event.inputType !== "insertLineBreak" || event.isComposing || end !== area.selectionEnd) return;
    const start = area.value.lastIndexOf("\n", end - 1) + 1;
    const item = ITEM.exec(area.value.slice(start, end));
    if (!item) return;
    event.preventDefault();
    const [, indent, mark, number, dot, gap, box, text] = item;
    // Commands, unlike new values, can be undone with the browser's keys.
    if (text || !/^(\n|$)/.test(area.value.slice(end, end + 1))) {
      document.execCommand("insertText", false, `\n${indent}${number ? Number(number) + 1 + dot : mark}${gap}${box ? "[ ] " : ""}`);
    } else {
      area.setSelectionRange(start, end);
      document.execCommand("delete");
    }
  });
  return area;
}
