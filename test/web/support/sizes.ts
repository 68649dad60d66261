import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

export class ChunkSizes {
  readonly #folder: string
  readonly #chunks: Record<string, Chunk>

  constructor(folder: string) {
    this.#folder = folder
    this.#chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  }

  get lazySources(): string[] {
    return [...new Set(Object.values(this.#chunks).flatMap(({ dynamicImports }) => dynamicImports ?? []))]
  }

  getFile(source: string): string {
    return this.#chunks[source]!.file
  }

  listFiles(...sources: string[]): Set<string> {
    const seen = new Set<string>()
    const files = new Set<string>()
    const visit = (source: string) => {
      if (seen.has(source)) return
      seen.add(source)
      const chunk = this.#chunks[source]
      if (!chunk) throw new Error(`the console has no part ${source}; it has ${this.lazySources.join(', ')}`)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      chunk.imports?.forEach(visit)
    }
    sources.forEach(visit)
    return files
  }

  get all(): Set<string> {
    return this.listFiles(...Object.keys(this.#chunks))
  }

  /** Returns the transferred kilobytes of these scripts or styles with gzip, the worst case. */
  measureKilobytes(files: Iterable<string>, ending: '.js' | '.css'): number {
    const bytes = [...files]
      .filter((file) => file.endsWith(ending))
      .map((file) => gzipSync(readFileSync(join(this.#folder, file)), { level: 9 }).length)
    return bytes.reduce((sum, size) => sum + size, 0) / 1024
  }
}
