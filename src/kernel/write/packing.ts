import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

/** Length from which a response is compressed; most are shorter. */
const MIN_COMPRESSED_LENGTH = 8_192
/** Prefix of compressed text, which no JSON has. */
const PREFIX = 'deflate:'

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

/** Compresses long text (zlib, RFC 1950) off the event loop. */
export async function pack(text: string): Promise<string> {
  if (text.length < MIN_COMPRESSED_LENGTH) return text
  return PREFIX + (await deflateAsync(text)).toString('base64')
}

export async function unpack(stored: string): Promise<string> {
  if (!stored.startsWith(PREFIX)) return stored
  return (await inflateAsync(Buffer.from(stored.slice(PREFIX.length), 'base64'))).toString()
}
