import { DataError } from '../format/errors.ts'

/** Splits UTF-8 into lines. */
export async function* readLines(
  content: AsyncIterable<Uint8Array>,
  part: string,
  maxBytes: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: Uint8Array[] = []
  let restBytes = 0
  let line = 0
  const decode = () => {
    line += 1
    try {
      return decoder.decode(Buffer.concat(rest))
    } catch {
      throw new DataError(part, line, 'it is not UTF-8.')
    } finally {
      rest = []
      restBytes = 0
    }
  }
  const append = (bytes: Uint8Array) => {
    restBytes += bytes.length
    if (restBytes > maxBytes) throw new DataError(part, line + 1, `it has more than ${maxBytes} bytes.`)
    rest.push(bytes)
  }
  for await (const chunk of content) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      append(chunk.subarray(from, end))
      from = end + 1
      yield decode()
    }
    if (from < chunk.length) append(chunk.subarray(from))
  }
  if (restBytes > 0) yield decode()
}
