import { parse } from 'csv-parse'
import { DataError } from '../format/errors.ts'
import { detectDelimiter } from './columns.ts'

const MAX_COLUMNS = 10_000
const MAX_RECORD_CHARACTERS = 16_000_000
const SAMPLE_BYTES = 64 * 1024

export type OpenContent = () => AsyncIterable<Uint8Array>

export interface CsvRecord {
  /** Number of the line on which the record ends, beginning with 1. */
  line: number
  cells: string[]
}

/** Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252. */
async function detectEncoding(open: OpenContent): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of open()) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

async function* decode(open: OpenContent, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of open()) {
    const text = decoder.decode(chunk, { stream: true })
    if (text.includes('\0'))
      throw new DataError('file', undefined, 'it contains NUL characters, so it is no text file.')
    yield text
  }
  yield decoder.decode()
}

async function readSample(texts: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const text of texts) {
    sample += text
    if (sample.length >= SAMPLE_BYTES) break
  }
  return sample
}

/** Reads the records of a CSV file of any usual encoding and separator; the first is the header. */
async function* readCsv(open: OpenContent): AsyncGenerator<CsvRecord> {
  const encoding = await detectEncoding(open)
  const delimiter = detectDelimiter(await readSample(decode(open, encoding)))
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  })
  const feeding = feed(parser, decode(open, encoding))
  feeding.catch((error: Error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > MAX_COLUMNS)
        throw new DataError('file', info.lines, `it has more than ${MAX_COLUMNS} columns.`)
      yield { line: info.lines, cells: record }
    }
    await feeding
  } catch (error) {
    throw toDataError(error as Error & { lines?: number })
  } finally {
    parser.destroy()
  }
}

async function feed(parser: ReturnType<typeof parse>, texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) if (text !== '' && !parser.write(text)) await waitForDrain(parser)
  parser.end()
}

/** Resolves when the parser accepts more text, or never will. */
const waitForDrain = (parser: ReturnType<typeof parse>): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done)
      parser.off('close', done)
      resolve()
    }
    parser.on('drain', done)
    parser.on('close', done)
  })

const toDataError = (error: Error & { lines?: number }) =>
  error instanceof DataError || !('code' in error && String(error.code).startsWith('CSV_'))
    ? error
    : new DataError('file', error.lines, `it is not valid CSV (${error.message}).`)

/** The header of a file: columns by name, of which there may be several. */
export class CsvHeader {
  readonly names: readonly string[]
  /** Columns by name in lower case. */
  readonly columns: ReadonlyMap<string, readonly number[]>

  constructor(cells: readonly string[]) {
    this.names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
    const columns = new Map<string, number[]>()
    this.names.forEach((name, column) => {
      const key = name.toLowerCase()
      columns.set(key, [...(columns.get(key) ?? []), column])
    })
    this.columns = columns
  }

  has(name: string): boolean {
    return this.columns.has(name.toLowerCase())
  }

  /** Returns the first value that is not empty, of the first of these columns that has one. */
  get(cells: readonly string[], ...names: string[]): string | undefined {
    return names.flatMap((name) => this.all(cells, name))[0]
  }

  /** Returns all values of columns with this name that are not empty. */
  all(cells: readonly string[], name: string): string[] {
    return (this.columns.get(name.toLowerCase()) ?? []).flatMap((column) => cells[column]?.trim() || [])
  }
}

interface CsvTable {
  header: CsvHeader
  rows: AsyncGenerator<CsvRecord>
}

/** Opens a table with a header. */
export async function openCsv(open: OpenContent): Promise<CsvTable> {
  const rows = readCsv(open)
  const { value, done } = await rows.next()
  if (done) throw new DataError('file', undefined, 'it is empty.')
  return { header: new CsvHeader(value.cells), rows }
}
