// The page's place on its host: at the root, or below a path such as `/pmd` behind a proxy.

/** The path of the page without its last slash; empty at the root. */
const base = location.pathname.replace(/\/?[^/]*$/, "");

/** Returns the address of a path of the server. */
export const at = (path) => base + path;

/** Returns the name of something that the browser stores: all pages of a host share its storage. */
export const here = (name) => (base ? `${name} ${base}` : name);
