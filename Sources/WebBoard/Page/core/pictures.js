// Reduces pictures before they are sent. git keeps every file for ever, and a photo contains the
// place and the time at which it was taken.

/** The longest side of a reduced picture, in pixels. */
const LONGEST = 2048;
const QUALITY = 0.85;
/** The size up to which a small PNG, such as a picture of the screen, stays one, in bytes. */
const SHARP = 1_500_000;

/** True for a picture that is reduced. An animation would lose its frames, and a drawing its lines. */
export const isReducible = (file) => file.type.startsWith("image/") && !/^image\/(gif|svg)/.test(file.type);

/**
 * Returns a picture of at most 2,048 pixels, upright, without anything but its pixels.
 *
 * @param {File} file
 * @returns {Promise<File>}
 * @throws If the browser cannot read the picture.
 */
export async function reduced(file) {
  const picture = await decoded(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const stem = file.name.replace(/\.[^.]*$/, "") || "picture";
  if (file.type === "image/png" && scale === 1) {
    const sharp = await encoded(drawn(picture, width, height), "image/png");
    if (sharp.size <= SHARP) return new File([sharp], `${stem}.png`, { type: "image/png" });
  }
  const small = await encoded(drawn(picture, width, height, "#fff"), "image/jpeg");
  picture.close?.();
  return new File([small], `${stem}.jpg`, { type: "image/jpeg" });
}

/** Returns the pixels of a picture, turned as its camera says. */
async function decoded(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Some browsers read a picture in an element only.
  }
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function drawn(picture, width, height, background) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function encoded(canvas, type) {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), type, QUALITY));
}
