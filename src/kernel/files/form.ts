import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Spooled, Storage } from '../../storage/storage.ts'
import { watchFileNames } from './disposition.ts'
import { keptName, servedType } from './names.ts'
import { invalid, longRunRefused, Problem } from '../problem.ts'
import { hasLongRun } from '../text.ts'

/** The file of a form. Its bytes wait in the spool of the storage. */
export interface Received {
  name: string
  /** What it will be served as. */
  media_type: string
  spooled: Spooled
}

/** A form that was read whole: all its fields as text, also those that nobody asked for, and its file. */
export interface Form {
  fields: Record<string, string>
  file: Received
}

/** How a form is to be read. */
export interface Reading {
  storage: Storage
  /** Megabytes of the file, at most. */
  mostMb: number
  /** Is given the fields that came before the file, before any of its bytes is taken; throws to refuse the form. */
  beforeFile: (fields: Record<string, string>) => Promise<void>
  /** Milliseconds its sender may pause (30 s). */
  patience?: number
}

const megabyte = 1024 * 1024
/** Bytes that a form may have beside its file, for the fields and for parts that nobody asked for. */
const besideFile = megabyte
const limits = { fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60 }

/**
 * Reads a form (RFC 7578) with one part named file, as its bytes come: some hundred KB of it are in memory at a time.
 * Parts that nobody asked for are skipped. When it throws, nothing of the file is left.
 */
export const readForm = (request: IncomingMessage, reading: Reading): Promise<Form> =>
  new FormReader(request, reading).read()

class FormReader {
  readonly #request: IncomingMessage
  readonly #reading: Reading
  readonly #most: number
  readonly #parser: BusboyInstance
  readonly #extendedName: () => string | undefined
  readonly #stop = new AbortController()
  readonly #fields = new Map<string, string>()
  #part: Readable | undefined
  #receiving: Promise<Received> | undefined

  constructor(request: IncomingMessage, reading: Reading) {
    this.#request = request
    this.#reading = reading
    this.#most = reading.mostMb * megabyte
    this.#parser = parserFor(request)
    this.#extendedName = watchFileNames(this.#parser)
    if (Number(request.headers['content-length'] ?? 0) > this.#most + besideFile) throw this.#tooLarge()
    this.#parser.on('error', () => this.#refuse(invalid(['body'], 'The form is malformed.', 'form_invalid')))
    this.#parser.on('field', (name, value, _, truncated) => this.#onField(name, value, truncated))
    this.#parser.on('file', (name, part, fileName, _, type) =>
      this.#onFile(name, part, this.#extendedName() ?? fileName, type),
    )
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      this.#parser.on(limit, () => this.#refuse(new Problem(413, 'The form has too many parts.')))
  }

  async read(): Promise<Form> {
    const { signal } = this.#stop
    const refused = once(signal, 'abort').then((): never => {
      throw signal.reason
    })
    refused.catch(() => {})
    try {
      await Promise.race([this.#feed(), refused])
      if (!this.#receiving) throw invalid(['body', 'file'], 'is required, with a file name', 'missing')
      const file = await Promise.race([this.#receiving, refused])
      return { fields: Object.fromEntries(this.#fields), file }
    } catch (error) {
      this.#refuse(error)
      this.#part?.destroy()
      await this.#receiving?.then(
        ({ spooled }) => this.#reading.storage.forget(spooled),
        () => {},
      )
      // A refusal breaks off other work, which then fails too: the refusal that came first is told.
      throw signal.reason
    }
  }

  /** Ends the reading with this problem, unless another has already. */
  #refuse(problem: unknown): void {
    this.#stop.abort(problem)
  }

  #tooLarge = () => new Problem(413, `The file is larger than ${this.#reading.mostMb} MB.`)

  #onField(name: string | undefined, value: string, truncated: boolean): void {
    if (name === undefined) return
    const loc = ['body', name.slice(0, 100)]
    if (name === 'file') this.#refuse(invalid(loc, 'has to be sent as a file, with a file name', 'file_type'))
    else if (this.#fields.has(name)) this.#refuse(invalid(loc, 'Send it once.', 'duplicate_parameter'))
    else if (truncated) this.#refuse(invalid(loc, 'is longer than 64 KB', 'string_too_long'))
    else if (/[\0\p{Cs}]/u.test(value + name))
      this.#refuse(invalid(loc, 'holds what is no character', 'string_unicode'))
    else if (hasLongRun(value) || hasLongRun(name)) this.#refuse(longRunRefused(loc))
    else this.#fields.set(name, value)
  }

  #onFile(name: string | undefined, part: Readable, fileName: string | undefined, type: string): void {
    part.on('error', () => {})
    if (name !== 'file') return void part.resume()
    if (this.#receiving) return this.#refuse(invalid(['body', 'file'], 'Send one file.', 'too_many'))
    if (hasLongRun(fileName ?? '')) return this.#refuse(longRunRefused(['body', 'file']))
    this.#part = part
    this.#receiving = this.#receive(part, keptName(fileName), servedType(type))
    this.#receiving.catch((error: unknown) => this.#refuse(error))
  }

  async #receive(part: Readable, name: string, media_type: string): Promise<Received> {
    const { storage, beforeFile } = this.#reading
    await beforeFile(Object.fromEntries(this.#fields))
    const spooled = await storage.receive(upTo(part, this.#most, this.#tooLarge))
    return { name, media_type, spooled }
  }

  /** Gives the parser the body; resolves when the form is complete. After a refusal it only skips what comes. */
  async #feed(): Promise<void> {
    const { signal } = this.#stop
    let total = 0
    let waiting = this.#wait()
    try {
      for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
        if (signal.aborted) continue
        clearTimeout(waiting)
        total += (chunk as Buffer).length
        if (total > this.#most + besideFile) this.#refuse(this.#tooLarge())
        else if (!this.#parser.write(chunk)) await once(this.#parser, 'drain', { signal }).catch(() => {})
        if (!signal.aborted) waiting = this.#wait()
      }
    } catch {
      throw new Problem(400, 'The request broke off.')
    } finally {
      clearTimeout(waiting)
    }
    if (signal.aborted) return
    this.#parser.end()
    await once(this.#parser, 'finish', { signal })
  }

  #wait = (): NodeJS.Timeout =>
    setTimeout(
      () => this.#refuse(new Problem(408, 'The form did not arrive in time.')),
      this.#reading.patience ?? 30_000,
    )
}

function parserFor({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? ''
  const plain = /^(identity)?$/i.test(headers['content-encoding'] ?? '')
  try {
    if (plain && /^multipart\/form-data\s*;/i.test(type))
      return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    // The type names no boundary, which is refused below like any other type.
  }
  throw new Problem(415, 'Send multipart/form-data, with its boundary, uncompressed.')
}

async function* upTo(chunks: AsyncIterable<Buffer>, most: number, tooLarge: () => Problem) {
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > most) throw tooLarge()
    yield chunk
  }
}
