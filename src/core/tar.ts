/** Member of a tar file; its content must be read completely before the next one. */
export interface TarMember {
  /** Path relative to the root of the archive, without a leading `./`. */
  readonly name: string
  readonly type: 'file' | 'folder'
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

export class InvalidTar extends Error {}

const BLOCK_BYTES = 512
const EMPTY = Buffer.alloc(0)

/** Writes a POSIX ustar archive, which any tar program can extract. */
export async function* packTar(members: AsyncIterable<TarMember>): AsyncGenerator<Uint8Array> {
  for await (const { name, type, size, content } of members) {
    yield buildHeader(name, type, size)
    yield* content
    const rest = size % BLOCK_BYTES
    if (rest > 0) yield Buffer.alloc(BLOCK_BYTES - rest)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}

function buildHeader(name: string, type: TarMember['type'], size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new InvalidTar(`the name ${name} is longer than 99 bytes`)
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(type === 'folder' ? `${name}/` : name, 0)
  header.write(type === 'folder' ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write(type === 'folder' ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${sumBytes(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const sumBytes = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** Yields the files and folders of an archive. Throws `InvalidTar` if it is truncated or has a name outside of it. */
export async function* unpackTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const source = new BlockReader(chunks)
  for (;;) {
    const header = await source.read(BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return
    const { name, kind, size } = parseHeader(header)
    const content = source.stream(size)
    if (kind !== 'other' && name !== '') yield { name, type: kind, size, content }
    for await (const _ of content);
    await source.read((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
  }
}

function parseHeader(header: Buffer): { name: string; kind: TarMember['type'] | 'other'; size: number } {
  const readText = (start: number, length: number) =>
    header
      .subarray(start, start + length)
      .toString()
      .split('\0', 1)[0]!
  const sum = parseInt(readText(148, 8).trim(), 8)
  const blank = Buffer.from(header).fill(' ', 148, 156)
  if (sum !== sumBytes(blank)) throw new InvalidTar('it is not a tar file, or is damaged')
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? readText(345, 155) : ''
  const path = (prefix && `${prefix}/`) + readText(0, 100)
  const name = path.replace(/^(\.\/)+|\/+$/g, '')
  if (path.startsWith('/') || name.split('/').includes('..'))
    throw new InvalidTar(`it has the name ${JSON.stringify(path)}, which is outside of it`)
  const kinds = { '0': 'file', '\0': 'file', '': 'file', '5': 'folder' } as const
  const kind = kinds[readText(156, 1) as keyof typeof kinds] ?? 'other'
  return { name: name === '.' ? '' : name, kind, size: parseInt(readText(124, 12).trim() || '0', 8) }
}

class BlockReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #buffer: Buffer = EMPTY

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async read(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for await (const part of this.stream(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Yields the next bytes; a second iteration yields those that the first one left. */
  stream(length: number): AsyncIterable<Uint8Array> {
    let remaining = length
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      if (remaining === 0) return { done: true, value: undefined }
      if (this.#buffer.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done) throw new InvalidTar('it ends too early')
        this.#buffer = Buffer.from(value.buffer, value.byteOffset, value.length)
        return next()
      }
      const part = this.#buffer.subarray(0, remaining)
      this.#buffer = this.#buffer.subarray(part.length)
      remaining -= part.length
      return { done: false, value: part }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }
}
