import { hasVisibleCharacter } from '../../core/text.ts'

const MAX_NAME_CHARACTERS = 200

/** Controls, and direction marks, which can disguise the extension of a name. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Sanitizes a client's file name: without path and control characters, at most 200 characters with its extension. */
export function sanitizeFileName(clientName: string | undefined): string {
  const name = (clientName ?? '')
    .replaceAll(UNSAFE_CHARACTERS, '')
    .replace(/^.*[/\\]/s, '')
    .trim()
  return shorten(/^\.*$/.test(name) || !hasVisibleCharacter(name) ? 'file' : name)
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_NAME_CHARACTERS) return name
  const [extension = ''] = /\.[^.\s]{1,20}$/u.exec(name) ?? []
  return characters.slice(0, MAX_NAME_CHARACTERS - [...extension].length).join('') + extension
}

/** Builds an `attachment` header (RFC 6266) with an ASCII fallback and the full name (RFC 8187). */
export function buildContentDisposition(name: string): string {
  const safeName = sanitizeFileName(name.replaceAll(/[/\\]/g, '_'))
  const plain = safeName.replaceAll(/[^\x20-\x7e]|["%\\]/gu, '_')
  const full = encodeURIComponent(safeName).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === safeName ? '' : `; filename*=UTF-8''${full}`}`
}

/** Types that browsers never execute. */
const HARMLESS_TYPES = new Set([
  'application/gzip',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/rtf',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/x-7z-compressed',
  'application/x-tar',
  'application/zip',
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/markdown',
  'text/plain',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
])

/** Returns the media type to serve: the client's if harmless, else `application/octet-stream`. */
export function toSafeMediaType(clientType: string): string {
  const type = clientType.split(';')[0]!.trim().toLowerCase()
  return HARMLESS_TYPES.has(type) ? type : 'application/octet-stream'
}
