import type { EventEmitter } from 'node:events'
import type { BusboyInstance } from '@fastify/busboy'

const parameter = /;[ \t]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*)/gs

const parseValue = (raw: string): string =>
  /^".*"$/s.test(raw) ? raw.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : raw.trim()

const decoders: Record<string, InstanceType<typeof TextDecoder>> = {
  'utf-8': new TextDecoder('utf-8', { fatal: true }),
  'iso-8859-1': new TextDecoder('windows-1252', { fatal: true }),
}

/** Decodes `charset'language'percent-encoded` (RFC 8187, section 3.2.1); null where it is malformed. */
function decodeExtended(value: string): string | null {
  const [, charset, encoded] = /^([^']*)'[^']*'((?:%[\da-f]{2}|[!#$&+.^_`|~\w-])*)$/i.exec(value) ?? []
  const decoder = decoders[charset?.toLowerCase() ?? '']
  if (!decoder || encoded === undefined) return null
  const bytes = encoded.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

/**
 * Returns the `filename*` of a Content-Disposition, decoded as Latin-1, or its `filename` if that is malformed (RFC 6266,
 * section 4.3). Undefined without a `filename*`.
 */
function parseFileName(disposition: string): string | undefined {
  const values = new Map<string, string>()
  for (const [, name, raw] of disposition.matchAll(parameter))
    if (!values.has(name!.toLowerCase())) values.set(name!.toLowerCase(), parseValue(raw!))
  const extended = values.get('filename*')
  if (extended === undefined) return undefined
  return decodeExtended(extended) ?? Buffer.from(values.get('filename') ?? '', 'latin1').toString()
}

/**
 * Returns a function that returns the `filename*` of the current part. Busboy treats `filename` and `filename*` as one
 * parameter and exposes no headers, so this listens to its internal part parser.
 */
export function watchFileNames(parser: BusboyInstance): () => string | undefined {
  const { parser: parts } = Reflect.get(parser, '_parser') as { parser: EventEmitter }
  let current: string | undefined
  parts.prependListener('part', (part: EventEmitter) => {
    part.prependListener('header', (header: Record<string, string[]>) => {
      current = parseFileName(header['content-disposition']?.[0] ?? '')
    })
  })
  return () => current
}
