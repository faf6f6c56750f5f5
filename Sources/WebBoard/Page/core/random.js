// Random identifiers.

/** Returns 32 random digits. `crypto.randomUUID` needs a secure context, and this does not. */
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
