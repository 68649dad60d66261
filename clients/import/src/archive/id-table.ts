/** Numbers ids by the order of their first occurrence, with 12 bytes for each instead of the id itself. */
export class IdTable {
  #size = 0
  #slots = new Int32Array(1 << 10).fill(-1)
  #hashes = new Uint32Array(2 << 9)

  get size(): number {
    return this.#size
  }

  /** Returns the number of the id; -1 if it is not there. */
  find(id: string): number {
    const [a, b] = hashId(id)
    return this.#slots[this.#locate(a, b)]!
  }

  /** Adds an id and returns its number; -1 if it is there already. */
  add(id: string): number {
    if (this.#size * 2 >= this.#slots.length) this.#grow()
    const [a, b] = hashId(id)
    const slot = this.#locate(a, b)
    if (this.#slots[slot] !== -1) return -1
    if (this.#size * 2 + 2 > this.#hashes.length) {
      const hashes = new Uint32Array(this.#hashes.length * 2)
      hashes.set(this.#hashes)
      this.#hashes = hashes
    }
    this.#hashes[this.#size * 2] = a
    this.#hashes[this.#size * 2 + 1] = b
    this.#slots[slot] = this.#size
    return this.#size++
  }

  /** Returns the slot of a hash, or the free one where it belongs. */
  #locate(a: number, b: number): number {
    const mask = this.#slots.length - 1
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!
      if (number === -1 || (this.#hashes[number * 2] === a && this.#hashes[number * 2 + 1] === b)) return slot
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let number = 0; number < this.#size; number += 1)
      this.#slots[this.#locate(this.#hashes[number * 2]!, this.#hashes[number * 2 + 1]!)] = number
  }
}

/** Returns 64 bits (cyrb53's rounds): among a million ids, equal ones are as good as impossible by chance. */
function hashId(id: string): [number, number] {
  let a = 0xdeadbeef ^ id.length
  let b = 0x41c6ce57
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0, b >>> 0]
}
