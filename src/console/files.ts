import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the console lies once it is built, beside the sources and what is built of them. */
export const consoleFolder = fileURLToPath(new URL('../../dist-web/', import.meta.url))

/** How a file can be packed on its way, the best first; the build has it packed beside the file itself. */
const packings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** A file as it is sent. */
export interface ServedFile {
  bytes: Buffer
  type: string
  etag: string
  /** How its bytes are packed; undefined for as they are. */
  encoding?: string
}

/** Whether an Accept-Encoding header takes a packing (RFC 9110 section 12.5.3). */
function takes(header: string, name: string): boolean {
  const asked = header.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return asked.some(([coding, weight = 'q=1']) => coding === name && !/^q=0(\.0*)?$/.test(weight))
}

/**
 * Reads the files of a built console. What is named by its content is read once, and kept; any other is looked at each time,
 * so that a console that is built anew is there at once.
 */
export function filesOf(folder: string) {
  const kept = new Map<string, { at: number; file: ServedFile }>()

  async function read(name: string, encoding?: string): Promise<ServedFile | undefined> {
    const type = types[path.extname(name.replace(/\.(br|gz)$/, ''))]
    const where = path.join(folder, name)
    const at = (await stat(where).catch(() => undefined))?.mtimeMs
    if (type === undefined || at === undefined) return undefined
    const known = kept.get(name)
    if (known?.at === at) return known.file
    const bytes = await readFile(where)
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
    const file = { bytes, type, etag, ...(encoding && { encoding }) }
    kept.set(name, { at, file })
    return file
  }

  return {
    /** A file as it is. */
    plain: (name: string) => read(name),
    /** A file that is named by its content, packed in the best way that the browser takes. */
    async asset(name: string, accepted = ''): Promise<ServedFile | undefined> {
      // A name and nothing else: no folder, nothing hidden, and not the packed file by itself.
      if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/.test(name) || /\.(br|gz)$/.test(name)) return undefined
      const packing = packings.find((one) => takes(accepted, one.name))
      const inner = `assets/${name}`
      const packed = packing && (await read(inner + packing.ending, packing.name))
      return packed ?? read(inner)
    },
  }
}
