import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const CONSOLE_DIR = fileURLToPath(new URL('../../dist-web/', import.meta.url))

/** Content codings, preferred first; the build stores compressed files next to the originals. */
const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface ServedFile {
  bytes: Buffer
  type: string
  etag: string
  encoding?: string
}

/** Returns whether an Accept-Encoding header accepts a coding (RFC 9110 section 12.5.3). */
function acceptsCoding(header: string, name: string): boolean {
  const accepted = header.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return accepted.some(([coding, weight = 'q=1']) => coding === name && !/^q=0(\.0*)?$/.test(weight))
}

/** Caches files by modification time, so that a new build is served immediately. */
export function createAssetReader(folder: string) {
  const cache = new Map<string, { modifiedAt: number; file: ServedFile }>()

  async function read(name: string, encoding?: string): Promise<ServedFile | undefined> {
    const type = MEDIA_TYPES[path.extname(name.replace(/\.(br|gz)$/, ''))]
    const filePath = path.join(folder, name)
    const modifiedAt = (await stat(filePath).catch(() => undefined))?.mtimeMs
    if (type === undefined || modifiedAt === undefined) return undefined
    const cached = cache.get(name)
    if (cached?.modifiedAt === modifiedAt) return cached.file
    const bytes = await readFile(filePath)
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
    const file = { bytes, type, etag, ...(encoding && { encoding }) }
    cache.set(name, { modifiedAt, file })
    return file
  }

  return {
    plain: (name: string) => read(name),
    async asset(name: string, accepted = ''): Promise<ServedFile | undefined> {
      // Accepts plain file names only: no folders, hidden files or compressed variants.
      if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/.test(name) || /\.(br|gz)$/.test(name)) return undefined
      const coding = CODINGS.find((one) => acceptsCoding(accepted, one.name))
      const assetPath = `assets/${name}`
      const compressed = coding && (await read(assetPath + coding.ending, coding.name))
      return compressed ?? read(assetPath)
    },
  }
}
