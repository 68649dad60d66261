/** QR codes (ISO/IEC 18004) of short texts: bytes, error correction level L, versions 1 to 15, mask 0. */

/** Error correction codewords for each block, and the number of blocks, by version. */
const ECC_LENGTHS = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
const BLOCK_COUNTS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]
const MAX_VERSION = 15
const LEVEL_L = 1
const MASK = 0

type Grid = (boolean | undefined)[][]

const toBits = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => (value >>> (length - 1 - i)) & 1)

/** Returns the remainder of a polynomial division over GF(2), as format and version information have it. */
function appendChecksum(value: number, generator: number, length: number): number {
  let rest = value << length
  const degree = 31 - Math.clz32(generator)
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - degree)
  return (value << length) | rest
}

function multiply(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a)
  return product
}

/** Computes the Reed–Solomon error correction of a block. */
function computeEcc(data: readonly number[], length: number): number[] {
  const divisor = Array.from({ length }, (_, i) => (i === length - 1 ? 1 : 0) as number)
  for (let i = 0, root = 1; i < length; i++, root = multiply(root, 2))
    for (let j = 0; j < length; j++) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0)
  const rest = Array.from({ length }, () => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (let i = 0; i < length; i++) rest[i]! ^= multiply(divisor[i]!, factor)
  }
  return rest
}

function countCodewords(version: number): number {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2
  const patterns = version < 2 ? 0 : (25 * aligned - 10) * aligned - 55
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8)
}

/** Splits the data into blocks, adds their error correction and interleaves them. */
function buildCodewords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits = [
    ...toBits(4, 4),
    ...toBits(bytes.length, version < 10 ? 8 : 16),
    ...[...bytes].flatMap((b) => toBits(b, 8)),
  ]
  bits.push(...toBits(0, Math.min(4, capacity * 8 - bits.length)))
  while (bits.length % 8 !== 0) bits.push(0)
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2))
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad)
  const count = BLOCK_COUNTS[version]!
  const short = Math.floor(capacity / count)
  const longer = capacity % count
  let at = 0
  const blocks = Array.from({ length: count }, (_, i) => data.slice(at, (at += short + (i < count - longer ? 0 : 1))))
  const eccs = blocks.map((block) => computeEcc(block, ECC_LENGTHS[version]!))
  const interleave = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, i) => rows.map((row) => row[i])).flat()
  return [...interleave(blocks), ...interleave(eccs)].filter((byte) => byte !== undefined)
}

function drawPatterns(grid: Grid, version: number): void {
  const size = grid.length
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark
  }
  for (let i = 0; i < size; i++)
    for (const [x, y] of [
      [6, i],
      [i, 6],
    ] as const)
      set(x, y, i % 2 === 0)
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy))
        set(cx + dx, cy + dy, distance !== 2 && distance !== 4)
      }
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2
  const step = aligned < 2 ? 0 : Math.ceil((version * 4 + 4) / (aligned * 2 - 2)) * 2
  const centers = Array.from({ length: aligned }, (_, i) => (i === 0 ? 6 : size - 7 - (aligned - 1 - i) * step))
  for (const cy of centers)
    for (const cx of centers) {
      const isFinder = [cx, cy].every((one) => one === 6) || [6, size - 7].every((one) => one === cx || one === cy)
      if (isFinder) continue
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  drawInformation(set, size, version)
}

/** Draws format and version information, each twice. */
function drawInformation(set: (x: number, y: number, dark: boolean) => void, size: number, version: number): void {
  const format = appendChecksum((LEVEL_L << 3) | MASK, 0x537, 10) ^ 0x5412
  const isSet = (bits: number, i: number) => ((bits >>> i) & 1) === 1
  for (let i = 0; i < 15; i++) {
    const dark = isSet(format, i)
    if (i < 8) set(8, i < 6 ? i : i + 1, dark)
    else set(i < 9 ? 7 : 14 - i, 8, dark)
    if (i < 8) set(size - 1 - i, 8, dark)
    else set(8, size - 15 + i, dark)
  }
  set(8, size - 8, true)
  if (version < 7) return
  const information = appendChecksum(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(a, b, isSet(information, i))
    set(b, a, isSet(information, i))
  }
}

/** Draws the codewords in two columns at a time, upward and downward, through the mask. */
function drawData(grid: Grid, codewords: readonly number[]): void {
  const size = grid.length
  const bits = codewords.flatMap((byte) => toBits(byte, 8))
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - i : i
        if (grid[y]![x] === undefined) grid[y]![x] = (bits[at++] ?? 0) !== ((x + y) % 2 === 0 ? 1 : 0)
      }
  }
}

/** Encodes a text as rows of dark and light modules; null for one longer than about 500 bytes. */
export function encodeQrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= MAX_VERSION; version++) {
    const capacity = countCodewords(version) - ECC_LENGTHS[version]! * BLOCK_COUNTS[version]!
    if (bytes.length + (version < 10 ? 2 : 3) > capacity) continue
    const size = 17 + 4 * version
    const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
    drawPatterns(grid, version)
    drawData(grid, buildCodewords(bytes, version, capacity))
    return grid as boolean[][]
  }
  return null
}

/** Margin that readers require around the code, in modules. */
const QUIET_ZONE = 4

/** Renders a text as an SVG image in black on white, in every theme since some readers need that; null if too long. */
export function renderQrCode(text: string): string | null {
  const rows = encodeQrCode(text)
  if (!rows) return null
  const size = rows.length + 2 * QUIET_ZONE
  const modules = rows.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="M0 0h${size}v${size}H0z" fill="#fff"/>` +
    `<path d="${modules.join('')}" fill="#000" shape-rendering="crispEdges"/></svg>`
  )
}
