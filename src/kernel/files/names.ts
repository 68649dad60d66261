import { isVisible } from '../text.ts'

/** Names and types of files are what their sender says, and are never trusted: here they are made harmless. */

const mostCharacters = 200

/** Characters that cannot be stored, or hide from a reader what a name ends with: controls, and marks that turn the writing direction. */
const treacherous = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A sent name as it is kept: without path and treacherous characters, cut to 200 characters before its ending. */
export function keptName(sent: string | undefined): string {
  const name = (sent ?? '')
    .replaceAll(treacherous, '')
    .replace(/^.*[/\\]/s, '')
    .trim()
  return shortened(/^\.*$/.test(name) || !isVisible(name) ? 'file' : name)
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= mostCharacters) return name
  const [ending = ''] = /\.[^.\s]{1,20}$/u.exec(name) ?? []
  return characters.slice(0, mostCharacters - [...ending].length).join('') + ending
}

/**
 * `attachment` with this name (RFC 6266): in ASCII for old clients, and in full (RFC 8187). Whatever the name holds, it
 * stays one header and names no folder.
 */
export function contentDisposition(name: string): string {
  const kept = keptName(name.replaceAll(/[/\\]/g, '_'))
  const plain = kept.replaceAll(/[^\x20-\x7e]|["%\\]/gu, '_')
  const full = encodeURIComponent(kept).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === kept ? '' : `; filename*=UTF-8''${full}`}`
}

/** Types that no browser runs anything of. */
const harmless = new Set([
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

/** The type a file is served as: the one it was sent as when that is harmless, else bytes without a meaning. */
export function servedType(sent: string): string {
  const type = sent.split(';')[0]!.trim().toLowerCase()
  return harmless.has(type) ? type : 'application/octet-stream'
}
