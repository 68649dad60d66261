import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { SpooledFile, FileStorage } from '../../storage/storage.ts'
import { watchFileNames } from './disposition.ts'
import { sanitizeFileName, toSafeMediaType } from './file-names.ts'
import { invalid, tooManyCombiningMarks, Problem } from '../../core/errors.ts'
import { hasLongMarkRun } from '../../core/text.ts'

export interface UploadedFile {
  name: string
  media_type: string
  spooled: SpooledFile
}

export interface ParsedForm {
  fields: Record<string, string>
  file: UploadedFile
}

interface FormOptions {
  storage: FileStorage
  maxMegabytes: number
  /** Receives the fields sent before the file, before its bytes are read. Throws to reject the form. */
  beforeFile: (fields: Record<string, string>) => Promise<void>
  /** Maximum pause of the client in milliseconds, 30 s by default. */
  timeoutMs?: number
}

const BYTES_PER_MB = 1024 * 1024
/** Maximum size of everything besides the file. */
const MAX_OVERHEAD_BYTES = BYTES_PER_MB
const limits = { fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60 }

/**
 * Parses a form (RFC 7578) with one part named `file` as a stream, with some hundred KB in memory. Skips unknown file
 * parts. On error nothing of the file is left.
 */
export const parseForm = (request: IncomingMessage, options: FormOptions): Promise<ParsedForm> =>
  new FormReader(request, options).read()

class FormReader {
  readonly #request: IncomingMessage
  readonly #options: FormOptions
  readonly #maxBytes: number
  readonly #parser: BusboyInstance
  readonly #extendedName: () => string | undefined
  readonly #stop = new AbortController()
  readonly #fields = new Map<string, string>()
  #part: Readable | undefined
  #upload: Promise<UploadedFile> | undefined

  constructor(request: IncomingMessage, options: FormOptions) {
    this.#request = request
    this.#options = options
    this.#maxBytes = options.maxMegabytes * BYTES_PER_MB
    this.#parser = createParser(request)
    this.#extendedName = watchFileNames(this.#parser)
    if (Number(request.headers['content-length'] ?? 0) > this.#maxBytes + MAX_OVERHEAD_BYTES) throw this.#tooLarge()
    this.#parser.on('error', () => this.#abort(invalid(['body'], 'The form is malformed.', 'form_invalid')))
    this.#parser.on('field', (name, value, _, truncated) => this.#onField(name, value, truncated))
    this.#parser.on('file', (name, part, fileName, _, type) =>
      this.#onFile(name, part, this.#extendedName() ?? fileName, type),
    )
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      this.#parser.on(limit, () => this.#abort(new Problem(413, 'The form has too many parts.')))
  }

  async read(): Promise<ParsedForm> {
    const { signal } = this.#stop
    const aborted = once(signal, 'abort').then((): never => {
      throw signal.reason
    })
    aborted.catch(() => {})
    try {
      await Promise.race([this.#feed(), aborted])
      if (!this.#upload) throw invalid(['body', 'file'], 'is required, as a file part with a file name', 'missing')
      const file = await Promise.race([this.#upload, aborted])
      return { fields: Object.fromEntries(this.#fields), file }
    } catch (error) {
      this.#abort(error)
      this.#part?.destroy()
      await this.#upload?.then(
        ({ spooled }) => this.#options.storage.discard(spooled),
        () => {},
      )
      // Aborting makes other work fail too: reports the first error.
      throw signal.reason
    }
  }

  #abort(problem: unknown): void {
    this.#stop.abort(problem)
  }

  #tooLarge = () => new Problem(413, `The file is larger than ${this.#options.maxMegabytes} MB.`)

  #onField(name: string | undefined, value: string, truncated: boolean): void {
    if (name === undefined) return
    const loc = ['body', name.slice(0, 100)]
    if (name === 'file') this.#abort(invalid(loc, 'must be sent as a file part with a file name', 'file_type'))
    else if (this.#fields.has(name)) this.#abort(invalid(loc, 'must be sent only once', 'duplicate_parameter'))
    else if (truncated) this.#abort(invalid(loc, 'must be at most 64 KB', 'string_too_long'))
    else if (/[\0\p{Cs}]/u.test(value + name))
      this.#abort(invalid(loc, 'contains an invalid character', 'string_unicode'))
    else if (hasLongMarkRun(value) || hasLongMarkRun(name)) this.#abort(tooManyCombiningMarks(loc))
    else this.#fields.set(name, value)
  }

  #onFile(name: string | undefined, part: Readable, fileName: string | undefined, type: string): void {
    part.on('error', () => {})
    if (name !== 'file') return void part.resume()
    if (this.#upload) return this.#abort(invalid(['body', 'file'], 'must be a single file', 'too_many'))
    if (hasLongMarkRun(fileName ?? '')) return this.#abort(tooManyCombiningMarks(['body', 'file']))
    this.#part = part
    this.#upload = this.#receive(part, sanitizeFileName(fileName), toSafeMediaType(type))
    this.#upload.catch((error: unknown) => this.#abort(error))
  }

  async #receive(part: Readable, name: string, media_type: string): Promise<UploadedFile> {
    const { storage, beforeFile } = this.#options
    await beforeFile(Object.fromEntries(this.#fields))
    const spooled = await storage.receive(limitBytes(part, this.#maxBytes, this.#tooLarge))
    return { name, media_type, spooled }
  }

  /** Feeds the body to the parser; resolves when the form is complete. After an error it discards the rest. */
  async #feed(): Promise<void> {
    const { signal } = this.#stop
    let total = 0
    let timer = this.#startTimeout()
    try {
      for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
        if (signal.aborted) continue
        clearTimeout(timer)
        total += (chunk as Buffer).length
        if (total > this.#maxBytes + MAX_OVERHEAD_BYTES) this.#abort(this.#tooLarge())
        else if (!this.#parser.write(chunk)) await once(this.#parser, 'drain', { signal }).catch(() => {})
        if (!signal.aborted) timer = this.#startTimeout()
      }
    } catch {
      throw new Problem(400, 'The request was aborted before the form was complete.')
    } finally {
      clearTimeout(timer)
    }
    if (signal.aborted) return
    this.#parser.end()
    await once(this.#parser, 'finish', { signal })
  }

  #startTimeout = (): NodeJS.Timeout =>
    setTimeout(
      () => this.#abort(new Problem(408, 'Timed out while waiting for the form. Send it again.')),
      this.#options.timeoutMs ?? 30_000,
    )
}

function createParser({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? ''
  const isUncompressed = /^(identity)?$/i.test(headers['content-encoding'] ?? '')
  try {
    if (isUncompressed && /^multipart\/form-data\s*;/i.test(type))
      return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    // A type without a boundary is rejected below like any other.
  }
  throw new Problem(415, 'Send uncompressed multipart/form-data with a boundary.')
}

async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number, tooLarge: () => Problem) {
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxBytes) throw tooLarge()
    yield chunk
  }
}
