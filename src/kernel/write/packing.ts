import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

/** Characters from which an answer is worth packing; smaller ones, which most are, stay as they are. */
const least = 8_192
/** What a packed text begins with, and no JSON does. */
const mark = 'deflate:'

const deflated = promisify(deflate)
const inflated = promisify(inflate)

/** A text as it is stored: one of 8,192 characters and more compressed (zlib, RFC 1950) off the event loop. */
export async function pack(text: string): Promise<string> {
  if (text.length < least) return text
  return mark + (await deflated(text)).toString('base64')
}

/** The text that was packed, byte for byte. */
export async function unpack(stored: string): Promise<string> {
  if (!stored.startsWith(mark)) return stored
  return (await inflated(Buffer.from(stored.slice(mark.length), 'base64'))).toString()
}
