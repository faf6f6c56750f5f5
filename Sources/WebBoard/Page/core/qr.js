// QR codes (ISO/IEC 18004) for short texts: bytes, error correction level M, versions 1 to 10.
//
// Debian has no archive of libqrencode for the portable program, and a code that signs in need not
// leave the page.

/** By version: the error correction bytes of a block, and the data bytes of each block. */
const BLOCKS = [
  null, [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]],
];
/** By version: the centres of the alignment patterns, in both directions. */
const ALIGNMENT = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/**
 * Returns the modules of a QR code by rows: true is dark. Null if the text is too long.
 *
 * @param {string} text
 * @returns {boolean[][]|null}
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((blocks, number) => blocks && bytes.length + lengthBits(number) / 8 + 0.5 <= sum(blocks[1]));
  if (version < 0) return null;
  const grid = new Grid(version);
  grid.place(codewords(bytes, version));
  const masked = MASKS.map((mask, number) => grid.masked(mask, number));
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const lengthBits = (version) => (version < 10 ? 8 : 16);
const bitsOf = (number, count) => Array.from({ length: count }, (_, index) => (number >> (count - 1 - index)) & 1);

// MARK: Bytes

/** Returns the data with its error correction, interleaved by blocks. */
function codewords(bytes, version) {
  const [correction, lengths] = BLOCKS[version];
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, lengthBits(version)), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0];
  while (bits.length % 8) bits.push(0);
  const all = [];
  for (let index = 0; index < bits.length; index += 8) all.push(parseInt(bits.slice(index, index + 8).join(""), 2));
  for (let filler = 0xec; all.length < sum(lengths); filler ^= 0xec ^ 0x11) all.push(filler);
  all.length = sum(lengths);
  let start = 0;
  const data = lengths.map((length) => all.slice(start, (start += length)));
  return [...interleaved(data), ...interleaved(data.map((block) => remainder(block, correction)))];
}

/** Returns the first byte of each block, then the second ones, and so on. */
function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.map((block) => block[index])).flat().filter((byte) => byte !== undefined);
}

/** Returns the product of two numbers in the field of 256 elements with the polynomial 0x11d. */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

/** Returns the Reed-Solomon remainder of a block. */
function remainder(block, count) {
  let divisor = [1];
  for (let step = 0, root = 1; step < count; step += 1, root = product(root, 2)) {
    divisor = [...divisor, 0].map((factor, index) => factor ^ (index ? product(divisor[index - 1], root) : 0));
  }
  const rest = Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let index = 0; index < count; index += 1) rest[index] ^= product(divisor[index + 1], factor);
  }
  return rest;
}

// MARK: Modules

const MASKS = [
  (row, column) => (row + column) % 2, (row) => row % 2, (row, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2, (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2, (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];

class Grid {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** The modules; undefined where data goes. */
    this.rows = Array.from({ length: this.size }, () => Array(this.size).fill(undefined));
    this.drawPatterns();
    this.isFixed = this.rows.map((row) => row.map((module) => module !== undefined));
  }

  drawPatterns() {
    const { size, rows } = this;
    for (let index = 8; index < size - 8; index += 1) rows[6][index] = rows[index][6] = index % 2 === 0;
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) this.drawSquare(row, column, 4, (distance) => distance !== 2 && distance !== 4);
    const centres = ALIGNMENT[this.version];
    for (const row of centres) for (const column of centres) this.align(row, column);
    this.drawFormat(rows, 0);
    if (this.version >= 7) this.drawVersion();
  }

  align(row, column) {
    const last = this.size - 7;
    const isFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
    if (!isFinder) this.drawSquare(row, column, 2, (distance) => distance !== 1);
  }

  /** Draws rings around a centre. */
  drawSquare(row, column, radius, isDark) {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        if (this.isInside(row + y, column + x)) this.rows[row + y][column + x] = isDark(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  }

  isInside(row, column) {
    return row >= 0 && column >= 0 && row < this.size && column < this.size;
  }

  /** Draws the error correction level and the mask, twice. */
  drawFormat(rows, mask) {
    const { size } = this;
    const bits = withCheck(mask, 10, 0x537) ^ 0x5412;
    const bit = (index) => Boolean((bits >> index) & 1);
    for (let index = 0; index < 15; index += 1) {
      const [row, column] = index < 6 ? [index, 8] : index < 8 ? [index + 1, 8] : index === 8 ? [8, 7] : [8, 14 - index];
      rows[row][column] = bit(index);
      if (index < 8) rows[8][size - 1 - index] = bit(index);
      else rows[size - 15 + index][8] = bit(index);
    }
    rows[size - 8][8] = true;
  }

  drawVersion() {
    const bits = withCheck(this.version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const [near, far] = [Math.floor(index / 3), this.size - 11 + (index % 3)];
      this.rows[near][far] = this.rows[far][near] = Boolean((bits >> index) & 1);
    }
  }

  /** Fills the free modules in columns of two, upwards and downwards from the right. */
  place(bytes) {
    const bits = bytes.flatMap((byte) => bitsOf(byte, 8));
    let next = 0;
    for (let right = this.size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const row = isUp ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) if (!this.isFixed[row][column]) this.rows[row][column] = Boolean(bits[next++]);
      }
    }
  }

  /** Returns the modules with a mask on the data. */
  masked(mask, number) {
    const rows = this.rows.map((line, row) => line.map((module, column) => (this.isFixed[row][column] ? module : module !== (mask(row, column) === 0))));
    this.drawFormat(rows, number);
    return rows;
  }
}

/** Appends the check bits of a polynomial code to a number. */
function withCheck(number, count, polynomial) {
  let rest = number;
  for (let step = 0; step < count; step += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * polynomial);
  return (number << count) | rest;
}

/** Returns how hard a code is to read: by runs, squares, false finder patterns, and its balance. */
function penalty(rows) {
  const columns = rows.map((_, index) => rows.map((row) => row[index]));
  const lines = [...rows, ...columns].map((line) => line.map((module) => (module ? "1" : "0")).join(""));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (const finder of ["00001011101", "10111010000"]) for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) points += 40;
  }
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const square = [rows[row - 1][column - 1], rows[row - 1][column], rows[row][column - 1], rows[row][column]];
      if (square.every((module) => module === square[0])) points += 3;
    }
  }
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
