import { DataError } from '../format/errors.ts'
import type { OpenContent } from './csv.ts'

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d
const MAX_VALUE_BYTES = 64 * 1024 * 1024

interface JsonMember {
  name: string
  value: unknown
  /** Line on which the value ends, beginning with 1. */
  line: number
}

/**
 * Reads the members of one large JSON object without holding it: the items of arrays one after the other, other values
 * whole.
 */
export async function* readJsonMembers(
  open: OpenContent,
  isWanted: (name: string) => boolean,
  /** Longer strings are replaced by empty ones, such as the contents of files. */
  maxStringBytes?: number,
): AsyncGenerator<JsonMember> {
  const scanner = new JsonScanner('{', isWanted, maxStringBytes)
  for await (const chunk of open()) yield* scanner.scan(chunk)
  scanner.requireEnd()
}

/** Reads the items of one large JSON list without holding it. */
export async function* readJsonItems(open: OpenContent): AsyncGenerator<Omit<JsonMember, 'name'>> {
  const scanner = new JsonScanner('[', () => true)
  for await (const chunk of open()) yield* scanner.scan(chunk)
  scanner.requireEnd()
}

/** Returns whether the first character of a file that is not blank opens a list. */
export async function isJsonList(open: OpenContent): Promise<boolean> {
  for await (const chunk of open()) {
    const first = chunk.find((byte) => byte > 0x20 && byte < 0x80)
    if (first !== undefined) return first === 0x5b
  }
  return false
}

class JsonScanner {
  readonly #root: '{' | '['
  readonly #isWanted: (name: string) => boolean
  readonly #maxStringBytes: number
  #depth = 0
  #inString = false
  #escaped = false
  #name = ''
  #inArray = false
  #hasName = false
  #chunks: Uint8Array[] = []
  #size = 0
  #line = 1
  #started = false
  /** Beginning of the value in the current chunk. */
  #from = 0
  /** Numbers of chunks and bytes of the value before the current string. */
  #before = { chunks: 0, size: 0 }

  constructor(root: '{' | '[', isWanted: (name: string) => boolean, maxStringBytes = Infinity) {
    this.#root = root
    this.#isWanted = isWanted
    this.#maxStringBytes = maxStringBytes
  }

  *scan(chunk: Uint8Array): Generator<JsonMember> {
    this.#from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (byte === 0x0a) this.#line += 1
      if (this.#inString) this.#scanString(chunk, at)
      else if (byte === QUOTE) this.#beginString(chunk, at)
      else if (isOpening(byte)) this.#open(byte, at)
      else if (isClosing(byte)) yield* this.#close(chunk, at)
      else if (byte === COLON && this.#depth === 1 && this.#root === '{') this.#readName(chunk, at)
      else if (byte === COMMA && (this.#depth === 1 || (this.#depth === 2 && this.#inArray))) {
        yield* this.#flush(chunk, at)
        if (this.#depth === 1) this.#hasName = this.#root === '['
      }
    }
    if (this.#started) this.#take(chunk, chunk.length)
  }

  #beginString(chunk: Uint8Array, at: number): void {
    this.#inString = true
    if (this.#maxStringBytes === Infinity || !this.#started) return
    this.#take(chunk, at + 1)
    this.#before = { chunks: this.#chunks.length, size: this.#size }
  }

  #scanString(chunk: Uint8Array, at: number): void {
    const byte = chunk[at]
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#endString(at)
  }

  #endString(at: number): void {
    this.#inString = false
    const { chunks, size } = this.#before
    if (this.#size - size + at - this.#from <= this.#maxStringBytes) return
    this.#chunks.length = chunks
    this.#size = size
    this.#from = at
  }

  #open(byte: number, at: number): void {
    this.#depth += 1
    if (this.#depth === 1) {
      if (byte !== this.#root.charCodeAt(0))
        throw this.#error(this.#root === '{' ? 'it is not a JSON object' : 'it is not a list')
      this.#started = true
      this.#hasName = this.#root === '['
    } else if (this.#depth === 2 && byte === 0x5b && this.#hasName && this.#root === '{') {
      this.#inArray = true
      this.#reset()
    } else return
    this.#from = at + 1
  }

  *#close(chunk: Uint8Array, at: number): Generator<JsonMember> {
    this.#depth -= 1
    const endsArray = this.#depth === 1 && this.#inArray
    if (!endsArray && this.#depth !== 0) return
    yield* this.#flush(chunk, at)
    this.#inArray = false
    this.#hasName = false
  }

  #readName(chunk: Uint8Array, at: number): void {
    this.#take(chunk, at)
    this.#name = String(this.#parse())
    this.#hasName = true
    this.#reset()
    this.#from = at + 1
  }

  #take(chunk: Uint8Array, to: number): void {
    this.#append(chunk.subarray(this.#from, to))
    this.#from = to
  }

  requireEnd(): void {
    if (!this.#started || this.#depth !== 0) throw this.#error('it is not complete')
  }

  #append(bytes: Uint8Array): void {
    if (bytes.length === 0 || (this.#hasName && !this.#isWanted(this.#name))) return
    // The rest of a string that is replaced at its end.
    if (this.#inString && this.#size - this.#before.size > this.#maxStringBytes) return
    this.#size += bytes.length
    if (this.#size > MAX_VALUE_BYTES) throw this.#error('a value is larger than 64 MB')
    this.#chunks.push(bytes.slice())
  }

  #reset(): void {
    this.#chunks = []
    this.#size = 0
  }

  *#flush(chunk: Uint8Array, at: number): Generator<JsonMember> {
    this.#take(chunk, at)
    this.#from = at + 1
    const isBlank = this.#chunks.every((part) => part.every((byte) => byte <= 0x20))
    if (this.#hasName && !isBlank && this.#isWanted(this.#name))
      yield { name: this.#name, value: this.#parse(), line: this.#line }
    this.#reset()
  }

  #parse(): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(concatBytes(this.#chunks, this.#size)))
    } catch (error) {
      throw this.#error((error as Error).message)
    }
  }

  #error = (problem: string) => new DataError('file', this.#line, `it is not valid JSON (${problem}).`)
}

function concatBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
